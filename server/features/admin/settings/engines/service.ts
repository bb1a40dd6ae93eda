import type { EngineName, EngineTest } from "../../../../../shared/api/admin/settings/engines.ts";
import type { Db } from "../../../../db/client.ts";
import { conflict } from "../../../../http/errors.ts";
import type { Log } from "../../../../log.ts";
import { StorageFullError, StorageUnavailableError } from "../../../../providers/files/files.ts";
import { LanguageModelError } from "../../../../providers/llm/llm.ts";
import { RecognitionError } from "../../../../providers/recognition/recognition.ts";
import { SpeechError } from "../../../../providers/speech/speech.ts";
import { type Caller, record } from "../../../audit/service.ts";
import { createProbes, type Engines, type Probe, ProbeError } from "./probes.ts";

interface TesterDeps extends Engines {
  db: Db;
  log: Log;
}

export interface EngineTester {
  /** @throws 409 while another test is under way in this process */
  test(by: Caller, engine: EngineName): Promise<EngineTest>;
}

export function createEngineTester(deps: TesterDeps): EngineTester {
  const probes = createProbes(deps);
  let isTesting = false;
  return {
    async test(by, engine) {
      if (isTesting) throw conflict("Another test is under way. Please wait until it has ended.");
      isTesting = true;
      try {
        const result = await measured(deps.log, engine, probes[engine]);
        const { works, milliseconds } = result;
        await record(deps.db, {
          by,
          action: "engine.test",
          target: { kind: "engine", id: engine, name: engine },
          details: { works, milliseconds },
        });
        return result;
      } finally {
        isTesting = false;
      }
    },
  };
}

async function measured(log: Log, engine: EngineName, { timeoutMs, run }: Probe): Promise<EngineTest> {
  const started = performance.now();
  const ended = (works: boolean, sentence: string) => ({
    works,
    milliseconds: Math.round(performance.now() - started),
    sentence,
  });
  try {
    return ended(true, await withTimeout(timeoutMs, run));
  } catch (error) {
    // The causes of engine errors quote the other server, whose answer may quote our key.
    const reason = error instanceof Error ? error.message : "unknown";
    log.warn({ engine, reason }, "an engine's test failed");
    return ended(false, sentenceOf(error));
  }
}

class TimeoutError extends Error {
  constructor(readonly milliseconds: number) {
    super(`no answer within ${milliseconds} ms`);
  }
}

/** Rejects in time also where an engine ignores the signal, or ends without an error when it is aborted. */
function withTimeout(milliseconds: number, run: Probe["run"]): Promise<string> {
  const controller = new AbortController();
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      reject(new TimeoutError(milliseconds));
      controller.abort();
    }, milliseconds);
    run(controller.signal)
      .then(resolve, reject)
      .finally(() => clearTimeout(timer));
  });
}

function sentenceOf(error: unknown): string {
  if (error instanceof TimeoutError) return `It did not answer within ${error.milliseconds / 1000} seconds.`;
  if (error instanceof ProbeError) return error.message;
  const hasSentence =
    error instanceof LanguageModelError ||
    error instanceof SpeechError ||
    error instanceof RecognitionError ||
    error instanceof StorageFullError ||
    error instanceof StorageUnavailableError;
  return hasSentence ? error.sentence : "It failed. The server's log tells more.";
}
