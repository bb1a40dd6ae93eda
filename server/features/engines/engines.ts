import { type LanguageModel, type ModelRequest, noLanguageModel, type SpentTokens } from "#server/models/chat/llm.ts";
import { createOpenAiModel } from "#server/models/chat/openai.ts";
import { createEmbedder } from "#server/models/embeddings/create.ts";
import type { Embedder } from "#server/models/embeddings/embedder.ts";
import { isForPets } from "#server/models/ollama.ts";
import type { Env } from "#server/platform/env.ts";
import { createEngineClock, type EngineClock, outcomeOf } from "#server/platform/observe/engine-clock.ts";
import { createRecognizer } from "#server/voice/recognition/create.ts";
import type { Listen, SpeechRecognizer } from "#server/voice/recognition/recognition.ts";
import { createSpeech } from "#server/voice/speech/create.ts";
import { createEmbeddedSpeech, type EmbeddedSpeech } from "#server/voice/speech/embedded.ts";
import type { SpeechSynthesizer } from "#server/voice/speech/speech.ts";

const names = [
  "OPENAI_API_KEY",
  "OPENAI_BASE_URL",
  "OPENAI_MODEL",
  "OPENAI_EMBEDDING_MODEL",
  "OPENAI_TRANSCRIBE_MODEL",
  "OPENAI_TRANSCRIBE_IN_PAUSES",
  "OPENAI_REASONING_EFFORT",
  "OPENAI_THINKING_TOKENS",
  "OPENAI_CONTEXT_TOKENS",
  "OPENAI_TIMEOUT_S",
  "OPENAI_SPEECH_MODEL",
  "OPENAI_SPEECH_BASE_URL",
  "OPENAI_SPEECH_KEY",
  "OPENAI_SPEECH_VOICES",
  "AZURE_SPEECH_KEY",
  "AZURE_SPEECH_REGION",
  "AZURE_SPEECH_HOST",
] as const;

/** What is set of the engines, by the names of the environment, wherever it was set. */
export type EngineEnv = Pick<Env, (typeof names)[number]>;

export interface EngineSet {
  llm: LanguageModel;
  embedder: Embedder;
  speech: SpeechSynthesizer;
  recognizer: SpeechRecognizer;
}

/** ISO. */
export type EngineChanges = { model: string | null; voice: string | null };

/** The engines of these settings. @param builtIn speaks where no other speech is set */
export const makeEngines = (env: EngineEnv, builtIn: EmbeddedSpeech): EngineSet => ({
  llm: createLanguageModel(env),
  embedder: createEmbedder(env),
  speech: createSpeech(env, builtIn),
  recognizer: createRecognizer(env),
});

/** With neither a key nor an address there is none (D3). */
function createLanguageModel(env: EngineEnv): LanguageModel {
  if (env.OPENAI_API_KEY === undefined && env.OPENAI_BASE_URL === undefined) return noLanguageModel;
  return createOpenAiModel({
    apiKey: env.OPENAI_API_KEY,
    baseUrl: env.OPENAI_BASE_URL,
    model: env.OPENAI_MODEL,
    // On a machine like those that these run on, thinking takes longer than anybody waits.
    reasoningEffort: env.OPENAI_REASONING_EFFORT ?? (isForPets(env.OPENAI_MODEL) ? "none" : undefined),
    thinkingTokens: env.OPENAI_THINKING_TOKENS,
    contextTokens: env.OPENAI_CONTEXT_TOKENS,
    timeoutS: env.OPENAI_TIMEOUT_S,
  });
}

export interface Engines extends EngineSet {
  /** Since when another model or voice speaks than before; null where none was changed. */
  changed: EngineChanges;
  /** Speech that costs nothing, whatever is set. Closed by itself, as `speech` may be another one. */
  builtInSpeech: SpeechSynthesizer;
  /**
   * Replaces the engines, where the settings have changed, for every call from now on; what is under way ends with the
   * engine it began with. One reading begins after the other has ended, so that the latest counts.
   */
  update(read: () => Promise<EngineEnv>): Promise<void>;
}

/** A set of engines, and how many are being spoken with: a synthesizer that is closed gives up what it is saying. */
interface Generation {
  env: EngineEnv;
  set: EngineSet;
  utterances: number;
  isReplaced: boolean;
}

interface EnginesOptions {
  clock?: EngineClock;
  make?: typeof makeEngines;
}

