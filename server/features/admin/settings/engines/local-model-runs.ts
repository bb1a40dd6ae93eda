import { randomUUID } from "node:crypto";
import { z } from "zod";
import { type Caller, record } from "#server/features/audit/service.ts";
import { createEngines } from "#server/features/engines/engines.ts";
import { readSetting } from "#server/features/settings/service.ts";
import { quoteOf } from "#server/models/chat/server-words.ts";
import * as ollama from "#server/models/ollama.ts";
import type { FileStore } from "#server/platform/files/files.ts";
import { conflict, HttpError } from "#server/platform/http/errors.ts";
import type { EngineDraft } from "#shared/api/admin/settings/engine-settings.ts";
import { type LocalModelRun, localModelRun, runningPhases } from "#shared/api/admin/settings/local-models.ts";
import { fixedFields, readKept } from "./effective.ts";
import {
  draftedEnv,
  ENGINES_KEY,
  type EngineSettingsDeps,
  keptEnv,
  refuseAddress,
  saveEngineSettings,
} from "./engine-settings.ts";
import { usedModels } from "./local-models.ts";
import { createEngineProbes } from "./probes.ts";
import * as queries from "./queries.ts";
import { runProbe } from "./service.ts";
import { SlowError, SMALLEST_CONTEXT, slownessOf, UnusableError } from "./slow-models.ts";

/** Enough for a full diary and passages of documents, and little beside the weights. */
const CONTEXT_TOKENS = 16_384;
/** How often it is written down how far it is. */
const BEAT_MS = 1_000;
/** At a start a run may have lost its process a moment ago. */
const RESUME_MS = 35_000;

/** As it is kept, for every instance. */
const keptRun = localModelRun.extend({
  smallerContext: z.int().nullable().default(null),
  /** As somebody chose it after the usual one was too much. */
  contextTokens: z.int().nullable().default(null),
  /** Whose turn it is: another process takes over from one that has ended. */
  runner: z.string(),
  heartbeat: z.iso.datetime(),
  /** Null when it is over. */
  by: z
    .object({
      user: z.object({ id: z.string(), username: z.string().nullable(), email: z.string() }),
      ip: z.string().nullable(),
    })
    .nullable(),
});
type KeptRun = z.output<typeof keptRun>;

type Wanted = Pick<LocalModelRun, "baseUrl" | "model" | "purpose"> & { contextTokens?: number | undefined };
type Deps = EngineSettingsDeps & { files: FileStore };

const isUnderWay = ({ phase }: LocalModelRun): boolean => runningPhases.some((running) => running === phase);
const now = (): string => new Date().toISOString();

/** From the choice of a model to its use: one at a time, whoever looks on, and over the end of a process. */
export function createLocalModelRuns(deps: Deps) {
  const { db, log } = deps;
  const follow = (run: KeptRun): void =>
    void proceed(deps, run).catch((err: unknown) => log.warn({ err }, "the use of a local model was left"));

  async function last(): Promise<KeptRun | null> {
    const run = await readRun(deps);
    if (run === null || !isUnderWay(run)) return run;
    const taken = { ...run, runner: randomUUID(), heartbeat: now() };
    if (!(await queries.takeOverRun(db, JSON.stringify(taken)))) return run;
    follow(taken);
    return taken;
  }

  setTimeout(() => void last().catch(() => undefined), RESUME_MS).unref();

  return {
    last,
    /** Throws HttpError 400 for an address where no engine may be, 409 while another one is under way. */
    async start(by: Caller, wanted: Wanted): Promise<KeptRun> {
      await requireFree(deps, wanted);
      const { id, username, email } = by.user;
      const run: KeptRun = {
        ...{ model: wanted.model, purpose: wanted.purpose, baseUrl: openAiAddressOf(wanted) },
        ...{ phase: "fetching", completed: 0, total: 0, sentence: null, smallerContext: null },
        contextTokens: wanted.contextTokens ?? null,
        ...{ runner: randomUUID(), heartbeat: now(), by: { user: { id, username, email }, ip: by.ip } },
      };
      if (!(await queries.insertRun(db, JSON.stringify(run))))
        throw conflict("Another model is under way. Wait until it is done, or cancel it.");
      await record(db, { by, action: "engine.use_local_model", ...auditOf(run) });
      follow(run);
      return run;
    },
    async cancel(by: Caller): Promise<KeptRun | null> {
      const run = await readRun(deps);
      if (run === null || !isUnderWay(run)) return run;
      const canceled: KeptRun = { ...run, phase: "canceled", by: null, sentence: "Canceled. Nothing was changed." };
      if (!(await queries.updateRun(db, run.runner, JSON.stringify(canceled)))) return readRun(deps);
      await record(db, { by, action: "engine.cancel_local_model", ...auditOf(run) });
      return canceled;
    },
  };
}

