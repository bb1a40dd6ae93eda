import { setTimeout as sleep } from "node:timers/promises";
import { type Caller, record } from "#server/features/audit/service.ts";
import { createEngines, type EngineEnv } from "#server/features/engines/engines.ts";
import { listModels } from "#server/models/chat/list-models.ts";
import { LanguageModelError } from "#server/models/chat/llm.ts";
import { LOADING_MS } from "#server/models/chat/openai-watch.ts";
import { quoteOf } from "#server/models/chat/server-words.ts";
import type { OpenAiAccount } from "#server/models/openai-client.ts";
import { StorageFullError, StorageUnavailableError } from "#server/platform/files/files.ts";
import { conflict } from "#server/platform/http/errors.ts";
import type { Log } from "#server/platform/observe/log.ts";
import { RecognitionError } from "#server/voice/recognition/recognition.ts";
import { SpeechError } from "#server/voice/speech/speech.ts";
import type { DraftedEngine, EngineDraft } from "#shared/api/admin/settings/engine-settings.ts";
import type { EngineName, EngineTest } from "#shared/api/admin/settings/engines.ts";
import {
  addressOf,
  draftedEnv,
  draftedServer,
  type EngineSettingsDeps,
  keptEnv,
  requireModel,
  withoutCredentials,
} from "./engine-settings.ts";
import {
  createEngineProbes,
  createProbes,
  type Engines,
  type Probe,
  ProbeError,
  type ProbeListener,
} from "./probes.ts";

type TesterDeps = Omit<Engines, "env"> & EngineSettingsDeps;

export interface EngineTester {
  /** Throws HttpError 409 while another test runs in this process. */
  test(by: Caller, engine: EngineName): Promise<EngineTest>;
  testDraft(by: Caller, drafted: { engine: DraftedEngine; env: EngineEnv }, probe: Probe): Promise<EngineTest>;
}

/** A test under way, or one that is over and for whose result nobody has come. */
interface RunningTest {
  /** By whom, and of what. */
  key: string;
  started: number;
  result: Promise<EngineTest>;
  /** Resolves when its model turns out to be loaded first. */
  loading: Promise<void>;
  isLoading: boolean;
  isOver: boolean;
}

/** Proxies close a connection that is silent for longer. */
const LOADING_ANSWER_MS = 20_000;
const KEPT_FOR_MS = 60_000;

export function createEngineTester(deps: TesterDeps): EngineTester {
  const probes = createProbes(deps);
  let running: RunningTest | null = null;

  async function tested(by: Caller, engine: EngineName | DraftedEngine, probe: Probe, drafted?: EngineEnv) {
    const key = JSON.stringify([by.user.id, engine, drafted]);
    if (running?.isLoading && running.key === key)
      return resultOf(running, sleep(LOADING_ANSWER_MS, undefined, { ref: false }));
    if (running !== null && !running.isOver)
      throw conflict("Another test is under way. Please wait until it has ended.");
    const test = begin(key, async (onLoading) => {
      const result = await runProbe(deps.log, engine, probe, onLoading);
      const { works, milliseconds } = result;
      await record(deps.db, {
        by,
        action: "engine.test",
        target: { kind: "engine", id: engine, name: engine },
        details: {
          ...{ works, milliseconds, address: addressOf(engine, drafted ?? (await keptEnv(deps))) },
          ...(drafted !== undefined && { isSaved: false }),
        },
      });
      return result;
    });
    running = test;
    return resultOf(test, test.loading);
  }

  function begin(key: string, run: (onLoading: () => void) => Promise<EngineTest>): RunningTest {
    let tell: () => void = () => undefined;
    const loading = new Promise<void>((resolve) => {
      tell = resolve;
    });
    const result = run(() => {
      test.isLoading = true;
      tell();
    });
    const test = { key, started: performance.now(), result, loading, isLoading: false, isOver: false };
    const end = () => {
      test.isOver = true;
      setTimeout(() => forget(test), KEPT_FOR_MS).unref();
    };
    result.then(end, end);
    return test;
  }

  const forget = (test: RunningTest) => {
    if (running === test) running = null;
  };

  /** What comes of it, or that its model is being loaded, where that takes until then. */
  async function resultOf(test: RunningTest, until: Promise<unknown>): Promise<EngineTest> {
    const result = await Promise.race([test.result, until.then(() => null)]).catch((error: unknown) => {
      forget(test);
      throw error;
    });
    if (result === null) {
      const milliseconds = Math.round(performance.now() - test.started);
      return { works: false, milliseconds, sentence: "The model is being loaded …", sound: null, isLoading: true };
    }
    forget(test);
    return result;
  }

  return {
    test: (by, engine) => tested(by, engine, probes[engine]),
    testDraft: (by, { engine, env }, probe) => tested(by, engine, probe, env),
  };
}

