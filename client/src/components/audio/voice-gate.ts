/** The length of the frames that the gate is fed with. */
export const FRAME_MS = 20;

/** Kept from before the moment at which speech is noticed, so that its first syllable is not cut. */
export const PRE_ROLL_MS = 400;
const LONGEST_MS = 120_000;

/** Speech begins with this much of it within the window: a click, a knock or a step is over sooner. */
const ONSET_VOICED_MS = 120;
const ONSET_WINDOW_MS = 200;
/** The loud part of the shortest answer worth sending, such as 'no'. */
const SHORTEST_VOICED_MS = 160;

/** Above the noise: to begin, and to go on. The space between keeps a soft word from ending a sentence. */
const BEGIN_RATIO = 3.2;
const GO_ON_RATIO = 2.2;
/** What the quietest room counts as, about -56 dBFS: below, everything would be louder than the noise. */
const QUIETEST = 0.0016;

/**
 * Noise is the quietest moment of this long. Speech has gaps in it, so its floor stays the room's; a noise that came to
 * stay has none and becomes the floor. The level is first smoothed, for a single frame may be quiet by chance.
 */
const FLOOR_WINDOW_MS = 2400;
const SMOOTHING = 0.25;
/** The sound of a microphone that has just been opened is no measure of the room. */
const SETTLING_MS = 200;
/** Someone may speak from the first moment on: so long the room is taken to be no louder than this, about -42 dBFS. */
const UNKNOWN_ROOM = 0.008;
const UNKNOWN_MS = 1000;

/**
 * Syllables jump, wind swells: of synthetic words in noise every one had four or more frames that were this many
 * decibels from the one 60 ms before, of gusts and of noise that was switched on none had more than three.
 */
const JUMP_DB = 7;
const JUMP_FRAMES = 3;
const FEWEST_JUMPS = 4;
/** The longest drawn-out vowel. What does not jump for this long over the pause is not speech, however loud. */
const LONGEST_VOWEL_MS = 800;

export type GateEvent =
  | { type: "start" }
  /** `isSpeech`: worth sending. Also sent where the longest utterance is full. */
  | { type: "end"; isSpeech: boolean };

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
  /** How long a silence ends what is said; may be changed at any time. */
  pauseMs: number;
  /** Of the last frames before speech: whether they were voiced, and whether they jumped. */
  readonly #before: { isVoiced: boolean; isJump: boolean }[] = [];
  readonly #floors: number[] = [];
  readonly #decibels: number[] = [];
  #smoothed: number | null = null;
  #frames = 0;
  #utterance: Utterance | null = null;

  constructor(pauseMs: number) {
    this.pauseMs = pauseMs;
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
    if (!isOver) return null;
    this.#utterance = null;
    const isSpeech = utterance.voiced * FRAME_MS >= SHORTEST_VOICED_MS && utterance.jumps >= FEWEST_JUMPS;
    return { type: "end", isSpeech };
  }
}
