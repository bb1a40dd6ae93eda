import { limits } from "#shared/limits.ts";
import { RECORDING_RATE } from "../recognition/recognition.ts";

const BYTES_PER_SECOND = 2 * RECORDING_RATE;
const { pace, secondsAtOnce } = limits.listening;
/** A frame costs at least what 20 ms of sound do. */
const LEAST_BYTES = 0.02 * BYTES_PER_SECOND;
/** A message costs as much as 200 ms of sound, as some of them ask the database. */
const MESSAGE_BYTES = 0.2 * BYTES_PER_SECOND;

export interface Pace {
  /** @returns false where more has come than anybody can say in the time */
  admit(frame: { length: number }, isSound: boolean): boolean;
}

/** How much may come through one socket: a bucket that fills again a few times as fast as people speak. */
export function createPace(now: () => number = () => performance.now()): Pace {
  let left = secondsAtOnce * BYTES_PER_SECOND;
  let lookedAt = now();
  return {
    admit({ length }, isSound) {
      const elapsed = now() - lookedAt;
      lookedAt += elapsed;
      left = Math.min(secondsAtOnce * BYTES_PER_SECOND, left + (elapsed / 1000) * pace * BYTES_PER_SECOND);
      left -= isSound ? Math.max(length, LEAST_BYTES) : Math.max(length, MESSAGE_BYTES);
      return left >= 0;
    },
  };
}
