/** The length of the frames that the gate is fed with. */
export const FRAME_MS = 20;

/** Kept from before the moment at which speech is noticed, so that its first syllable is not cut. */
export const PRE_ROLL_MS = 400;
const LONGEST_MS = 120_000;
/** The loud part of the shortest answer worth sending, such as 'no'. */
const SHORTEST_VOICED_MS = 160;

/** Speech begins with this much of it within the window: a click, a knock or a step is over sooner. */
const ONSET_VOICED_MS = 120;
const ONSET_WINDOW_MS = 200;

/** Above the noise: to begin, and to go on. The space between keeps a soft word from ending a sentence. */
const BEGIN_RATIO = 4;
const GO_ON_RATIO = 2.2;
/** What the quietest room counts as, about -56 dBFS: below, everything would be louder than the noise. */
const QUIETEST = 0.0016;

/**
 * Noise is the quietest moment of this long. Speech has gaps in it, so its floor stays the room's; a noise that came to
 * stay has none and becomes the floor. The level is first smoothed, for a single frame may be quiet by chance.
 */
const FLOOR_WINDOW_MS = 2400;
const SMOOTHING = 0.25;
/** Before the room is known; the sound of a microphone that has just been opened is no measure. */
const SETTLING_MS = 200;

export type GateEvent =
  | { type: "start" }
  /** `isSpeech`: long enough to be worth sending. `isFull`: it was ended by its length. */
  | { type: "end"; isSpeech: boolean; isFull: boolean };

/**
 * Finds the beginning and the end of speech in the loudness of 20 ms frames (root mean square within the voice band).
 * Knows nothing of devices and clocks: time is the number of frames.
 */
export class VoiceGate {
  /** How long a silence ends what is said; may be changed at any time. */
  pauseMs: number;
  readonly #recent: boolean[] = [];
  readonly #floors: number[] = [];
  #smoothed: number | null = null;
  #frames = 0;
  #utterance: { frames: number; voiced: number; quiet: number } | null = null;

  constructor(pauseMs: number) {
    this.pauseMs = pauseMs;
  }

  push(level: number): GateEvent | null {
    this.#frames++;
    if (this.#frames * FRAME_MS <= SETTLING_MS) return null;
    this.#smoothed = this.#smoothed === null ? level : this.#smoothed + SMOOTHING * (level - this.#smoothed);
    this.#floors.push(this.#smoothed);
    if (this.#floors.length > FLOOR_WINDOW_MS / FRAME_MS) this.#floors.shift();
    const floor = Math.max(QUIETEST, Math.min(...this.#floors));
    return this.#utterance === null
      ? this.#waiting(level > floor * BEGIN_RATIO)
      : this.#hearing(this.#utterance, level > floor * GO_ON_RATIO);
  }

  #waiting(isVoiced: boolean): GateEvent | null {
    this.#recent.push(isVoiced);
    if (this.#recent.length > ONSET_WINDOW_MS / FRAME_MS) this.#recent.shift();
    const voiced = this.#recent.filter(Boolean).length;
    if (!isVoiced || voiced * FRAME_MS < ONSET_VOICED_MS) return null;
    this.#recent.length = 0;
    this.#utterance = { frames: 0, voiced, quiet: 0 };
    return { type: "start" };
  }

  #hearing(utterance: { frames: number; voiced: number; quiet: number }, isVoiced: boolean): GateEvent | null {
    utterance.frames++;
    utterance.voiced += isVoiced ? 1 : 0;
    utterance.quiet = isVoiced ? 0 : utterance.quiet + 1;
    const isFull = utterance.frames * FRAME_MS >= LONGEST_MS;
    if (!isFull && utterance.quiet * FRAME_MS < this.pauseMs) return null;
    this.#utterance = null;
    return { type: "end", isSpeech: utterance.voiced * FRAME_MS >= SHORTEST_VOICED_MS, isFull };
  }
}
