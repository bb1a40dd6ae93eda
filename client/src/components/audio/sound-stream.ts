const TYPE = "audio/mpeg";

/**
 * Whether the browser plays MP3s that are put together while they play. Safari is left out: it says so on some devices, but a
 * clip is the one way that is heard on all of them, locked ones too.
 */
export const canStream = (): boolean =>
  "MediaSource" in window && !navigator.vendor.startsWith("Apple") && MediaSource.isTypeSupported(TYPE);

/**
 * Clips as one sound for an audio element, which begins with the first bytes and has no gap between two clips. (An address that
 * still sends is no way to begin early: Chromium plays nothing before it has 32 KB of it, some five seconds of speech.)
 */
export class SoundStream {
  readonly url: string;
  readonly #source = new MediaSource();
  readonly #buffer: Promise<SourceBuffer>;
  #isClosed = false;

  constructor() {
    this.url = URL.createObjectURL(this.#source);
    this.#buffer = new Promise((resolve) => {
      this.#source.addEventListener("sourceopen", () => resolve(this.#source.addSourceBuffer(TYPE)), { once: true });
    });
  }

  /**
   * Adds bytes behind those before. One call after the other.
   * @returns the second at which they begin; null where the element plays this stream no more, or can't
   */
  async append(mp3: Uint8Array<ArrayBuffer>): Promise<number | null> {
    const buffer = await this.#buffer;
    if (!this.#isOpen()) return null;
    const start = lengthOf(buffer);
    try {
      const isDone = new Promise<boolean>((resolve) => {
        buffer.addEventListener("updateend", () => resolve(true), { once: true });
        buffer.addEventListener("error", () => resolve(false), { once: true });
      });
      buffer.appendBuffer(mp3);
      return (await isDone) && this.#isOpen() ? start : null;
    } catch {
      return null;
    }
  }

  /** Tells that nothing more is added: the element then ends. */
  end(): void {
    if (this.#isOpen()) this.#source.endOfStream();
  }

  /** To be called when the element plays something else. */
  close(): void {
    this.#isClosed = true;
    URL.revokeObjectURL(this.url);
  }

  #isOpen(): boolean {
    return !this.#isClosed && this.#source.readyState === "open";
  }
}

const lengthOf = ({ buffered }: SourceBuffer): number =>
  buffered.length === 0 ? 0 : buffered.end(buffered.length - 1);
