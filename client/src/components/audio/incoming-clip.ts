/** A clip on its way to the page: its pieces as they come, for several readers, each from its beginning. */
export class IncomingClip {
  readonly #source: string | Blob;
  readonly #pieces: Uint8Array<ArrayBuffer>[] = [];
  /** Whether all of it came; undefined while more is awaited. */
  #isWhole: boolean | undefined;
  #waiting: (() => void)[] = [];

  /** @param source an address, or the sound itself */
  constructor(source: string | Blob, signal: AbortSignal) {
    this.#source = source;
    const receiving = source instanceof Blob ? this.#read(source) : this.#fetch(source, signal);
    void receiving.then(
      (isWhole) => this.#settle(isWhole),
      () => this.#settle(false),
    );
  }

  /** All pieces from the first; where the connection breaks off, those that came. */
  async *pieces(): AsyncGenerator<Uint8Array<ArrayBuffer>> {
    for (let next = 0; ; next += 1) {
      while (next === this.#pieces.length && this.#isWhole === undefined) await this.#changed();
      const piece = this.#pieces[next];
      if (piece === undefined) return;
      yield piece;
    }
  }

  /** Null where it could not be fetched. */
  async whole(): Promise<Blob | null> {
    if (this.#source instanceof Blob) return this.#source;
    while (this.#isWhole === undefined) await this.#changed();
    return this.#isWhole ? new Blob(this.#pieces, { type: "audio/mpeg" }) : null;
  }

  async #read(source: Blob): Promise<boolean> {
    this.#pieces.push(new Uint8Array(await source.arrayBuffer()));
    return true;
  }

  async #fetch(url: string, signal: AbortSignal): Promise<boolean> {
    const response = await fetch(url, { credentials: "include", signal });
    if (!response.ok || response.body === null) return false;
    const reader = response.body.getReader();
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
      this.#pieces.push(next.value);
      this.#wake();
    }
    return true;
  }

  #settle(isWhole: boolean): void {
    this.#isWhole = isWhole;
    this.#wake();
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
