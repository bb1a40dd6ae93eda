import { setTimeout as sleep } from "node:timers/promises";

export interface SpeechSynthesizer {
  readonly engine: SpeechEngine;
  /** Speaks where this one fails, before the built-in voice does. */
  readonly next?: SpeechSynthesizer | undefined;
  /**
   * An MP3 of constant bit rate without tags, mono, of 24 kHz but where a speech server has another rate; empty where there
   * is nothing to say. Throws SpeechError.
   */
  synthesize(utterance: Utterance, signal: AbortSignal, onPiece?: OnPiece): Promise<Uint8Array>;
  close(): Promise<void>;
}

interface SpeechEngine {
  readonly kind: "embedded" | "azure" | "openai";
  readonly name: string;
  /** What else decides how it sounds; none where its name says all. */
  readonly sound?: readonly string[];
}

export type OnPiece = (mp3: Uint8Array) => void;

export interface Utterance {
  readonly text: string;
  readonly voiceName: string;
  /** A busy engine is not asked for it again. */
  readonly isLastTry?: boolean;
}

export type SpeechErrorCode = "timeout" | "unauthorized" | "rate_limited" | "unavailable" | "bad_voice";

const sentences: Record<SpeechErrorCode, string> = {
  timeout: "The voice took too long to answer. Please try again.",
  unauthorized: "The voice is not set up right. Please tell an administrator.",
  rate_limited: "The voice is busy right now. Please try again in a moment.",
  unavailable: "The voice isn't available right now.",
  bad_voice: "Selected voice not found",
};

const advice: Partial<Record<SpeechErrorCode, string>> = {
  unauthorized: "The speech service refused our key. An administrator needs to check its settings.",
};

interface SpeechErrorOptions extends ErrorOptions {
  /** What an administrator can do about it. */
  readonly remedy?: string;
  /** The wait that a busy server asks for. */
  readonly retryAfterMs?: number | undefined;
}

/** `message` is for the log; `sentence` for the person, `advice` for an administrator. */
export class SpeechError extends Error {
  readonly code: SpeechErrorCode;
  readonly sentence: string;
  readonly advice: string;
  readonly hasRemedy: boolean;
  readonly retryAfterMs: number | undefined;

  constructor(code: SpeechErrorCode, message: string, { remedy, retryAfterMs, ...options }: SpeechErrorOptions = {}) {
    super(message, options);
    this.name = "SpeechError";
    this.code = code;
    this.sentence = sentences[code];
    this.advice = remedy ?? advice[code] ?? this.sentence;
    this.hasRemedy = remedy !== undefined;
    this.retryAfterMs = retryAfterMs;
  }
}

interface BusyRetry {
  readonly signal: AbortSignal;
  readonly onPiece: OnPiece | undefined;
  readonly retryMs: number;
}

/** Whoever listens waits no longer for one sentence. */
const LONGEST_WAIT_MS = 5_000;

/** Asks a busy engine once more, after the wait that it names. What was heard must not be heard twice. */
export async function retryWhenBusy(
  speak: (onPiece: OnPiece) => Promise<Uint8Array>,
  { signal, onPiece, retryMs }: BusyRetry,
): Promise<Uint8Array> {
  let hasBegun = false;
  const note: OnPiece = (mp3) => {
    hasBegun = true;
    onPiece?.(mp3);
  };
  try {
    return await speak(note);
  } catch (error) {
    if (hasBegun || !(error instanceof SpeechError) || error.code !== "rate_limited") throw error;
    // Random, so that all that were sent away together do not come back together.
    const wait = error.retryAfterMs ?? retryMs * (0.5 + Math.random());
    if ((error.retryAfterMs ?? 0) > LONGEST_WAIT_MS) throw error;
    await sleep(wait, undefined, { signal }).catch(() => signal.throwIfAborted());
    return speak(note);
  }
}
