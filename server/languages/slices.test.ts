import { describe, expect, it } from "vitest";
import { inSlices, type Sliced, SlicedOnce } from "./slices.ts";

function* counting(to: number, seen: string[], name = ""): Sliced<number> {
  for (let number = 0; number < to; number++) {
    yield;
    seen.push(`${name}${number}`);
  }
  return to;
}

describe("sliced work", () => {
  it("lets others have their turn after each slice", async () => {
    const seen: string[] = [];
    const work = inSlices(counting(3, seen));
    const others = new Promise<void>((resolve) => {
      setImmediate(() => {
        seen.push("other");
        setImmediate(resolve);
      });
    });
    expect(await work).toBe(3);
    await others;
    expect(seen.indexOf("other")).toBeLessThan(seen.indexOf("2"));
  });

  it("is done once for each key, one after the other", async () => {
    const seen: string[] = [];
    const work = new SlicedOnce((name: string) => counting(2, seen, name));
    await Promise.all([work.soon("a"), work.soon("b"), work.soon("a")]);
    expect(seen).toEqual(["a0", "a1", "b0", "b1"]);
    expect(work.now("a")).toBe(2);
    await work.soon("b");
    expect(seen).toHaveLength(4);
    expect(work.known("c")).toBeUndefined();
  });

  it("is done at once for what can't wait", () => {
    const seen: string[] = [];
    expect(new SlicedOnce((name: string) => counting(2, seen, name)).now("a")).toBe(2);
    expect(seen).toEqual(["a0", "a1"]);
  });

  it("goes on after work that failed", async () => {
    const work = new SlicedOnce(function* (name: string): Sliced<string> {
      yield;
      if (name === "bad") throw new Error("bad");
      return name;
    });
    await expect(Promise.all([work.soon("bad"), work.soon("good")])).rejects.toThrow("bad");
    expect(await work.soon("good")).toBe("good");
  });
});
