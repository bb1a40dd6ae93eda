/** Speech to text, whichever engine does it. */
export interface SpeechRecognizer {
  /** Null where none is configured: the client then uses the browser's own, where there is one. */
  readonly engine: { readonly kind: "azure" | "openai"; readonly name: string } | null;
  /**
   * What was said, with punctuation; empty where nothing was understood. Rejects with a RecognitionError, or with the
   * signal's reason once it is aborted.
   */
  recognize(recording: Recording, signal: AbortSignal): Promise<string>;
  /** Recognizes while one speaks; undefined where the engine takes whole recordings alone. */
  readonly listen?: Listen | undefined;
}

/** Ends without a result once the signal is aborted. */
export type Listen = (speech: Speech, signal: AbortSignal) => Listening;

interface Speech {
  /** A language of the catalogue in shared/voices.ts. */
  readonly language: string;
  readonly onPartial: OnPartial;
}

/**
 * Gets all that was understood so far, each time that it changes. Its end may still change, unless it is final: then
 * `finalSeconds` is the second of the speech up to which all of it was understood.
 */
export type OnPartial = (text: string, finalSeconds?: number) => void;

export interface Listening {
  /** Samples as in a Recording, in the order in which they were spoken. */
  write(samples: Int16Array<ArrayBuffer>): void;
  /** Nothing more is written. */
  end(): void;
  /** As `recognize` has it, some time after the end. It may reject before. */
  readonly text: Promise<string>;
}

export interface Recording {
  /** 16 kHz, mono. */
  readonly samples: Int16Array<ArrayBuffer>;
  /** A language of the catalogue in shared/voices.ts. */
  readonly language: string;
}

/** Samples per second of every Recording. */
export const RECORDING_RATE = 16_000;

export type RecognitionErrorCode =
  | "timeout"
  | "unauthorized"
  | "rate_limited"
  | "unavailable"
  /** The answer was not a recognized text. */
  | "failed"
  /** The configured server has no speech recognition. */
  | "unsupported";

const sentences: Record<RecognitionErrorCode, string> = {
  timeout: "Turning speech into text took too long. Please try again, or type instead.",
  unauthorized: "Speaking is not set up right. Please type instead, and tell an administrator.",
  rate_limited: "Listening is busy right now. Please try again in a moment.",
  unavailable: "What you said can't be turned into text right now. Please try again, or type instead.",
  failed: "That recording could not be turned into text. Please type instead.",
  unsupported: "Speaking is not set up here. Please type instead.",
};

const advice: Partial<Record<RecognitionErrorCode, string>> = {
  unauthorized: "The speech service refused our key. An administrator needs to check its settings.",
  unsupported:
    "The configured server can't turn speech into text. An administrator can set AZURE_SPEECH_KEY, or an OpenAI-compatible server with speech recognition.",
};

/** `message` is for the log and may name the cause; `sentence` is for the person, `advice` for an administrator. */
export class RecognitionError extends Error {
  readonly code: RecognitionErrorCode;
  readonly sentence: string;
  readonly advice: string;

  constructor(code: RecognitionErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "RecognitionError";
    this.code = code;
    this.sentence = sentences[code];
    this.advice = advice[code] ?? this.sentence;
  }
}

export const noRecognizer: SpeechRecognizer = {
  engine: null,
  recognize: () => Promise.reject(new RecognitionError("unsupported", "no recognizer is set")),
};
