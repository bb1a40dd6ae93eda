import { type ClipSource, type IncomingClip, incomingClip } from "./incoming-clip.ts";
import type { Speaker } from "./media-session.ts";
import { type ClipOutcome, type Playback, resumeClip, takePlayer } from "./player.ts";
import { canStream, SoundStream } from "./sound-stream.ts";

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

interface Queued {
  clip: IncomingClip;
  /** Where it begins in the stream, in seconds; null where it is in none. */
  start: number | null;
}

/**
 * Plays clips one after the other on the page's one player, while more are added: as one stream where the browser can, so that
 * each is heard from its first bytes and without a gap; else clip by clip. A clip that can't be had or decoded is skipped. The queue takes the player when its first clip is added.
 */
export class SpeechQueue {
  readonly #speaker: Speaker;
  readonly #onIdle: (end: QueueEnd) => void;
  readonly #fetching = new AbortController();
  readonly #clips: Queued[] = [];
  #key: string;
  #playback: Playback | null = null;
  #hasEnded = false;
  #isOver = false;
  #hasBeenHeard = false;
  /** How many clips are over. */
  #done = 0;
  #isPlaying = false;
  #goOn: (() => void) | null = null;
  #waiting: (() => void)[] = [];

  constructor({ key, onIdle, ...speaker }: QueueOptions) {
    this.#key = key;
    this.#onIdle = onIdle;
    this.#speaker = speaker;
  }

  enqueue(source: ClipSource): void {
    if (this.#isOver || this.#hasEnded) return;
    this.#clips.push({ clip: incomingClip(source, this.#fetching.signal), start: null });
    this.#wake();
    if (this.#playback !== null) return;
    this.#playback = takePlayer(this.#key, this.#speaker, () => this.#finish("stopped"));
    void this.#run(this.#playback);
  }

  /** Tells that no more clips are added; those that wait are still played. */
  end(): void {
    this.#hasEnded = true;
    this.#wake();
    if (this.#playback === null) this.#finish("unplayable");
  }

  /** Stops at once and drops the clips that wait. */
  stop(): void {
    this.#finish("stopped");
  }

  /** Holds the clip where it is, until `resume`. */
  pause(): void {
    this.#playback?.pause();
  }

  /** Goes on after a pause, or where the browser needed a tap. Call it in a tap. */
  resume(): void {
    if (this.#goOn === null) resumeClip();
    else this.#goOn();
  }

  rename(key: string): void {
    this.#key = key;
    this.#playback?.rename(key);
  }

  /** Whether a clip was ever added. */
  hasClips(): boolean {
    return this.#playback !== null;
  }

  /** Whether it holds the player. */
  isLive(): boolean {
    return this.#playback !== null && !this.#isOver;
  }

  /** The number of the last clip that was heard to begin, from 1, skipped ones counted; 0 before any sound. */
  heard(): number {
    const position = this.#isPlaying ? (this.#playback?.position() ?? 0) : 0;
    if (position === 0) return this.#done;
    const streamed = this.#clips.findLastIndex(({ start }) => start !== null && start < position);
    return (streamed === -1 ? this.#done : streamed) + 1;
  }

  async #run(playback: Playback): Promise<void> {
    if (canStream()) await this.#playTogether(playback);
    while (await this.#isThere(this.#done)) {
      await this.#playOne(playback, this.#done);
      if (!this.#isOver) this.#done += 1;
    }
    this.#finish(this.#hasBeenHeard ? "ended" : "unplayable");
  }

  /** Plays the clips as one stream; where that fails, those that did not begin are left to be played one by one. */
  async #playTogether(playback: Playback): Promise<void> {
    const stream = new SoundStream();
    this.#isPlaying = true;
    const playing = playback.play(stream.url);
    const outcome = await Promise.race([playing, this.#feed(stream, playing)]);
    this.#done = outcome === "ended" ? this.#clips.length : this.heard();
    this.#isPlaying = false;
    stream.close();
    for (const one of this.#clips) one.start = null;
    this.#note(outcome);
    if (outcome === "blocked" && (await this.#isTapped())) await this.#playTogether(playback);
  }

  /** @returns how the stream was played, `unplayable` where no clip had a sound */
  async #feed(stream: SoundStream, playing: Promise<ClipOutcome>): Promise<ClipOutcome> {
    let hasSound = false;
    for (let index = this.#done; await this.#isThere(index); index += 1) {
      const queued = this.#clips[index];
      for await (const piece of queued?.clip.pieces() ?? []) {
        const start = await stream.append(piece);
        if (start === null) return playing;
        hasSound = true;
        if (queued !== undefined) queued.start ??= start;
      }
    }
    stream.end();
    return hasSound ? playing : "unplayable";
  }

  async #playOne(playback: Playback, index: number): Promise<void> {
    const sound = await this.#clips[index]?.clip.whole();
    if (this.#isOver || !sound) return;
    const url = URL.createObjectURL(sound);
    let outcome: ClipOutcome;
    do {
      this.#isPlaying = true;
      outcome = await playback.play(url);
      this.#isPlaying = false;
    } while (outcome === "blocked" && (await this.#isTapped()));
    URL.revokeObjectURL(url);
    this.#note(outcome);
  }

  #note(outcome: ClipOutcome): void {
    if (outcome === "ended") this.#hasBeenHeard = true;
    if (outcome === "stopped") this.#finish("stopped");
  }

  /** Resolves when the person allowed the sound, or to false where the queue ended before. */
  async #isTapped(): Promise<boolean> {
    await new Promise<void>((resolve) => {
      this.#goOn = resolve;
    });
    this.#goOn = null;
    return !this.#isOver;
  }

  /** Resolves when there is such a clip, or to false where none will come. */
  async #isThere(index: number): Promise<boolean> {
    while (index >= this.#clips.length && !this.#hasEnded && !this.#isOver)
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    return !this.#isOver && index < this.#clips.length;
  }

  #wake(): void {
    for (const resolve of this.#waiting.splice(0)) resolve();
  }

  #finish(end: QueueEnd): void {
    if (this.#isOver) return;
    this.#done = this.heard();
    this.#isPlaying = false;
    this.#isOver = true;
    this.#fetching.abort();
    this.#wake();
    this.#goOn?.();
    this.#playback?.leave();
    if (this.#playback !== null) this.#onIdle(end);
  }
}
