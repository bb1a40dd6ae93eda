import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createEntrance, type Entrance } from "./entrance.ts";

let waitingForDatabase = 0;
let entrance: Entrance;
beforeEach(() => {
  vi.useFakeTimers();
  waitingForDatabase = 0;
  entrance = createEntrance({ waitingForDatabase: () => waitingForDatabase });
});
afterEach(() => {
  // First the clock that was spied on, which is the faked one.
  vi.restoreAllMocks();
  vi.useRealTimers();
});

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

/** The process is busy with something else for so long: its timers come late. */
async function beBusy(ms: number): Promise<void> {
  vi.spyOn(performance, "now").mockReturnValueOnce(performance.now() + ms);
  await vi.advanceTimersByTimeAsync(25);
}

describe("the entrance for questions", () => {
  it("lets them in at once while the process keeps up", async () => {
    const seen = ask(6);
    await vi.advanceTimersByTimeAsync(0);
    expect(seen.begun).toHaveLength(6);
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

  it("lets one in while the process is behind, and the others once it has caught up", async () => {
    await beBusy(500);
    const seen = ask(3);
    await vi.advanceTimersByTimeAsync(0);
    expect(seen.begun).toEqual([0]);
    await vi.advanceTimersByTimeAsync(100);
    expect(seen.begun).toEqual([0, 1, 2]);
  });

  it("lets four a second in while the database is behind, and refuses after two seconds who is left", async () => {
    waitingForDatabase = 50;
    await vi.advanceTimersByTimeAsync(50);
    const seen = ask(30);
    await vi.advanceTimersByTimeAsync(1_950);
    expect(seen.refused).toEqual([]);
    expect(seen.begun).toHaveLength(8);
    const later = ask(1);
    await vi.advanceTimersByTimeAsync(100);
    expect(seen.refused).toHaveLength(30 - seen.begun.length);
    expect(seen.refused[0]).toMatch(/try again in a few seconds/);
    waitingForDatabase = 0;
    await vi.advanceTimersByTimeAsync(50);
    expect(later.begun).toHaveLength(1);
  });
});
