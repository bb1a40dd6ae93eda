import { describe, expect, it } from "vitest";
import { limits } from "#shared/limits.ts";
import { createPace } from "./microphone.ts";

const SECOND = 32_000;
const { pace: timesAsFast, secondsAtOnce } = limits.listening;

/** A pace by a clock of its own. */
function paced() {
  let now = 0;
  const pace = createPace(() => now);
  return {
    sound: (seconds: number) => pace.admit({ length: seconds * SECOND }, true),
    message: () => pace.admit({ length: 40 }, false),
    wait(seconds: number) {
      now += seconds * 1000;
    },
  };
}

describe("what comes through an open microphone [T135]", () => {
  it("may be spoken without an end, at the pace of speech", () => {
    const { sound, wait } = paced();
    for (let second = 0; second < 3_600; second += 1) {
      expect(sound(1)).toBe(true);
      wait(1);
    }
  });

  it("may come all at once after the line was away, and not without an end", () => {
    const { sound, wait } = paced();
    expect(sound(secondsAtOnce)).toBe(true);
    expect(sound(1)).toBe(false);
    wait(60);
    expect(sound(secondsAtOnce)).toBe(true);
    wait(1);
    expect(sound(timesAsFast - 1)).toBe(true);
    expect(sound(2)).toBe(false);
  });

  it("may not be many tiny frames or messages", () => {
    const { sound, message } = paced();
    const passed = (send: () => boolean) => {
      let count = 0;
      while (count < 10_000 && send()) count += 1;
      return count;
    };
    expect(passed(() => sound(0.0001))).toBe(secondsAtOnce * 50);
    expect(passed(paced().message)).toBe(secondsAtOnce * 5);
    expect(message()).toBe(false);
  });
});
