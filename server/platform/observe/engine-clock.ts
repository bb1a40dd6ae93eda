import { SpanKind, SpanStatusCode } from "@opentelemetry/api";
import { RangeNotSatisfiableError } from "../files/files.ts";
import { type Instruments, inBuckets, noInstruments, REPLY_BUCKETS, secondsSince } from "./instruments.ts";
import { contextOfCurrentSpan } from "./spans.ts";

type EnginePart = "model" | "voice" | "recognition" | "files";

interface EngineCall {
  /** Called at the first words of a reply. */
  firstWords(): void;
  end(outcome: string): void;
}

/** Measures the calls of engines. */
export interface EngineClock {
  /** For a call that is no single promise. @param kind which engine it is, of few */
  beginCall(part: EnginePart, kind: string): EngineCall;
  duringCall<Result>(part: EnginePart, kind: string, run: () => Promise<Result>, signal?: AbortSignal): Promise<Result>;
  /** What a language model read and wrote, by what it was asked for. */
  countTokens(model: string, purpose: string, tokens: { promptTokens: number; replyTokens: number }): void;
}

export function createEngineClock(instruments: Instruments = noInstruments): EngineClock {
  const beginCall = engineCalls(instruments);
  const tokens = instruments.meter.createCounter("pettalk_model_tokens_total", {
    description:
      "Tokens that language models read and wrote, by what they were asked for; estimated where a server does not count.",
  });
  return {
    beginCall,
    async duringCall(part, kind, run, signal) {
      const call = beginCall(part, kind);
      try {
        const result = await run();
        call.end("ok");
        return result;
      } catch (error) {
        call.end(outcomeOf(error, signal));
        throw error;
      }
    },
    countTokens(model, purpose, { promptTokens, replyTokens }) {
      tokens.add(promptTokens, { model, purpose, direction: "read" });
      tokens.add(replyTokens, { model, purpose, direction: "written" });
    },
  };
}

function engineCalls({ meter, tracer }: Instruments): EngineClock["beginCall"] {
  const calls = meter.createCounter("pettalk_engine_calls_total", {
    description: "Calls of engines, by what came of them: ok, ended (by us), or the kind of failure.",
  });
  const durations = meter.createHistogram(
    "pettalk_engine_call_duration_seconds",
    inBuckets(REPLY_BUCKETS, "Time that calls of engines took."),
  );
  const firstTokens = meter.createHistogram(
    "pettalk_model_first_token_seconds",
    inBuckets(REPLY_BUCKETS, "Time from the call of the language model to its first words."),
  );
  return (part, kind) => {
    const startedAt = performance.now();
    const attributes = { "pettalk.engine.part": part, "pettalk.engine.kind": kind };
    const span = tracer.startSpan(part, { kind: SpanKind.CLIENT, attributes }, contextOfCurrentSpan());
    return {
      firstWords() {
        firstTokens.record(secondsSince(startedAt), { kind });
        span.addEvent("first words");
      },
      end(outcome) {
        calls.add(1, { part, kind, outcome });
        durations.record(secondsSince(startedAt), { part, kind });
        span.setAttribute("pettalk.outcome", outcome);
        if (outcome !== "ok" && outcome !== "ended") span.setStatus({ code: SpanStatusCode.ERROR });
        span.end();
      },
    };
  };
}

/** The code of an engine's own error, which are few; what else throws one has no sentence for people. */
export function outcomeOf(error: unknown, signal?: AbortSignal): string {
  if (signal?.aborted) return "ended";
  // The store worked; only the range that was asked for does not exist.
  if (error instanceof RangeNotSatisfiableError) return "ok";
  const isKnown = error instanceof Error && "sentence" in error && "code" in error;
  return isKnown ? String(error.code) : "failed";
}
