import { expect, it } from "vitest";
import { labelFor, offeredFor, purposeOf } from "./model-kinds.ts";

it.each([
  ["nomic-embed-text:latest", "embeddings"],
  ["text-embedding-3-small", "embeddings"],
  ["BAAI/bge-m3", "embeddings"],
  ["all-minilm:l6-v2", "embeddings"],
  ["mxbai-embed-large", "embeddings"],
  ["bge-reranker-v2-m3", "ranking"],
  ["mistral-ocr-latest", "OCR"],
  ["deepseek-ocr:3b", "OCR"],
  ["mistral-moderation-latest", "moderation"],
  ["omni-moderation-latest", "moderation"],
  ["llama-guard3:8b", "moderation"],
  ["meta-llama/llama-guard-4-12b", "moderation"],
  ["shieldgemma:2b", "moderation"],
  ["whisper-1", "speech"],
  ["gpt-4o-mini-transcribe", "speech"],
  ["gpt-4o-mini-tts", "speech"],
  ["gpt-image-1", "images"],
  ["dall-e-3", "images"],
  ["llama3.1:8b", "chat"],
  ["gpt-4o-mini", "chat"],
  ["mistral-small-latest", "chat"],
  ["qwen2.5-vl:7b", "chat"],
  ["gemma3:12b", "chat"],
])("%s is for %s", (model, purpose) => {
  expect(purposeOf(model)).toBe(purpose);
});

it("models for something else come last and say what they are for", () => {
  const models = ["bge-m3", "llama3.1", "mistral-ocr", "qwen3"];
  expect(offeredFor("chat", models)).toEqual(["llama3.1", "qwen3", "bge-m3", "mistral-ocr"]);
  expect(models.map((model) => labelFor("chat", model))).toEqual([
    "bge-m3 (embeddings)",
    "llama3.1",
    "mistral-ocr (OCR)",
    "qwen3",
  ]);
  expect(offeredFor("embeddings", models)[0]).toBe("bge-m3");
});
