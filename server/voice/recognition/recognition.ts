export interface SpeechRecognizer {
  /** Null where none is configured: the client then uses the browser's own. */
  readonly engine: { readonly kind: "azure" | "openai"; readonly name: string } | null;
  /** Empty where nothing was understood. Rejects with a RecognitionError, or with the signal's reason. */
  recognize(recording: Recording, signal: AbortSignal): Promise<string>;
  /** Whether it may be asked for what was said so far: each time costs what a recording costs. */
  readonly inPauses: boolean;
  readonly listen?: Listen | undefined;
}

export type Listen = (speech: Speech, signal: AbortSignal) => Listening;

interface Speech {
  readonly language: string;
  readonly onPartial: OnPartial;
}

/** Gets all of the text each time it changes. `finalSeconds`: the second of the speech up to which it is final. */
export type OnPartial = (text: string, finalSeconds?: number) => void;

export interface Listening {
  write(samples: Int16Array<ArrayBuffer>): void;
  end(): void;
  readonly text: Promise<string>;
}

export interface Recording {
  readonly samples: Int16Array<ArrayBuffer>;
  readonly language: string;
}

export const RECORDING_RATE = 16_000;

export type RecognitionErrorCode =
  | "timeout"
  | "unauthorized"
  | "rate_limited"
  | "unavailable"
  /** The answer was no recognized text. */
  | "failed"
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

/** `message` is for the log; `sentence` for the person, `advice` for an administrator. */
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
  inPauses: false,
  recognize: () => Promise.reject(new RecognitionError("unsupported", "no recognizer is set")),
};

const HEADER_BYTES = 44;

export function wavFile(samples: Int16Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const sound = new Uint8Array(samples.buffer, samples.byteOffset, samples.byteLength);
  const file = new Uint8Array(HEADER_BYTES + sound.length);
  const view = new DataView(file.buffer);
  const write = (position: number, text: string) => file.set(new TextEncoder().encode(text), position);
  write(0, "RIFF");
  view.setUint32(4, file.length - 8, true);
  write(8, "WAVEfmt ");
  view.setUint32(16, 16, true);
  view.setUint16(20, 1, true);
  view.setUint16(22, 1, true);
  view.setUint32(24, RECORDING_RATE, true);
  view.setUint32(28, 2 * RECORDING_RATE, true);
  view.setUint16(32, 2, true);
  view.setUint16(34, 16, true);
  write(36, "data");
  view.setUint32(40, sound.length, true);
  file.set(sound, HEADER_BYTES);
  return file;
}
