import { describe, expect, it } from "vitest";
import { freeMemoryOfStart } from "./free-memory.ts";

/** Something large that nothing holds, and whether it is still in memory. */
function garbage(): { isFreed(): boolean } {
  const made = new WeakRef(Array.from({ length: 100_000 }, (_, number) => ({ number })));
  return { isFreed: () => made.deref() === undefined };
}

describe("the memory of the start", () => {
  it("is freed once the start is over", async () => {
    const { isFreed } = garbage();
    await freeMemoryOfStart(() => false, 1);
    expect(isFreed()).toBe(true);
  });

  it("is left alone while somebody would notice", async () => {
    let asked = 0;
    const isBusy = () => {
      asked += 1;
      return true;
    };
    await freeMemoryOfStart(isBusy, 1);
    expect(asked).toBe(2);
  });
});
