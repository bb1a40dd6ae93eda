import { expect, it } from "vitest";
import { timeLeft } from "./time-left.ts";

const after = (ms: number, completed: number) =>
  timeLeft(
    [
      { at: 1_000, completed: 1_000 },
      { at: 1_000 + ms, completed },
    ],
    100_000,
  );

it.each([
  [10_000, 51_000, "less than a minute left"],
  [10_000, 11_000, "about one minute left"],
  [10_000, 2_000, "about 16 minutes left"],
  [10_000, 1_100, "about 3 hours left"],
])("after %i ms with %i bytes it is %s", (ms, completed, expected) => expect(after(ms, completed)).toBe(expected));

it("is not known at the beginning, and while nothing comes", () => {
  expect(timeLeft([], 100)).toBeNull();
  expect(after(1_000, 51_000)).toBeNull();
  expect(after(10_000, 1_000)).toBeNull();
});
