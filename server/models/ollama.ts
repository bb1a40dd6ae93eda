import { setTimeout as sleep } from "node:timers/promises";
import { LOADING_MS } from "./chat/openai-watch.ts";
import { TOO_LITTLE_MEMORY } from "./chat/server-words.ts";
import { engineFetch } from "./engine-fetch.ts";
import { beginningOf } from "./openai-client.ts";

/** The message may be logged, `sentence` is for an administrator. */
export class OllamaError extends Error {
  readonly sentence: string;
  /** Whether another try may help. */
  readonly mayPass: boolean;

  constructor(sentence: string, { mayPass = false, ...options }: ErrorOptions & { mayPass?: boolean } = {}) {
    super(sentence, options);
    this.sentence = sentence;
    this.mayPass = mayPass;
  }
}

const AWAY = "Ollama does not answer at that address. Is it running?";
const TOO_OLD = "This Ollama is too old. Update it (ollama.com/download), then try again.";
const BROKEN_OFF = "The fetch broke off. Fetch it again: it goes on where it stopped.";

/** What Ollama says, in words alone: it has no codes. The first that fits counts. */
const knownProblems: readonly { says: RegExp; sentence: string; mayPass?: boolean }[] = [
  {
    says: /no space left|not enough (free )?(disk )?space|disk quota|ENOSPC/i,
    sentence:
      "The disk of Ollama's machine is full. Make room there, then fetch it again: it goes on where it stopped.",
  },
  {
    says: TOO_LITTLE_MEMORY,
    sentence: "The machine has too little memory for this model. Choose a smaller one.",
  },
  { says: /requires a newer version|\b412\b/i, sentence: TOO_OLD },
  {
    says: /no such host|dial tcp|server misbehaving|TLS handshake|network is unreachable|lookup /i,
    sentence: "Ollama can't reach the internet to fetch the model.",
    mayPass: true,
  },
  { says: /max retries exceeded|\bEOF\b|stalled|connection reset/i, sentence: BROKEN_OFF, mayPass: true },
  { says: /file does not exist|not found|invalid model name/i, sentence: "Ollama knows no model of this name." },
];

function problemOf(words: string): OllamaError {
  const known = knownProblems.find(({ says }) => says.test(words));
  // Its words are then quoted behind the sentence.
  if (known === undefined) return new OllamaError("Ollama refused.", { cause: { message: words } });
  return new OllamaError(known.sentence, { mayPass: known.mayPass === true });
}

/** Where its own API is, for an address with or without `/v1`. */
export const ollamaRoot = (baseUrl: string): string => {
  const url = new URL(baseUrl);
  return `${url.origin}${url.pathname.replace(/\/+$/, "").replace(/\/v1$/, "")}`;
};

export const openAiAddress = (root: string): string => `${root}/v1`;

/** Ollama leaves out the tag `latest` where it is asked, not where it lists. */
export const isSameModel = (one: string, other: string): boolean => tagged(one) === tagged(other);
const tagged = (name: string): string => (/:[^/]*$/.test(name) ? name : `${name}:latest`);

/** What models with a context for pets are called in Ollama. */
const PREFIX = "pet-talk-";

export const isForPets = (model: string): boolean => model.startsWith(PREFIX);

export const nameForPets = (model: string): string =>
  isForPets(model) ? model : `${PREFIX}${model.replaceAll("/", "-")}`;

const LONGEST_ANSWER = 5_000_000;
const LONGEST_ERROR = 4_000;
const ASK_MS = 10_000;

interface Asked {
  method?: "GET" | "POST" | "DELETE";
  body?: object;
  signal: AbortSignal;
}

async function ask(root: string, path: string, { method = "POST", body, signal }: Asked): Promise<Response> {
  const init = { method, signal, ...(body !== undefined && { body: JSON.stringify(body) }) };
  const response = await engineFetch(`${root}${path}`, init).catch((cause: unknown) => {
    throw new OllamaError(AWAY, { mayPass: true, cause });
  });
  if (response.ok) return response;
  const words = errorOf(await beginningOf(response, LONGEST_ERROR).catch(() => ""));
  if (words !== undefined) throw problemOf(words);
  // A path that an older version has not, or another program.
  throw new OllamaError(response.status === 404 ? TOO_OLD : AWAY);
}

