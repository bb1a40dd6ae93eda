import type { Speaker } from "./media-session.ts";
import { type ClipOutcome, resumeClip, type Turn, takeTurn } from "./player.ts";

/** How many clips are fetched ahead: the one that plays and the next. */
const READY = 2;

/**
 * How a queue ended: `ended` when all playable clips were heard, `stopped` by a person or by another clip,
 * `unplayable` when none of them could be played.
 */
export type QueueEnd = "ended" | "stopped" | "unplayable";

interface QueueOptions extends Speaker {
  /** The key for `useClip`: `loading` before the first sound, then `playing` until the end, also between two clips. */
  key: string;
  /** Called once, when the queue is over; not if it never had a clip. */
  onIdle: (end: QueueEnd) => void;
}

interface Waiting {
  /** The URL of a blob; null where the clip could not be fetched. The property is null before the fetch. */
  clip: Promise<string | null> | null;
  /** An address, or the sound itself. */
  source: string | Blob;
}

/**
 * Plays clips one after the other on the page's one player, while more are added. The next is fetched while one is
 * heard. A clip that can't be fetched or decoded is skipped. The queue takes the player when its first clip is added.
 */
export class SpeechQueue {
  readonly #speaker: Speaker;
  readonly #onIdle: (end: QueueEnd) => void;
  readonly #fetching = new AbortController();
  readonly #waiting: Waiting[] = [];
  #key: string;
  #turn: Turn | null = null;
  #hasEnded = false;
  #isOver = false;
  #isRunning = false;
  #hasBeenHeard = false;
  #goOn: (() => void) | null = null;

  constructor({ key, onIdle, ...speaker }: QueueOptions) {
    this.#key = key;
    this.#onIdle = onIdle;
    this.#speaker = speaker;
  }

  enqueue(source: string | Blob): void {
    if (this.#isOver || this.#hasEnded) return;
    this.#waiting.push({ source, clip: null });
    this.#turn ??= takeTurn(this.#key, this.#speaker, () => this.#finish("stopped"));
    this.#prepare();
    if (!this.#isRunning) void this.#run(this.#turn);
  }

  /** Tells that no more clips are added; those that wait are still played. */
  end(): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    if (!this.#isRunning) this.#finish(this.#hasBeenHeard ? "ended" : "unplayable");
  }

  /** Stops at once and drops the clips that wait. */
  stop(): void {
    this.#finish("stopped");
  }

  /** Goes on after a pause, or where the browser needed a tap. Call it in a tap. */
  resume(): void {
    if (this.#goOn === null) resumeClip();
    else this.#goOn();
  }

  rename(key: string): void {
    this.#key = key;
    this.#turn?.rename(key);
  }

  /** Whether a clip was ever added. */
  hasClips(): boolean {
    return this.#turn !== null;
  }

  /** Whether it holds the player. */
  isLive(): boolean {
    return this.#turn !== null && !this.#isOver;
  }

  async #run(turn: Turn): Promise<void> {
    this.#isRunning = true;
    for (let next = this.#waiting[0]; next !== undefined && !this.#isOver; next = this.#waiting[0]) {
      this.#prepare();
      const clip = await next.clip;
      if (this.#isOver) break;
      if (clip !== null) this.#note(await this.#playOrWait(turn, clip));
      this.#waiting.shift();
      release(next);
    }
    this.#isRunning = false;
    if (this.#hasEnded && this.#waiting.length === 0) this.#finish(this.#hasBeenHeard ? "ended" : "unplayable");
  }

  async #playOrWait(turn: Turn, clip: string): Promise<ClipOutcome> {
    for (;;) {
      const outcome = await turn.play(clip);
      if (outcome !== "blocked") return outcome;
      await new Promise<void>((resolve) => {
        this.#goOn = resolve;
      });
      this.#goOn = null;
      if (this.#isOver) return "stopped";
    }
  }

  #note(outcome: ClipOutcome): void {
    if (outcome === "ended") this.#hasBeenHeard = true;
    if (outcome === "stopped") this.#finish("stopped");
  }

  #prepare(): void {
    for (const one of this.#waiting.slice(0, READY)) one.clip ??= openClip(one.source, this.#fetching.signal);
  }

  #finish(end: QueueEnd): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#fetching.abort();
    for (const one of this.#waiting.splice(0)) release(one);
    this.#goOn?.();
    this.#turn?.leave();
    if (this.#turn !== null) this.#onIdle(end);
  }
}

async function openClip(source: string | Blob, signal: AbortSignal): Promise<string | null> {
  if (source instanceof Blob) return URL.createObjectURL(source);
  try {
    const response = await fetch(source, { credentials: "include", signal });
    return response.ok ? URL.createObjectURL(await response.blob()) : null;
  } catch {
    return null;
  }
}

function release({ clip }: Waiting): void {
  void clip?.then((address) => address !== null && URL.revokeObjectURL(address));
}
