import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createLog } from "../observe/log.ts";
import { createEntrance, type Entrance } from "./entrance.ts";

let entrance: Entrance;
let lines: Record<string, unknown>[];
beforeEach(() => {
  vi.useFakeTimers();
  lines = [];
  entrance = createEntrance(createLog("info", { to: { write: (line) => void lines.push(JSON.parse(line)) } }));
});
afterEach(() => vi.useRealTimers());

/** Questions whose look-up takes so long: those that have begun, by the order in which they asked, and the sentences of the others. */
function ask(questions: number, lookUpMs: number): { begun: number[]; refused: string[] } {
  const seen: { begun: number[]; refused: string[] } = { begun: [], refused: [] };
  const lookUp = () => new Promise<void>((resolve) => setTimeout(resolve, lookUpMs));
  for (let question = 0; question < questions; question++)
    entrance.enter(lookUp).then(
      () => seen.begun.push(question),
      (error: Error) => seen.refused.push(error.message),
    );
  return seen;
}

describe("the entrance for questions", () => {
  it("gives back what was looked up, and a refusal of it, and lets the next one in after both", async () => {
    await expect(entrance.enter(async () => "a pet")).resolves.toBe("a pet");
    for (let refused = 0; refused < 3; refused++)
      await expect(entrance.enter(() => Promise.reject(new Error("no pet")))).rejects.toThrow("no pet");
    await expect(entrance.enter(async () => "a pet")).resolves.toBe("a pet");
  });

  it("lets a rush of them in part by part, in their order", async () => {
    const seen = ask(20, 10);
    await vi.advanceTimersByTimeAsync(15);
    expect(seen.begun.length).toBeGreaterThan(0);
    expect(seen.begun.length).toBeLessThan(20);
    await vi.advanceTimersByTimeAsync(500);
    expect(seen.begun).toEqual(Array.from({ length: 20 }, (_, question) => question));
    expect(seen.refused).toEqual([]);
    expect(vi.getTimerCount()).toBe(0);
  });

  it("refuses after a second and a quarter who could not begin, and lets later ones in", async () => {
    const seen = ask(30, 500);
    await vi.advanceTimersByTimeAsync(1_225);
    expect(seen.refused).toEqual([]);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(seen.refused).toHaveLength(30 - seen.begun.length);
    expect(seen.refused[0]).toMatch(/try again in a few seconds/);
    const later = ask(1, 10);
    await vi.advanceTimersByTimeAsync(10);
    expect(later.begun).toHaveLength(1);
  });

  it("says in the log now and then how many were sent away", async () => {
    const seen = ask(30, 500);
    await vi.advanceTimersByTimeAsync(2_000);
    expect(lines).toEqual([]);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(lines).toMatchObject([{ level: 40, questions: seen.refused.length }]);
  });
});
