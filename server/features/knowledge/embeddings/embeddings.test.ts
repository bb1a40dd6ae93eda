import { describe, expect, it } from "vitest";
import { type Embedder, EmbeddingError, noEmbedder } from "#server/models/embeddings/embedder.ts";
import { createLog } from "#server/platform/observe/log.ts";
import { questionVector } from "./embeddings.ts";

const log = createLog("silent");
const answering = (embed: Embedder["embed"]): Embedder => ({ model: "new", embed });

describe("a question's vector", () => {
  it("is of the model that the pet's vectors were made with", async () => {
    const asked: unknown[] = [];
    const embedder = answering(async (texts, model) => {
      asked.push([texts, model]);
      return [Float32Array.of(1, 2)];
    });
    expect(await questionVector({ embedder, log }, "Who?", "old")).toEqual(Float32Array.of(1, 2));
    expect(asked).toEqual([[["Who?"], "old"]]);
  });

  it("is not asked for where there is no model, or the pet has no vectors", async () => {
    const embedder = answering(() => Promise.reject(new Error("asked")));
    expect(await questionVector({ embedder, log }, "Who?", null)).toBeNull();
    expect(await questionVector({ embedder: noEmbedder, log }, "Who?", "old")).toBeNull();
  });

  it("is left out where it does not come in time, and not asked for again for a while", async () => {
    let calls = 0;
    const embedder = answering((_texts, _model, signal) => {
      calls++;
      return new Promise((_resolve, reject) =>
        signal.addEventListener("abort", () => reject(new EmbeddingError("late"))),
      );
    });
    expect(await questionVector({ embedder, log }, "Who?", "old")).toBeNull();
    expect(await questionVector({ embedder, log }, "Who?", "old")).toBeNull();
    expect(calls).toBe(1);
  });
});
