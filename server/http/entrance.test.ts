import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createLog } from "../log.ts";
import { createEntrance, type Entrance } from "./entrance.ts";

let waitingForDatabase = 0;
/** How long a turn of the event loop takes. */
let turnMs = 0;
let entrance: Entrance;
let lines: Record<string, unknown>[];
beforeEach(() => {
  vi.useFakeTimers();
  waitingForDatabase = 0;
  turnMs = 0;
  lines = [];
  entrance = createEntrance({
    log: createLog("info", { to: { write: (line) => void lines.push(JSON.parse(line)) } }),
    waitingForDatabase: () => waitingForDatabase,
    turns: { meanMs: () => turnMs },
  });
});
afterEach(() => vi.useRealTimers());

/** The number of those that were let in so far, by the order in which they asked. */
function ask(questions: number): { begun: number[]; refused: string[] } {
  const seen: { begun: number[]; refused: string[] } = { begun: [], refused: [] };
  for (let question = 0; question < questions; question++)
    entrance.enter().then(
      () => seen.begun.push(question),
      (error: Error) => seen.refused.push(error.message),
    );
  return seen;
}

/** Whether a question that came now would be sent away before anything is looked up for it. */
function isInVain(): boolean {
  const next = vi.fn();
  Reflect.apply(entrance.refuseInVain, undefined, [{}, {}, next]);
  return next.mock.calls[0]?.[0] !== undefined;
}

describe("the entrance for questions", () => {
  it("lets them in at once while the process keeps up", async () => {
    const seen = ask(6);
    await vi.advanceTimersByTimeAsync(0);
    expect(seen.begun).toHaveLength(6);
  });

  it("has nothing to do while nobody asks, and once those who asked have begun", async () => {
    expect(vi.getTimerCount()).toBe(0);
    ask(20);
    expect(vi.getTimerCount()).toBeGreaterThan(0);
    await vi.advanceTimersByTimeAsync(500);
    expect(vi.getTimerCount()).toBe(0);
  });

  it("lets a rush of them in part by part, in their order", async () => {
    const seen = ask(20);
    await vi.advanceTimersByTimeAsync(0);
    const first = seen.begun.length;
    expect(first).toBeLessThan(20);
    await vi.advanceTimersByTimeAsync(200);
    expect(seen.begun).toEqual(Array.from({ length: 20 }, (_, question) => question));
    expect(seen.refused).toEqual([]);
  });

  it("lets fewer in the longer a turn of the event loop takes", async () => {
    turnMs = 100;
    const seen = ask(17);
    await vi.advanceTimersByTimeAsync(0);
    expect(seen.begun).toHaveLength(6);
    await vi.advanceTimersByTimeAsync(500);
    expect(seen.begun).toHaveLength(11);
    turnMs = 1;
    await vi.advanceTimersByTimeAsync(50);
    expect(seen.begun).toHaveLength(17);
  });

  it("lets four a second in while the database is behind, and refuses after a second and a quarter who is left", async () => {
    waitingForDatabase = 50;
    const seen = ask(30);
    await vi.advanceTimersByTimeAsync(1_225);
    expect(seen.refused).toEqual([]);
    expect(seen.begun).toHaveLength(6 + 4);
    await vi.advanceTimersByTimeAsync(100);
    expect(seen.refused).toHaveLength(30 - seen.begun.length);
    expect(seen.refused[0]).toMatch(/try again in a few seconds/);
    waitingForDatabase = 0;
    await vi.advanceTimersByTimeAsync(50);
    const later = ask(1);
    await vi.advanceTimersByTimeAsync(0);
    expect(later.begun).toHaveLength(1);
  });

  it("sends away at once who would wait in vain, and only then", async () => {
    turnMs = 200;
    ask(1);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(isInVain()).toBe(false);
    // Five begin in a second, so six and a bit while one waits.
    ask(6 + 6);
    expect(isInVain()).toBe(false);
    ask(1);
    expect(isInVain()).toBe(true);
    turnMs = 0;
    await vi.advanceTimersByTimeAsync(100);
    expect(isInVain()).toBe(false);
  });

  it("says in the log now and then how many were sent away", async () => {
    waitingForDatabase = 50;
    const seen = ask(30);
    await vi.advanceTimersByTimeAsync(1_600);
    expect(lines).toEqual([]);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(lines).toMatchObject([{ level: 40, questions: seen.refused.length }]);
  });
});