/** The engines of this process. They can be handed on and kept: each call goes to the engine that is set at that moment. */
export function createEngines(
  env: EngineEnv,
  { clock = createEngineClock(), make = makeEngines }: EnginesOptions = {},
): Engines {
  const builtInSpeech = createEmbeddedSpeech();
  const generationOf = (env: EngineEnv): Generation => ({
    env,
    set: make(env, builtInSpeech),
    utterances: 0,
    isReplaced: false,
  });
  let current = generationOf(env);
  let updated = Promise.resolve();

  function replaceBy(wanted: EngineEnv): void {
    if (isSame(current.env, wanted)) return;
    const replaced = current;
    current = generationOf(wanted);
    replaced.isReplaced = true;
    closeUnused(replaced);
  }

  function closeUnused({ isReplaced, utterances, set: { speech } }: Generation): void {
    if (isReplaced && utterances === 0 && speech !== builtInSpeech) void speech.close().catch(() => undefined);
  }

  const measured = (speech: SpeechSynthesizer) => measuredSpeech(clock, speech);
  const currentSpeech = (): SpeechSynthesizer => {
    const used = current;
    const count = (change: number) => {
      used.utterances += change;
      closeUnused(used);
    };
    return countedSpeech(measured(used.set.speech), count);
  };

  return {
    changed: { model: null, voice: null },
    builtInSpeech: measured(builtInSpeech),
    llm: {
      get engine() {
        return current.set.llm.engine;
      },
      contextTokens: () => current.set.llm.contextTokens(),
      stream: (request, signal) => measuredStream(clock, current.set.llm, request, signal),
    },
    embedder: {
      get model() {
        return current.set.embedder.model;
      },
      embed: (texts, model, signal) => current.set.embedder.embed(texts, model, signal),
    },
    speech: {
      get engine() {
        return current.set.speech.engine;
      },
      get next() {
        return currentSpeech().next;
      },
      synthesize: (utterance, signal, onPiece) => currentSpeech().synthesize(utterance, signal, onPiece),
      close: () => current.set.speech.close(),
    },
    recognizer: {
      get engine() {
        return current.set.recognizer.engine;
      },
      recognize(recording, signal) {
        const { recognizer } = current.set;
        const kind = recognizer.engine?.kind ?? "none";
        return clock.duringCall("recognition", kind, () => recognizer.recognize(recording, signal), signal);
      },
      get inPauses() {
        return current.set.recognizer.inPauses;
      },
      get listen() {
        const { listen, engine } = current.set.recognizer;
        return listen && measuredListen(clock, listen, engine?.kind ?? "none");
      },
    },
    update(read) {
      const update = updated.then(async () => replaceBy(await read()));
      updated = update.catch(() => undefined);
      return update;
    },
  };
}

const measuredSpeech = (clock: EngineClock, speech: SpeechSynthesizer): SpeechSynthesizer => ({
  engine: speech.engine,
  next: speech.next && measuredSpeech(clock, speech.next),
  synthesize: (utterance, signal, onPiece) =>
    clock.duringCall("voice", speech.engine.kind, () => speech.synthesize(utterance, signal, onPiece), signal),
  close: () => speech.close(),
});

const countedSpeech = (speech: SpeechSynthesizer, count: (change: number) => void): SpeechSynthesizer => ({
  ...speech,
  next: speech.next && countedSpeech(speech.next, count),
  async synthesize(utterance, signal, onPiece) {
    count(1);
    try {
      return await speech.synthesize(utterance, signal, onPiece);
    } finally {
      count(-1);
    }
  },
});

const isSame = (one: EngineEnv, other: EngineEnv): boolean => names.every((name) => one[name] === other[name]);

async function* measuredStream(
  clock: EngineClock,
  model: LanguageModel,
  request: ModelRequest,
  signal: AbortSignal,
): AsyncGenerator<string> {
  const { kind, name } = model.engine ?? { kind: "none", name: "" };
  const call = clock.beginCall("model", kind);
  const onSpent = (tokens: SpentTokens) => {
    clock.countTokens(name, request.purpose, tokens);
    request.onSpent?.(tokens);
  };
  let isFirst = true;
  let outcome = "ended";
  try {
    for await (const piece of model.stream({ ...request, onSpent }, signal)) {
      if (isFirst) call.firstWords();
      isFirst = false;
      yield piece;
    }
    outcome = signal.aborted ? "ended" : "ok";
  } catch (error) {
    outcome = outcomeOf(error, signal);
    throw error;
  } finally {
    call.end(outcome);
  }
}

/** From the end of what is said: before that the engine waits for whoever speaks. */
const measuredListen =
  (clock: EngineClock, listen: Listen, kind: string): Listen =>
  (speech, signal) => {
    const listening = listen(speech, signal);
    let call: ReturnType<EngineClock["beginCall"]> | undefined;
    const begun = () => {
      call ??= clock.beginCall("recognition", kind);
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
