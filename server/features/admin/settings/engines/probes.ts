import { randomUUID } from "node:crypto";
import type { Pool } from "pg";
import { USUAL_CONTEXT } from "#server/models/chat/context.ts";
import { type LanguageModel, LanguageModelError, type SpentTokens } from "#server/models/chat/llm.ts";
import { estimateTokens } from "#server/models/chat/tokens.ts";
import { type Embedder, EmbeddingError } from "#server/models/embeddings/embedder.ts";
import type { Env } from "#server/platform/env.ts";
import type { FileStore } from "#server/platform/files/files.ts";
import { RECORDING_RATE, type SpeechRecognizer } from "#server/voice/recognition/recognition.ts";
import { mp3Duration } from "#server/voice/speech/mp3.ts";
import { SpeechError, type SpeechSynthesizer } from "#server/voice/speech/speech.ts";
import type { EngineName } from "#shared/api/admin/settings/engines.ts";
import { DEFAULT_LANGUAGE, DEFAULT_VOICE } from "#shared/voices.ts";

export interface Engines {
  llm: LanguageModel;
  speech: SpeechSynthesizer;
  recognizer: SpeechRecognizer;
  embedder: Embedder;
  files: FileStore;
  pool: Pool;
  env: Pick<Env, "OPENAI_TIMEOUT_S">;
}

export interface ProbeListener {
  /** What was spoken. */
  onSound?(mp3: Uint8Array): void;
  /** A model is loaded into memory first, which may take minutes. */
  onLoading?(): void;
}

/** Resolves to a sentence about what the engine did. */
export interface Probe {
  timeoutMs: number;
  /** What may help where it takes longer. */
  ifLate?: string;
  run(signal: AbortSignal, on?: ProbeListener): Promise<string>;
}

/** The message is a sentence for the administrator. */
export class ProbeError extends Error {}

const SPOKEN = "Hello! This is a short test of the voice.";
/** As of a reply: a model that thinks uses up few tokens without a word. */
export const MAX_TOKENS = 1000;
const INSTRUCTION = "This is a test of the connection. Answer with one short word.";
/** A token for every tokenizer. */
const FILLER = " dog";
const TOKENS_OF_A_WORD = estimateTokens(FILLER.repeat(100)) / 100;
/** Reading more costs more, and few pets have more. */
export const MOST_TOKENS = 15_000;
const SMALLEST_CONTEXT = 512;
const READ_WHOLE = 0.9;

export function createProbes(engines: Engines): Record<EngineName, Probe> {
  return {
    ...createEngineProbes(engines),
    database: {
      timeoutMs: 10_000,
      async run() {
        await engines.pool.query("select 1");
        return "It answered a query.";
      },
    },
  };
}

export function createEngineProbes(
  { llm, embedder, speech, recognizer, files, env, contextTokens }: Omit<Engines, "pool"> & { contextTokens?: number },
  voiceName = DEFAULT_VOICE,
) {
  return {
    model: {
      timeoutMs: env.OPENAI_TIMEOUT_S * 1000,
      ifLate: "It was asked as much as a pet with a full diary asks: a slow one needs longer (OPENAI_TIMEOUT_S).",
      run: (signal, on) => askModel(llm, { signal, contextTokens }, on),
    },
    speech: {
      timeoutMs: 20_000,
      async run(signal, on) {
        const mp3 = await speech.synthesize({ text: SPOKEN, voiceName }, signal);
        const seconds = mp3Duration(mp3);
        if (seconds === 0) throw new SpeechError("unavailable", "a test sentence was silent");
        on?.onSound?.(mp3);
        return `It spoke a sentence of ${seconds.toFixed(1)} seconds.`;
      },
    },
    transcription: { timeoutMs: 40_000, run: (signal) => listen(recognizer, signal) },
    embedding: { timeoutMs: 30_000, run: (signal) => embed(embedder, signal) },
    files: { timeoutMs: 15_000, run: () => storeAndDelete(files) },
  } satisfies Partial<Record<EngineName | "embedding", Probe>>;
}

