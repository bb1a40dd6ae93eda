import { setImmediate as nextTurn } from "node:timers/promises";
import { expect, it } from "vitest";
import { createLoopTurns } from "./loop-load.ts";

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
