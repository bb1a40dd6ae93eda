import { FRAME_MS, QUIETEST } from "./voice-gate.ts";

/** Somebody talks over the player after this much speech within the window. */
const SPEECH_MS = 300;
const WINDOW_MS = 500;
/** How much louder than the echo of the player speech has to be: 8 dB. */
const ABOVE_ECHO = 2.5;
/** How much louder than the quiet room. */
const ABOVE_QUIET = 4;
/** The first time that the player is heard its echo is only listened to for this long. */
const LEARNING_MS = 500;
/** With this much speech just before, the first that is heard of the player is not its echo alone. */
const MIXED_MS = 100;
/** The echo that is assumed falls by half in about two seconds that it is heard, because a voice is not always as loud. */
const FADING = 0.993;
/** The share of it below which a moment tells nothing of it: a pause of the voice, or its soft sounds. 14 dB. */
const PAUSE = 0.2;

/**
 * Finds speech that is clearly louder than what the microphone hears of the player, in the loudness of 20 ms frames (root
 * mean square within the voice band). What it learned of the echo holds for all that is played.
 */
export class TalkOverGate {
  readonly #frames: { isLoud: boolean; level: number }[] = [];
  #echo = 0;
  #heardMs = 0;

  /** The player begins. `before`: the loudness of the frames just before, of whoever has begun to speak by then. */
  begin(before: readonly number[] = []): void {
    this.#frames.length = 0;
    for (const level of before) this.#frames.push({ isLoud: this.#isLoud(level), level });
  }

  /** `isPlaying`: whether the player can be heard. @returns whether somebody talks over it */
  push(level: number, isPlaying: boolean): boolean {
    if (isPlaying && this.#heardMs < LEARNING_MS && this.#loudMs() < MIXED_MS) {
      this.#heardMs += FRAME_MS;
      this.#frames.length = 0;
      this.#learn(level);
      return false;
    }
    this.#frames.push({ isLoud: this.#isLoud(level), level });
    // A loud moment that did not become speech was the echo of a loud word.
    const oldest = this.#frames.length > WINDOW_MS / FRAME_MS ? this.#frames.shift() : undefined;
    if (oldest !== undefined) this.#learn(oldest.level);
    return this.#loudMs() >= SPEECH_MS;
  }

  #isLoud(level: number): boolean {
    return level > Math.max(QUIETEST * ABOVE_QUIET, this.#echo * ABOVE_ECHO);
  }

  #loudMs(): number {
    return this.#frames.filter((frame) => frame.isLoud).length * FRAME_MS;
  }

  #learn(level: number): void {
    const isPause = level < this.#echo * PAUSE;
    if (!isPause) this.#echo = Math.max(level, this.#echo * FADING);
  }
}