const openAiAddressOf = ({ baseUrl }: Wanted): string => ollama.openAiAddress(ollama.ollamaRoot(baseUrl));

const auditOf = ({ model, purpose, baseUrl }: LocalModelRun) => ({
  target: { kind: "engine" as const, id: purpose, name: purpose },
  details: { address: baseUrl, model },
});

async function readRun({ db }: Deps): Promise<KeptRun | null> {
  const value = await queries.findRun(db);
  const parsed = keptRun.safeParse(value === null ? null : JSON.parse(value));
  return parsed.success ? parsed.data : null;
}

async function requireFree(deps: Deps, { baseUrl, purpose }: Wanted): Promise<void> {
  await refuseAddress("baseUrl", baseUrl, null);
  const fixed = fixedFields(deps.env);
  const isChat = purpose === "chat";
  if (isChat ? fixed.includes("baseUrl") || fixed.includes("model") : fixed.includes("embeddingModel"))
    throw conflict("The environment sets the model, so it can't be changed here.");
  const root = ollama.ollamaRoot(baseUrl);
  const {
    OPENAI_BASE_URL: used,
    OPENAI_SPEECH_MODEL: voice,
    OPENAI_SPEECH_BASE_URL: voiceServer,
  } = await keptEnv(deps);
  const isUsed = used !== undefined && ollama.ollamaRoot(used) === root;
  if (!isChat && !isUsed) throw conflict("Use a language model of this Ollama first: both are asked at one address.");
  if (isChat && !isUsed && voice !== undefined && voiceServer === undefined)
    throw conflict("The voice comes from the model server that is set now. Give it an address of its own first.");
}

async function proceed(deps: Deps, started: KeptRun): Promise<void> {
  let run = started;
  const canceled = new AbortController();
  const store = async (change: Partial<KeptRun>): Promise<void> => {
    run = { ...run, ...change, heartbeat: now() };
    if (!(await queries.updateRun(deps.db, run.runner, JSON.stringify(run)))) canceled.abort();
  };
  // A database that is away for a moment is asked again at the next beat.
  const beat = setInterval(() => void store({}).catch(() => undefined), BEAT_MS);
  try {
    const sentence = await fetchAndUse(deps, run, {
      signal: canceled.signal,
      onPhase: (phase) => store({ phase }),
      onProgress: ({ completed, total }) => {
        run = { ...run, completed, total };
      },
    });
    await store({ phase: "done", sentence, by: null });
  } catch (error) {
    if (canceled.signal.aborted) return;
    deps.log.warn({ reason: error instanceof Error ? error.message : "unknown" }, "a local model is not used");
    const smallerContext = error instanceof SlowError ? error.smallerContext : null;
    await store({ phase: "failed", sentence: sentenceOf(error), smallerContext, by: null });
  } finally {
    clearInterval(beat);
  }
}

function sentenceOf(error: unknown): string {
  if (error instanceof ollama.OllamaError) return `${error.sentence}${quoteOf(error)}`;
  if (error instanceof UnusableError || error instanceof HttpError) return error.message;
  return "It failed. The server's log tells more.";
}

