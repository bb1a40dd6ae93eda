/** The length of a frame, whose level the gate gets. */
export const FRAME_MS = 20;

/** Sound kept from before speech is noticed, so that the first syllable is not lost. */
export const PRE_ROLL_MS = 400;
const LONGEST_MS = 120_000;

/** Speech begins with this much voice within the window: a click, a knock or a step is shorter. */
const ONSET_VOICED_MS = 120;
export const ONSET_WINDOW_MS = 200;
/** The loud part of the shortest answer worth sending, such as 'no'. */
const SHORTEST_VOICED_MS = 160;

/** Ratios to the noise, to begin and to go on. The second is lower, so that a soft word does not end a sentence. */
const BEGIN_RATIO = 3.2;
const GO_ON_RATIO = 2.2;
/** The lowest noise level assumed, about -56 dBFS: with less, any sound would count as speech. */
export const QUIETEST = 0.0016;

/**
 * The noise level is the quietest moment of this period. Speech has gaps, so the room's noise shows in them; a lasting
 * noise has none and becomes the noise level. Levels are smoothed first, because a single frame may be quiet by chance.
 */
const FLOOR_WINDOW_MS = 2400;
const SMOOTHING = 0.25;
/** How long the sound of a newly opened microphone is ignored, because it says nothing about the room. */
const SETTLING_MS = 200;
/** For this long after the start the noise level is capped, at about -42 dBFS, because someone may speak at once. */
const UNKNOWN_ROOM = 0.008;
const UNKNOWN_MS = 1000;

/**
 * Syllables jump, wind swells. Measured: synthetic words in noise each had four or more frames this many decibels
 * from the one 60 ms before; gusts and a noise that was switched on had at most three.
 */
const JUMP_DB = 7;
const JUMP_FRAMES = 3;
const FEWEST_JUMPS = 4;
/** The longest drawn-out vowel. A sound without a jump for this long plus the pause is not speech, however loud. */
const LONGEST_VOWEL_MS = 800;

export type GateEvent =
  | { type: "start" }
  /**
   * `isSpeech`: worth sending. `pauseMs`: the length of the silence that ended it. The event also comes when an utterance
   * reaches the longest duration.
   */
  | { type: "end"; isSpeech: boolean; pauseMs: number };

interface Utterance {
  frames: number;
  voiced: number;
  jumps: number;
  /** Frames since the last voiced one, and since the last jump. */
  quiet: number;
  even: number;
}

/**
 * Finds the beginning and the end of speech in the loudness of 20 ms frames (root mean square within the voice band).
 * Knows nothing of devices and clocks: time is the number of frames.
 */
export class VoiceGate {
  /** The length of the silence that ends an utterance, in milliseconds; may be changed at any time. */
  pauseMs: number;
  /** The last frames before speech: whether they were voiced, and whether they jumped. */
  readonly #before: { isVoiced: boolean; isJump: boolean }[] = [];
  readonly #floors: number[] = [];
  readonly #decibels: number[] = [];
  #smoothed: number | null = null;
  #frames = 0;
  #utterance: Utterance | null = null;

  constructor(pauseMs: number) {
    this.pauseMs = pauseMs;
  }

  /** For how long the utterance under way has been silent; 0 where there is none. */
  get quietMs(): number {
    return (this.#utterance?.quiet ?? 0) * FRAME_MS;
  }

  /** Whether what was heard of it until now would be worth sending. */
  get isSpeech(): boolean {
    return this.#utterance !== null && isSpeech(this.#utterance);
  }

  /** Begins an utterance that is known to be speech. */
  begin(): void {
    this.#before.length = 0;
    const voiced = SHORTEST_VOICED_MS / FRAME_MS;
    this.#utterance = { frames: 0, voiced, jumps: FEWEST_JUMPS, quiet: 0, even: 0 };
  }

  /** Ends the utterance under way; null where there is none. */
  finish(): Extract<GateEvent, { type: "end" }> | null {
    return this.#utterance === null ? null : this.#end(this.#utterance);
  }

  push(level: number): GateEvent | null {
    this.#frames++;
    if (this.#frames * FRAME_MS <= SETTLING_MS) return null;
    const floor = this.#floorWith(level);
    const isJump = this.#isJump(level, floor);
    if (this.#utterance === null) return this.#wait({ isVoiced: level > floor * BEGIN_RATIO, isJump });
    return this.#hear(this.#utterance, { isVoiced: level > floor * GO_ON_RATIO, isJump });
  }

  #floorWith(level: number): number {
    this.#smoothed = this.#smoothed === null ? level : this.#smoothed + SMOOTHING * (level - this.#smoothed);
    this.#floors.push(this.#smoothed);
    if (this.#floors.length > FLOOR_WINDOW_MS / FRAME_MS) this.#floors.shift();
    const isKnown = this.#frames * FRAME_MS > UNKNOWN_MS;
    return Math.max(QUIETEST, Math.min(...this.#floors, isKnown ? 1 : UNKNOWN_ROOM));
  }

  #isJump(level: number, floor: number): boolean {
    const decibels = 20 * Math.log10(Math.max(level, floor));
    this.#decibels.push(decibels);
    const before = this.#decibels.length > JUMP_FRAMES ? this.#decibels.shift() : undefined;
    return before !== undefined && Math.abs(decibels - before) >= JUMP_DB;
  }

  #wait(frame: { isVoiced: boolean; isJump: boolean }): GateEvent | null {
    this.#before.push(frame);
    if (this.#before.length > ONSET_WINDOW_MS / FRAME_MS) this.#before.shift();
    const voiced = this.#before.filter(({ isVoiced }) => isVoiced).length;
    if (!frame.isVoiced || voiced * FRAME_MS < ONSET_VOICED_MS) return null;
    const jumps = this.#before.filter(({ isJump }) => isJump).length;
    this.#before.length = 0;
    this.#utterance = { frames: 0, voiced, jumps, quiet: 0, even: 0 };
    return { type: "start" };
  }

  #hear(utterance: Utterance, { isVoiced, isJump }: { isVoiced: boolean; isJump: boolean }): GateEvent | null {
    utterance.frames++;
    utterance.voiced += isVoiced ? 1 : 0;
    utterance.jumps += isJump ? 1 : 0;
    utterance.quiet = isVoiced ? 0 : utterance.quiet + 1;
    utterance.even = isJump ? 0 : utterance.even + 1;
    const isOver =
      utterance.quiet * FRAME_MS >= this.pauseMs ||
      utterance.even * FRAME_MS >= this.pauseMs + LONGEST_VOWEL_MS ||
      utterance.frames * FRAME_MS >= LONGEST_MS;
    return isOver ? this.#end(utterance) : null;
  }

  #end(utterance: Utterance): Extract<GateEvent, { type: "end" }> {
    this.#utterance = null;
    return { type: "end", isSpeech: isSpeech(utterance), pauseMs: utterance.quiet * FRAME_MS };
  }
}

const isSpeech = ({ voiced, jumps }: Utterance): boolean =>
  voiced * FRAME_MS >= SHORTEST_VOICED_MS && jumps >= FEWEST_JUMPS;
