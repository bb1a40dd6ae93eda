/** What can be played: an address, the sound itself, or a clip that is on its way already. */
export type ClipSource = string | Blob | IncomingClip;

/**
 * A connection that brings nothing for so long is taken for lost, as in a dead spot, so that a walk goes on. A throttled voice
 * may wait for the end of the whole text, which takes less.
 */
export const STALLED_MS = 60_000;

/** A clip on its way to the page: its pieces as they come, for several readers, each from its beginning. */
export class IncomingClip {
  readonly #pieces: Uint8Array<ArrayBuffer>[] = [];
  /** Whether all of it came; undefined while more is awaited. */
  #isWhole: boolean | undefined;
  #waiting: (() => void)[] = [];

  /** Takes the next piece. */
  add(piece: Uint8Array<ArrayBuffer>): void {
    this.#pieces.push(piece);
    this.#wake();
  }

  /** To be called when no more comes; the first call counts. @param isWhole whether all of it came */
  end(isWhole: boolean): void {
    this.#isWhole ??= isWhole;
    this.#wake();
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

  /** Null where not all of it came. */
  async whole(): Promise<Blob | null> {
    while (this.#isWhole === undefined) await this.#changed();
    return this.#isWhole ? new Blob(this.#pieces, { type: "audio/mpeg" }) : null;
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

/** @param signal ends the fetching of an address */
export function incomingClip(source: ClipSource, signal: AbortSignal): IncomingClip {
  if (source instanceof IncomingClip) return source;
  const clip = new IncomingClip();
  const receiving = source instanceof Blob ? read(source, clip) : fetchInto(clip, source, signal);
  void receiving.then(
    (isWhole) => clip.end(isWhole),
    () => clip.end(false),
  );
  return clip;
}

async function read(source: Blob, clip: IncomingClip): Promise<boolean> {
  clip.add(new Uint8Array(await source.arrayBuffer()));
  return true;
}

async function fetchInto(clip: IncomingClip, url: string, signal: AbortSignal): Promise<boolean> {
  const ending = new AbortController();
  const end = () => ending.abort();
  signal.addEventListener("abort", end);
  let stalled = setTimeout(end, STALLED_MS);
  try {
    const response = await fetch(url, { credentials: "include", signal: ending.signal });
    if (!response.ok || response.body === null) return false;
    const reader = response.body.getReader();
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
      clip.add(next.value);
      clearTimeout(stalled);
      stalled = setTimeout(end, STALLED_MS);
    }
    return true;
  } finally {
    clearTimeout(stalled);
    signal.removeEventListener("abort", end);
  }
}
