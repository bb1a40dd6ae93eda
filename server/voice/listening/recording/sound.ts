import { limits } from "#shared/limits.ts";

/** Samples per second to which every recording is converted: the rate that recognizers are trained on. */
export const SAMPLE_RATE = 16_000;

/** A recorder that stops by itself after two minutes may still write the rest of its buffers. */
const TOLERANCE_SECONDS = 2;

export const MAX_SECONDS = limits.recordingSeconds + TOLERANCE_SECONDS;

export type RefusalReason = "not_audio" | "unsupported_audio" | "damaged_audio" | "too_long";

/** A recording that can't be used, because of the file itself. */
export class RecordingRefusal extends Error {
  readonly reason: RefusalReason;

  constructor(reason: RefusalReason, message: string, options?: ErrorOptions) {
    super(message, options);
    this.reason = reason;
  }
}

/** Collects mono samples (-1 to 1) up to the longest recording. */
export class SampleCollector {
  #samples = new Float32Array(SAMPLE_RATE);
  #length = 0;
  readonly #limit: number;

  constructor(sampleRate: number) {
    this.#limit = Math.ceil(MAX_SECONDS * sampleRate);
  }

  /** @throws RecordingRefusal `too_long` */
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

/** The pieces of a file up to its end, or to where it is damaged. */
export async function* untilBroken<Piece>(pieces: AsyncGenerator<Piece, void>): AsyncGenerator<Piece, void> {
  try {
    yield* pieces;
  } catch {
    // The pieces before can still be used.
  }
}
