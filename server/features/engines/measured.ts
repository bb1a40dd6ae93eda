import { type LanguageModel, LanguageModelError } from "#server/models/chat/llm.ts";
import { spentTokens } from "#server/models/chat/spent-tokens.ts";
import {
  type FileStore,
  RangeNotSatisfiableError,
  StorageFullError,
  StorageUnavailableError,
} from "#server/platform/files/files.ts";
import type { EngineCall, EngineMeter, ModelPurpose } from "#server/platform/observe/engine-meter.ts";
import { type Listen, RecognitionError, type SpeechRecognizer } from "#server/voice/recognition/recognition.ts";
import { SpeechError, type SpeechSynthesizer } from "#server/voice/speech/speech.ts";

/** One meter for several who want to know. */
export const joinedMeter = (meters: readonly EngineMeter[]): EngineMeter => ({
  begin(part, kind) {
    const calls = meters.map((meter) => meter.begin(part, kind));
    return {
      first() {
        for (const call of calls) call.first();
      },
      end(outcome) {
        for (const call of calls) call.end(outcome);
      },
    };
  },
  spent(model, purpose, tokens) {
    for (const meter of meters) meter.spent(model, purpose, tokens);
  },
});

export function measuredModel(model: LanguageModel, meter: EngineMeter, purpose: ModelPurpose): LanguageModel {
  return {
    get engine() {
      return model.engine;
    },
    async *stream(request, signal) {
      const { kind, name } = model.engine;
      const call = meter.begin("model", kind);
      let counted: { prompt: number; reply: number } | undefined;
      const onUsage = (tokens: { prompt: number; reply: number }) => {
        counted = tokens;
        request.onUsage?.(tokens);
      };
      let reply = "";
      let isFirst = true;
      let outcome = "ended";
      try {
        for await (const piece of model.stream({ ...request, onUsage }, signal)) {
          reply += piece;
          if (isFirst) call.first();
          isFirst = false;
          yield piece;
        }
        outcome = signal.aborted ? "ended" : "ok";
      } catch (error) {
        outcome = outcomeOf(error, signal);
        throw error;
      } finally {
        call.end(outcome);
        const { messages } = request;
        if (kind !== "embedded") meter.spent(name, purpose, spentTokens({ counted, messages, reply }));
      }
    },
  };
}

export function measuredSpeech(speech: SpeechSynthesizer, meter: EngineMeter): SpeechSynthesizer {
  return {
    get engine() {
      return speech.engine;
    },
    synthesize: (utterance, signal, onPiece) =>
      observe(meter.begin("voice", speech.engine.kind), () => speech.synthesize(utterance, signal, onPiece), signal),
    close: () => speech.close(),
  };
}

export function measuredRecognizer(recognizer: SpeechRecognizer, meter: EngineMeter): SpeechRecognizer {
  return {
    get engine() {
      return recognizer.engine;
    },
    recognize: (recording, signal) =>
      observe(
        meter.begin("recognition", recognizer.engine?.kind ?? "none"),
        () => recognizer.recognize(recording, signal),
        signal,
      ),
    get listen() {
      const { listen, engine } = recognizer;
      return listen && measuredListen(listen, () => meter.begin("recognition", engine?.kind ?? "none"));
    },
  };
}

/** From the end of what is said: before that the engine waits for whoever speaks. */
function measuredListen(listen: Listen, begin: () => EngineCall): Listen {
  return (speech, signal) => {
    const listening = listen(speech, signal);
    let call: EngineCall | undefined;
    const begun = () => {
      call ??= begin();
      return call;
    };
    listening.text.then(
      () => begun().end("ok"),
      (error: unknown) => begun().end(outcomeOf(error, signal)),
    );
    return {
      ...listening,
      end() {
        begun();
        listening.end();
      },
    };
  };
}

export function measuredFiles(files: FileStore, meter: EngineMeter): FileStore {
  const { engine } = files;
  const during = <Result>(run: () => Promise<Result>) => observe(meter.begin("files", engine.kind), run);
  return {
    engine,
    put: (key, body, contentType) => during(() => files.put(key, body, contentType)),
    open: (key, range) => during(() => files.open(key, range)),
    stat: (key) => during(() => files.stat(key)),
    read: (key) => during(() => files.read(key)),
    delete: (key) => during(() => files.delete(key)),
    deletePrefix: (prefix) => during(() => files.deletePrefix(prefix)),
    // Not measured: its duration is that of the reader's own work between the pages.
    list: (prefix) => files.list(prefix),
  };
}

async function observe<Result>(call: EngineCall, run: () => Promise<Result>, signal?: AbortSignal): Promise<Result> {
  try {
    const result = await run();
    call.end("ok");
    return result;
  } catch (error) {
    call.end(outcomeOf(error, signal));
    throw error;
  }
}

function outcomeOf(error: unknown, signal?: AbortSignal): string {
  if (signal?.aborted) return "ended";
  if (error instanceof LanguageModelError || error instanceof SpeechError || error instanceof RecognitionError)
    return error.code;
  if (error instanceof StorageFullError) return "full";
  if (error instanceof StorageUnavailableError) return "unavailable";
  // The store worked; only the range that was asked for does not exist.
  if (error instanceof RangeNotSatisfiableError) return "ok";
  return "failed";
}
