import { limits } from "#shared/limits.ts";

/** Per second: the rate that recognizers are trained on. */
export const SAMPLE_RATE = 16_000;

/** A recorder that stops after two minutes may still write its buffers. */
const TOLERANCE_SECONDS = 2;

export const MAX_SECONDS = limits.recordingSeconds + TOLERANCE_SECONDS;

export type RefusalReason = "not_audio" | "unsupported_audio" | "damaged_audio" | "too_long";

export class RecordingRefusal extends Error {
  readonly reason: RefusalReason;

  constructor(reason: RefusalReason, message: string, options?: ErrorOptions) {
    super(message, options);
    this.reason = reason;
  }
}

export class SampleCollector {
  #samples = new Float32Array(SAMPLE_RATE);
  #length = 0;
  readonly #limit: number;

  constructor(sampleRate: number) {
    this.#limit = Math.ceil(MAX_SECONDS * sampleRate);
  }

  /** Throws RecordingRefusal `too_long`. */
  add(samples: Float32Array): void {
    const length = this.#length + samples.length;
    if (length > this.#limit) throw new RecordingRefusal("too_long", `more than ${MAX_SECONDS} s`);
    if (length > this.#samples.length) {
      const grown = new Float32Array(Math.max(length, 2 * this.#samples.length));
      grown.set(this.#samples.subarray(0, this.#length));
      this.#samples = grown;
    }
    this.#samples.set(samples, this.#length);
    this.#length = length;
  }

  all(): Float32Array {
    return this.#samples.subarray(0, this.#length);
  }
}

export async function* untilBroken<Piece>(pieces: AsyncGenerator<Piece, void>): AsyncGenerator<Piece, void> {
  try {
    yield* pieces;
  } catch {
    // The pieces before can still be used.
  }
}
