import type { TurnEnd } from "@/domain/voice/microphone.ts";
import { endingOf, type Patience, statementMs, TURN_END_MS, turnEndMs } from "./turn-end.ts";

/** How many of the last pauses count, and how many must be known before they do. */
const REMEMBERED = 20;
const FEWEST = 4;
/** The pause that all but the longest tenth are shorter than, and how much longer the wait is than that. */
const QUANTILE = 0.9;
const MARGIN = 1.25;
/** How far the wait may leave the person's own setting. */
const SHORTEST_SHARE = 0.6;
const LONGEST_SHARE = 1.8;
/** How much of the way to the longer pause a cut-off lengthens the wait after a whole question. */
const STEP_UP = 0.5;
const STEP_DOWN_MS = 50;

/**
 * Learns in the course of a walk how long this person pauses without being done. It begins with the person's own setting,
 * waits longer once it cut the person off, and less where all pauses were short.
 */
export class PauseHabit {
  readonly #pauses: number[] = [];
  #finishedMs = 0;

  /** A pause after which the person went on, though the words did not tell. */
  paused(ms: number): void {
    this.#pauses.push(ms);
    if (this.#pauses.length > REMEMBERED) this.#pauses.shift();
  }

  /** The turn was taken to be over, and the person went on after this long. */
  cutOff(afterMs: number): void {
    this.paused(afterMs);
    this.#finishedMs += Math.max(0, Math.min(afterMs, TURN_END_MS.goesOn) - this.#finishedMs) * STEP_UP;
  }

  /** A turn was over where it was taken to be. */
  wasRight(): void {
    this.#finishedMs = Math.max(0, this.#finishedMs - STEP_DOWN_MS);
  }

  /** `settingMs`: the person's own setting. */
  patience(settingMs: number): Patience {
    const pauseMs = this.#pauseMs(settingMs);
    return { pauseMs, finishedMs: Math.min(Math.round(this.#finishedMs), statementMs(pauseMs)) };
  }

  #pauseMs(settingMs: number): number {
    if (this.#pauses.length < FEWEST) return settingMs;
    const sorted = [...this.#pauses].sort((a, b) => a - b);
    const usual = (sorted[Math.floor(QUANTILE * (sorted.length - 1))] ?? settingMs) * MARGIN;
    const longest = Math.min(settingMs * LONGEST_SHARE, Math.max(settingMs, TURN_END_MS.goesOn));
    return Math.round(Math.min(longest, Math.max(settingMs * SHORTEST_SHARE, usual)));
  }
}

/** Ends the turns of a person with these habits. `settingMs`: the person's own setting. */
export const turnEndBy = (habit: PauseHabit, language: string, settingMs: () => number): TurnEnd => ({
  waitMs: (spoken) => turnEndMs({ language, ...spoken }, habit.patience(settingMs())),
  paused(ms, spoken) {
    const ending = endingOf({ language, ...spoken });
    // A pause after 'and' says nothing about how long the person pauses elsewhere.
    if (ending !== "goes on" && ending !== "leads on") habit.paused(ms);
  },
  cutOff: (afterMs) => habit.cutOff(afterMs),
  wasRight: () => habit.wasRight(),
});