interface DraftTest {
  by: Caller;
  engine: DraftedEngine;
  draft: EngineDraft;
  voiceName: string;
}

export async function testDraftedEngine(
  deps: TesterDeps,
  tester: EngineTester,
  { by, engine, draft, voiceName }: DraftTest,
): Promise<EngineTest> {
  const env = await draftedEnv(deps, draft);
  if (engine === "model") requireModel(deps.env, draft);
  const made = createEngines(env);
  try {
    const probe = createEngineProbes({ ...made, env: deps.env, files: deps.files }, voiceName)[engine];
    return await tester.testDraft(by, { engine, env }, probe);
  } finally {
    await Promise.all([made.speech.close(), made.builtInSpeech.close()]);
  }
}

const NO_MODELS =
  "The server has no models yet. Load one there first; for Ollama, press Look for a model on this machine.";

export async function listDraftedModels(
  deps: EngineSettingsDeps,
  by: Caller,
  server: Pick<EngineDraft, "baseUrl" | "apiKey">,
): Promise<ModelList> {
  const account = await draftedServer(deps, server);
  const list = await modelsOf(deps, account);
  await record(deps.db, {
    by,
    action: "engine.list_models",
    target: { kind: "engine", id: "model", name: "model" },
    details: { address: withoutCredentials(account.baseUrl), models: list.models.length },
  });
  return list;
}

interface ModelList {
  models: string[];
  problem: string | null;
}

async function modelsOf(deps: EngineSettingsDeps, account: OpenAiAccount): Promise<ModelList> {
  if (account.apiKey === undefined && account.baseUrl === undefined)
    return { models: [], problem: "Enter a model server's address, or a key for OpenAI." };
  try {
    const models = await listModels(account);
    return { models, problem: models.length === 0 ? NO_MODELS : null };
  } catch (error) {
    if (!(error instanceof LanguageModelError)) throw error;
    deps.log.warn({ reason: error.message }, "the models of a server could not be listed");
    const hasNoList = error.code === "unknown_model";
    return {
      models: [],
      problem: hasNoList
        ? "The server tells no list of its models. Type the name."
        : `${error.advice}${quoteOf(error)}`,
    };
  }
}

export async function runProbe(
  log: Log,
  engine: string,
  { timeoutMs, ifLate = "", run }: Probe,
  onLoading: () => void = () => undefined,
): Promise<EngineTest & { isLate: boolean }> {
  const started = performance.now();
  let sound: string | null = null;
  const ended = (works: boolean, sentence: string, isLate = false) => ({
    ...{ works, isLate },
    milliseconds: Math.round(performance.now() - started),
    sentence,
    sound,
  });
  const onSound = (mp3: Uint8Array) => {
    sound = Buffer.from(mp3).toString("base64");
  };
  try {
    return ended(true, await withTimeout(timeoutMs, run, { onSound, onLoading }));
  } catch (error) {
    // Causes quote the other server, whose answer may quote our key.
    const reason = error instanceof Error ? error.message : "unknown";
    log.warn({ engine, reason }, "an engine's test failed");
    const isLate = error instanceof TimeoutError || (error instanceof LanguageModelError && error.code === "timeout");
    const sentence = error instanceof TimeoutError ? `${error.sentence} ${ifLate}`.trim() : sentenceOf(error);
    return ended(false, `${sentence}${quoteOf(error)}`, isLate);
  }
}

export class TimeoutError extends Error {
  readonly sentence: string;

  constructor(milliseconds: number) {
    super(`no answer within ${milliseconds} ms`);
    this.sentence = `It did not answer within ${milliseconds / 1000} seconds.`;
  }
}

/** Some engines ignore the signal, or end without an error. */
export function withTimeout(milliseconds: number, run: Probe["run"], on: ProbeListener = {}): Promise<string> {
  const controller = new AbortController();
  return new Promise((resolve, reject) => {
    const giveUpAfter = (ms: number) =>
      setTimeout(() => {
        reject(new TimeoutError(ms));
        controller.abort();
      }, ms);
    let timer = giveUpAfter(milliseconds);
    const waitLonger = () => {
      clearTimeout(timer);
      timer = giveUpAfter(milliseconds + LOADING_MS);
      on.onLoading?.();
    };
    run(controller.signal, { ...on, onLoading: waitLonger })
      .then(resolve, reject)
      .finally(() => clearTimeout(timer));
  });
}

function sentenceOf(error: unknown): string {
  if (error instanceof ProbeError) return error.message;
  if (error instanceof LanguageModelError || error instanceof SpeechError || error instanceof RecognitionError)
    return error.advice;
  const hasSentence = error instanceof StorageFullError || error instanceof StorageUnavailableError;
  return hasSentence ? error.sentence : "It failed. The server's log tells more.";
}