interface Steps {
  signal: AbortSignal;
  onPhase: (phase: "preparing" | "testing") => Promise<void>;
  onProgress: (progress: ollama.PullProgress) => void;
}

async function fetchAndUse(deps: Deps, run: KeptRun, { signal, onPhase, onProgress }: Steps): Promise<string> {
  const { model, purpose } = run;
  const root = ollama.ollamaRoot(run.baseUrl);
  const installed = await ollama.installedModels(root);
  if (!installed.some(({ name }) => ollama.isSameModel(name, model)))
    await ollama.pullModel(root, model, { signal, onProgress });
  await onPhase("preparing");
  if (purpose === "embedding") {
    const sentence = await testAndSave(deps, run, { name: model, signal, onPhase });
    return `${model} helps to find what is meant. ${sentence}`;
  }
  const name = ollama.nameForPets(model);
  try {
    const own = await ollama.contextLengthOf(root, model, signal);
    const wanted = run.contextTokens ?? deps.env.OPENAI_CONTEXT_TOKENS ?? CONTEXT_TOKENS;
    const tokens = Math.min(wanted, own ?? Number.POSITIVE_INFINITY);
    if (name !== model) await ollama.createWithContext(root, { name, from: model, tokens }, signal);
    await ollama.loadModel(root, name, signal);
    return `Pets speak with ${model} now. ${await testAndSave(deps, run, { name, signal, onPhase })}`;
  } catch (error) {
    // Its weights stay: they were long in coming.
    if (name !== model && !(await usedModels(deps, root)).some((used) => ollama.isSameModel(used, name)))
      await ollama.deleteModel(root, name).catch(() => undefined);
    throw error;
  }
}

interface Tried {
  name: string;
  signal: AbortSignal;
  onPhase: Steps["onPhase"];
}

async function testAndSave(deps: Deps, run: KeptRun, { name, signal, onPhase }: Tried): Promise<string> {
  await onPhase("testing");
  const draft = await draftFor(deps, run, name);
  const made = createEngines(await draftedEnv(deps, draft));
  const probe = (contextTokens?: number) => {
    const engines = { ...made, env: deps.env, files: deps.files, ...(contextTokens && { contextTokens }) };
    return runProbe(deps.log, run.purpose, createEngineProbes(engines)[run.purpose === "chat" ? "model" : "embedding"]);
  };
  try {
    const { works, sentence, isLate } = await probe(run.contextTokens ?? undefined);
    const mayBeSmaller = run.contextTokens === null && deps.env.OPENAI_CONTEXT_TOKENS === undefined;
    if (isLate && run.purpose === "chat" && mayBeSmaller)
      throw slownessOf(run.model, await probe(SMALLEST_CONTEXT), deps.env.OPENAI_TIMEOUT_S);
    if (!works) throw new UnusableError(`${run.model} is there, but is not used. ${sentence}`);
    await onPhase("testing");
    if (signal.aborted || run.by === null) throw new UnusableError("Canceled. Nothing was changed.");
    await saveEngineSettings(deps, run.by, draft);
    return sentence;
  } finally {
    await Promise.all([made.speech.close(), made.builtInSpeech.close()]);
  }
}

/** What is set now, with this model. What belongs to another server goes with it. */
async function draftFor({ db }: Deps, run: KeptRun, name: string): Promise<EngineDraft> {
  const kept = readKept(await readSetting(db, ENGINES_KEY));
  const others = { ...kept, apiKey: undefined, voiceKey: undefined, speechKey: undefined };
  if (run.purpose === "embedding") return { ...others, embeddingModel: name };
  const isSameServer = kept.baseUrl !== null && ollama.ollamaRoot(kept.baseUrl) === ollama.ollamaRoot(run.baseUrl);
  if (isSameServer) return { ...others, model: name };
  return { ...others, baseUrl: run.baseUrl, model: name, embeddingModel: null, apiKey: null };
}
