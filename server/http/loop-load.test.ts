import { expect, it } from "vitest";
import { isLoopBusy, restIfBusy } from "./loop-load.ts";

it("an event loop is busy while it works, and no more once it rests", async () => {
  isLoopBusy();
  const end = performance.now() + 400;
  while (performance.now() < end);
  expect(isLoopBusy()).toBe(true);
  expect(restIfBusy(1)).toBeInstanceOf(Promise);
  await expect.poll(isLoopBusy, { interval: 250, timeout: 20_000 }).toBe(false);
  expect(restIfBusy(1)).toBeUndefined();
});
