import { concatenated } from "#server/providers/speech/mp3.ts";

/** Where the bytes of a sentence go while they are made. After `end` or `fail` nothing more is taken. */
export interface ClipWriter {
  write(mp3: Uint8Array): void;
  /** The clip is whole. */
  end(): void;
  /** No more comes: whoever listens has heard all that there is. */
  fail(): void;
}

type State = "growing" | "whole" | "failed";

/** A clip that can be heard while it is made, by several listeners, each from its beginning. */
export class GrowingClip implements ClipWriter {
  readonly #pieces: Uint8Array[] = [];
  readonly #onEnd: (whole: Uint8Array | null) => void;
  #state: State = "growing";
  #waiting: (() => void)[] = [];

  /** @param onEnd gets the whole clip, or null where it failed */
  constructor(onEnd: (whole: Uint8Array | null) => void) {
    this.#onEnd = onEnd;
  }

  write(mp3: Uint8Array): void {
    if (this.#state !== "growing" || mp3.length === 0) return;
    this.#pieces.push(mp3);
    this.#wake();
  }

  end(): void {
    this.#settle("whole");
  }

  fail(): void {
    this.#settle("failed");
  }

  /** Resolves once there are bytes, or to false where none came. */
  async hasBegun(): Promise<boolean> {
    while (this.#pieces.length === 0 && this.#state === "growing") await this.#changed();
    return this.#pieces.length > 0;
  }

  /** All pieces from the first, as they come; after a failure those that came. */
  async *read(): AsyncGenerator<Uint8Array> {
    for (let next = 0; ; next += 1) {
      while (next === this.#pieces.length && this.#state === "growing") await this.#changed();
      const piece = this.#pieces[next];
      if (piece === undefined) return;
      yield piece;
    }
  }

  #settle(state: State): void {
    if (this.#state !== "growing") return;
    this.#state = state;
    this.#wake();
    this.#onEnd(state === "whole" ? concatenated(this.#pieces) : null);
  }

  #changed(): Promise<void> {
    return new Promise((resolve) => {
      this.#waiting.push(resolve);
    });
  }

  #wake(): void {
    for (const resolve of this.#waiting.splice(0)) resolve();
  }
}
