import { setImmediate as nextTurn } from "node:timers/promises";
import { expect, it } from "vitest";
import { createLoopTurns, isLoopBusy } from "./loop-load.ts";

it("an event loop is busy while it works, and no more once it rests", async () => {
  isLoopBusy();
  const end = performance.now() + 400;
  while (performance.now() < end);
  expect(isLoopBusy()).toBe(true);
  await expect.poll(isLoopBusy, { interval: 250, timeout: 20_000 }).toBe(false);
});

it("a turn of the event loop is as long as the work in it, and resting counts for nothing", async () => {
  const turns = createLoopTurns();
  for (let turn = 0; turn < 5; turn++) {
    const end = performance.now() + 40;
    while (performance.now() < end);
    await nextTurn();
  }
  expect(turns.meanMs()).toBeGreaterThan(15);
  await expect.poll(() => turns.meanMs(), { interval: 250, timeout: 20_000 }).toBeLessThan(15);
});