/** The error of an answer or a line; undefined where it tells none. */
function errorOf(text: string): string | undefined {
  const { error }: { error?: unknown } = Object(parse(text));
  return typeof error === "string" ? error : undefined;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

async function askJson(root: string, path: string, asked: Partial<Asked> = {}, timeoutMs = ASK_MS): Promise<unknown> {
  const late = AbortSignal.timeout(timeoutMs);
  const signal = asked.signal === undefined ? late : AbortSignal.any([asked.signal, late]);
  const response = await ask(root, path, { ...asked, signal });
  const text = await beginningOf(response, LONGEST_ANSWER).catch((cause: unknown) => {
    throw new OllamaError(AWAY, { mayPass: true, cause });
  });
  return parse(text);
}

export interface OllamaModel {
  name: string;
  bytes: number;
  isEmbedding: boolean;
}

/** The models that are on its disk; those of its cloud are left out. @throws OllamaError */
export async function installedModels(root: string, timeoutMs?: number): Promise<OllamaModel[]> {
  const { models }: { models?: unknown } = Object(await askJson(root, "/api/tags", { method: "GET" }, timeoutMs));
  // Without any, some versions answer null.
  if (models === null) return [];
  if (!Array.isArray(models)) throw new OllamaError("At that address is no Ollama.");
  return models.flatMap((model: unknown) => {
    const { name, size, details, remote_host: remote } = Object(model);
    if (typeof name !== "string" || name === "" || name.length > 200 || typeof remote === "string") return [];
    const isEmbedding = /bert/i.test(String(Object(details).family)) || EMBEDDING_NAME.test(name);
    return [{ name, bytes: typeof size === "number" ? size : 0, isEmbedding }];
  });
}

/** Lists tell no capabilities, and these names follow a habit. */
const EMBEDDING_NAME = /embed|\b(bge|gte|e5|minilm)\b/i;

/** Null where it does not tell. @throws OllamaError */
export async function contextLengthOf(root: string, model: string, signal: AbortSignal): Promise<number | null> {
  const { model_info: info } = Object(await askJson(root, "/api/show", { body: { model }, signal }));
  const told = Object.entries(Object(info)).find(([key]) => key.endsWith(".context_length"))?.[1];
  return typeof told === "number" ? told : null;
}

/** A model of the same weights with a context of its own: as long as 4,096 tokens otherwise, and cut silently. */
export async function createWithContext(
  root: string,
  { name, from, tokens }: { name: string; from: string; tokens: number },
  signal: AbortSignal,
): Promise<void> {
  const body = { model: name, from, parameters: { num_ctx: tokens }, stream: false };
  const { status }: { status?: unknown } = Object(await askJson(root, "/api/create", { body, signal }, LOADING_MS));
  if (status !== "success") throw new OllamaError(TOO_OLD);
}

export const deleteModel = (root: string, model: string): Promise<unknown> =>
  askJson(root, "/api/delete", { method: "DELETE", body: { model } });

/** Into memory, so that the first question need not wait for it. @throws OllamaError */
export const loadModel = (root: string, model: string, signal: AbortSignal): Promise<unknown> =>
  askJson(root, "/api/generate", { body: { model, keep_alive: "30m", stream: false }, signal }, LOADING_MS);

export interface PullProgress {
  completed: number;
  total: number;
}

interface PullOptions {
  signal: AbortSignal;
  onProgress: (progress: PullProgress) => void;
  /** Before each further try that brought nothing new. */
  waits?: readonly number[];
}

const WAITS_MS = [1_000, 3_000, 10_000, 20_000, 30_000];
/** Checking the whole of a large model takes minutes without a word. */
const SILENCE_MS = 300_000;

/** Fetches a model. After a break Ollama goes on where it stopped. @throws OllamaError */
export async function pullModel(
  root: string,
  model: string,
  { signal, onProgress, waits = WAITS_MS }: PullOptions,
): Promise<void> {
  let tries = 0;
  let most = 0;
  const noted = (progress: PullProgress) => {
    if (progress.completed > most) {
      most = progress.completed;
      tries = 0;
    }
    onProgress(progress);
  };
  for (;;) {
    try {
      await pullOnce(root, model, { signal, onProgress: noted });
      return;
    } catch (error) {
      const wait = waits[tries];
      if (signal.aborted || !(error instanceof OllamaError) || !error.mayPass || wait === undefined) throw error;
      tries += 1;
      await sleep(wait, undefined, { signal });
    }
  }
}

async function pullOnce(root: string, model: string, { signal, onProgress }: PullOptions): Promise<void> {
  const silence = new AbortController();
  const heard = () => AbortSignal.any([signal, silence.signal]);
  const timer = setTimeout(() => silence.abort(), SILENCE_MS);
  try {
    const response = await ask(root, "/api/pull", { body: { model, stream: true }, signal: heard() });
    const layers = new Map<string, PullProgress>();
    for await (const line of linesOf(response)) {
      timer.refresh();
      const words = errorOf(line);
      if (words !== undefined) throw problemOf(words);
      const { status, digest, total, completed } = Object(parse(line));
      if (status === "success") return;
      if (typeof digest !== "string" || typeof total !== "number") continue;
      layers.set(digest, { total, completed: typeof completed === "number" ? completed : 0 });
      onProgress(sumOf([...layers.values()]));
    }
    throw new OllamaError(BROKEN_OFF, { mayPass: true });
  } finally {
    clearTimeout(timer);
  }
}

const sumOf = (layers: readonly PullProgress[]): PullProgress => ({
  completed: layers.reduce((sum, { completed }) => sum + completed, 0),
  total: layers.reduce((sum, { total }) => sum + total, 0),
});

const LONGEST_LINE = 100_000;

async function* linesOf(response: Response): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let text = "";
  try {
    for await (const bytes of response.body ?? []) {
      const lines = `${text}${decoder.decode(bytes, { stream: true })}`.split("\n");
      text = lines.pop() ?? "";
      if (text.length > LONGEST_LINE) throw new OllamaError("At that address is no Ollama.");
      yield* lines.filter((line) => line.trim() !== "");
    }
  } catch (error) {
    if (error instanceof OllamaError) throw error;
    throw new OllamaError(BROKEN_OFF, { mayPass: true, cause: error });
  }
  if (text.trim() !== "") yield text;
}