/** A server whose context is too small refuses a pet's prompt, or cuts it silently. */
async function askModel(
  llm: LanguageModel,
  { signal, contextTokens: chosen }: { signal: AbortSignal; contextTokens: number | undefined },
  { onLoading = () => undefined }: ProbeListener = {},
): Promise<string> {
  if (llm.engine === null) return "No language model is set: pets answer with the words of their diary and documents.";
  let reply = "";
  let tokensRead = 0;
  // A smaller one than usual is to be seen, also where the server tells of it.
  const contextTokens = chosen ?? Math.max(USUAL_CONTEXT, await llm.contextTokens());
  const words = Math.floor(Math.min(contextTokens - MAX_TOKENS, MOST_TOKENS) / TOKENS_OF_A_WORD);
  const request = {
    purpose: "test",
    messages: [
      { role: "system", content: `${INSTRUCTION} Not to be read: ${randomUUID()}${FILLER.repeat(words)}` },
      { role: "user", content: `${INSTRUCTION} Hello!` },
    ],
    maxTokens: MAX_TOKENS,
    onLoading,
    onSpent({ promptTokens, isEstimate }: SpentTokens) {
      if (!isEstimate) tokensRead = promptTokens;
    },
  } as const;
  try {
    for await (const piece of llm.stream(request, signal)) reply += piece;
  } catch (error) {
    if (!(error instanceof LanguageModelError) || error.code !== "too_long") throw error;
    throw new ProbeError(`Its context is too small for a pet's prompt. ${largerContext(contextTokens)}`, {
      cause: error,
    });
  }
  if (reply.trim() === "") throw new LanguageModelError("empty", "a test had no answer");
  // A server that counts next to nothing counts nothing.
  if (tokensRead > SMALLEST_CONTEXT && tokensRead < words * READ_WHOLE)
    throw new ProbeError(
      `It answered, but read only ${tokensRead.toLocaleString("en-US")} tokens and silently cut the rest, so that it would forget what a pet knows. ${largerContext(contextTokens)}`,
    );
  const read = tokensRead > 0 ? ` after it read ${tokensRead.toLocaleString("en-US")} tokens` : "";
  return `It answered '${shortened(reply)}'${read}`;
}

const largerContext = (tokens: number): string =>
  `Give it ${tokens.toLocaleString("en-US")} tokens or more (Ollama: OLLAMA_CONTEXT_LENGTH; llama.cpp: --ctx-size; vLLM: --max-model-len; LM Studio: the model's context length).`;

/** For silence the text is empty, or made up by a model. */
async function listen(recognizer: SpeechRecognizer, signal: AbortSignal): Promise<string> {
  if (recognizer.engine === null)
    throw new ProbeError("No speech recognition is set up on this server; browsers that have their own use it.");
  await recognizer.recognize({ samples: new Int16Array(RECORDING_RATE), language: DEFAULT_LANGUAGE }, signal);
  return "It listened to a second of silence, and answered.";
}

async function embed(embedder: Embedder, signal: AbortSignal): Promise<string> {
  if (embedder.model === null) throw new ProbeError("No embedding model is set up.");
  try {
    const [vector] = await embedder.embed([SPOKEN], embedder.model, signal);
    return `It turned a sentence into ${vector?.length ?? 0} numbers.`;
  } catch (error) {
    if (!(error instanceof EmbeddingError)) throw error;
    const sentence = `The model server made no embeddings (${error.message}). Check the embedding model's name.`;
    throw new ProbeError(sentence, { cause: error });
  }
}

async function storeAndDelete(files: FileStore): Promise<string> {
  const key = `engine-tests/${randomUUID()}.txt`;
  const content = Buffer.from("a test of the file store");
  await files.put(key, content, "text/plain; charset=utf-8");
  try {
    const read = await files.read(key);
    if (read === null || !content.equals(read)) throw new ProbeError("It did not give back what was stored.");
  } finally {
    await files.delete(key);
  }
  if ((await files.stat(key)) !== null) throw new ProbeError("It did not delete what was stored.");
  return "It stored, read and deleted a small file.";
}

function shortened(text: string): string {
  const line = text.trim().replace(/\s+/g, " ");
  return line.length <= 60 ? line : `${line.slice(0, 59).toWellFormed()}…`;
}
