import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { HttpError } from "#server/platform/http/errors.ts";
import { createClock } from "#server/platform/observe/clock.ts";
import { createLog } from "#server/platform/observe/log.ts";
import type { ListenEvent } from "#shared/api/listen.ts";
import { limits } from "#shared/limits.ts";
import { type OnPartial, RECORDING_RATE, RecognitionError, type SpeechRecognizer } from "../recognition/recognition.ts";
import { beginTurn, type TurnDeps } from "./turn.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** A recording that is all speech, and a recognizer that answers at once. */
const deps: TurnDeps = {
  reader: {
    read: async () => ({ samples: new Int16Array(RECORDING_RATE), seconds: 1, secondsOfSpeech: 1 }),
    prepare: () => undefined,
  },
  recognizer: { engine: { kind: "openai", name: "played" }, inPauses: true, recognize: async () => "Hello." },
  usage: {
    add: async () => undefined,
    require: async () => undefined,
    spend: (_userId, _spent, work) => work(),
  },
  clock: createClock(),
  log: createLog("silent"),
};

interface Told {
  countNoise?: () => Promise<void>;
  countPause?: () => Promise<void>;
}

function begin(others: Partial<TurnDeps> = {}, of: Told = {}) {
  const events: ListenEvent[] = [];
  const turn = beginTurn(
    { ...deps, ...others },
    {
      userId: "somebody",
      turn: 3,
      language: "en-US",
      admit: async () => undefined,
      count: async () => undefined,
      countNoise: async () => undefined,
      countPause: async () => undefined,
      ...of,
      send: (event) => events.push(event),
    },
  );
  return { turn, events };
}

const seconds = (count: number) => new Int16Array(count * RECORDING_RATE);
const tooLong = {
  type: "failed",
  turn: 3,
  code: "too_long",
  error: "That recording is longer than two minutes. Please record a shorter one.",
};

describe("a turn", () => {
  it("may last as long as a recording, and no longer", async () => {
    const { turn, events } = begin();
    for (let second = 0; second < limits.recordingSeconds; second += 1) turn.add(seconds(1));
    turn.end();
    await turn.settled;
    expect(events).toEqual([{ type: "heard", turn: 3, text: "Hello." }]);

    const longer = begin();
    for (let second = 0; second < limits.recordingSeconds + 5; second += 1) longer.turn.add(seconds(1));
    await longer.turn.settled;
    longer.turn.end();
    expect(longer.events).toEqual([tooLong]);
  });

  it("is not left open for ever", async () => {
    const { turn, events } = begin();
    turn.add(seconds(1));
    await vi.advanceTimersByTimeAsync(10 * 60_000);
    await turn.settled;
    expect(events).toEqual([tooLong]);
  });

  it("is not answered once it is dropped, whether it was over or not", async () => {
    for (const isOver of [false, true]) {
      const { turn, events } = begin();
      turn.add(seconds(1));
      if (isOver) turn.end();
      turn.drop();
      await turn.settled;
      await vi.advanceTimersByTimeAsync(60_000);
      expect(events).toEqual([]);
    }
  });
});

/** A recognizer that understands what it is told to. */
async function speak(of: Told = {}, others: Partial<TurnDeps> = {}) {
  let partial: OnPartial = () => undefined;
  let settle: (text: Promise<string>) => void = () => undefined;
  const written: number[] = [];
  const recognizer: SpeechRecognizer = {
    ...deps.recognizer,
    listen: ({ onPartial }) => {
      partial = onPartial;
      return {
        write: ({ length }) => written.push(length),
        end: () => written.push(0),
        text: new Promise((resolve) => {
          settle = resolve;
        }),
      };
    },
  };
  const charged: number[] = [];
  const usage = {
    ...deps.usage,
    add: async (_of: string, spent: { seconds?: number }) => void charged.push(spent.seconds ?? 0),
  };
  const { turn, events } = begin({ recognizer, usage, ...others }, of);
  turn.add(seconds(1));
  await vi.advanceTimersByTimeAsync(0);
  return {
    ...turn,
    events,
    written,
    charged,
    understand: (text: string, finalSeconds?: number) => partial(text, finalSeconds),
    finish: (text: string | Error) => settle(typeof text === "string" ? Promise.resolve(text) : Promise.reject(text)),
  };
}

describe("a turn that is recognized while it is said", () => {
  it("gives its sound on as it comes, what came before it was admitted first", async () => {
    const turn = await speak();
    turn.add(seconds(2));
    turn.understand("hel");
    turn.end();
    await vi.advanceTimersByTimeAsync(0);
    turn.finish("Hello.");
    await turn.settled;
    expect(turn.written).toEqual([RECORDING_RATE, 2 * RECORDING_RATE, 0]);
    expect(turn.events).toEqual([
      { type: "partial", turn: 3, text: "hel" },
      { type: "heard", turn: 3, text: "Hello." },
    ]);
  });

  it("does not wait for the recognizer, which closed the phrase in the pause", async () => {
    const turn = await speak();
    turn.add(seconds(2));
    turn.understand("do you like cats");
    turn.pause();
    turn.understand("Do you like cats?", 2.75);
    turn.end();
    await turn.settled;
    expect(turn.written.at(-1)).not.toBe(0);
    expect(turn.events.at(-1)).toEqual({ type: "heard", turn: 3, text: "Do you like cats?" });
  });

  it.each<[string, (turn: Awaited<ReturnType<typeof speak>>) => void]>([
    ["where the phrase is not closed", (turn) => turn.understand("Do you like cats?")],
    [
      "where more was understood since",
      (turn) => {
        turn.understand("Do you like cats?", 2.75);
        turn.understand("Do you like cats? and");
      },
    ],
    [
      "where speech went on since",
      (turn) => {
        turn.understand("Do you like cats?", 2.75);
        turn.resume();
        turn.pause();
      },
    ],
    [
      "where the phrase was one before",
      (turn) => {
        turn.resume();
        turn.add(seconds(1));
        turn.pause();
        turn.understand("Do you like cats?", 2.75);
      },
    ],
    [
      "where a word came after the phrase, too short to be parted by more than the margin",
      (turn) => {
        turn.resume();
        turn.add(new Int16Array(RECORDING_RATE / 4));
        turn.pause();
        turn.understand("Do you like cats?", 2.9);
      },
    ],
    [
      "without a pause",
      (turn) => {
        turn.resume();
        turn.understand("Do you like cats?", 2.75);
      },
    ],
  ])("waits for the recognizer %s", async (_where, hear) => {
    const turn = await speak();
    turn.add(seconds(2));
    turn.pause();
    hear(turn);
    turn.end();
    await vi.advanceTimersByTimeAsync(0);
    expect(turn.written.at(-1)).toBe(0);
    expect(turn.events.filter(({ type }) => type === "heard")).toEqual([]);
    turn.finish("Do you like cats and dogs?");
    await turn.settled;
    expect(turn.events.at(-1)).toEqual({ type: "heard", turn: 3, text: "Do you like cats and dogs?" });
  });

  it("fails before its end where the recognizer does", async () => {
    const turn = await speak();
    turn.finish(new RecognitionError("unauthorized", "played"));
    await turn.settled;
    expect(turn.events).toMatchObject([{ type: "failed", turn: 3, code: "recogniser_failed" }]);
  });

  it("is not called slow where it failed before its end", async () => {
    const turn = await speak();
    turn.finish(new RecognitionError("unauthorized", "played"));
    await turn.settled;
    turn.end();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(turn.events.map(({ type }) => type)).toEqual(["failed"]);
  });

  it.each([
    ["costs nothing", 1, []],
    ["costs what is longer than that", 4, [2]],
  ])("that is called off after a moment %s", async (_what, more, cost) => {
    const turn = await speak();
    turn.add(seconds(more));
    turn.drop();
    await turn.settled;
    expect(turn.charged).toEqual(cost);
  });

  it("that is called off after a moment costs its seconds where there was too much of that [T135]", async () => {
    const turn = await speak({ countNoise: () => Promise.reject(new HttpError(429, "rate_limited", "Too many.")) });
    turn.drop();
    await turn.settled;
    await vi.advanceTimersByTimeAsync(0);
    expect(turn.charged).toEqual([1]);
  });

  it("is no noise where nothing was sent of it", async () => {
    const noises: string[] = [];
    const { turn } = begin(
      {
        recognizer: {
          ...deps.recognizer,
          listen: () => ({ write: () => undefined, end: () => undefined, text: new Promise(() => undefined) }),
        },
      },
      { countNoise: async () => void noises.push("noise") },
    );
    turn.drop();
    await turn.settled;
    expect(noises).toEqual([]);
  });

  it("costs all its seconds once a word of it was understood: nobody gets the words of short turns for nothing", async () => {
    const turn = await speak();
    turn.add(seconds(2));
    turn.understand("hello");
    turn.drop();
    await turn.settled;
    expect(turn.charged).toEqual([3]);
  });

  it("costs all its seconds once it is over", async () => {
    const turn = await speak();
    turn.end();
    await vi.advanceTimersByTimeAsync(0);
    turn.drop();
    turn.finish(new Error("called off"));
    await turn.settled;
    expect(turn.charged).toEqual([1]);
  });

  it.each([
    ["looked at in a pause", [1], 1, "heard"],
    ["looked at again at its end where none was found in the pause", [0, 1], 2, "heard"],
    ["nothing where none was found at its end either", [0, 0], 2, "nothing"],
    ["looked at at its end where that failed in the pause", [new Error("played"), 1], 2, "heard"],
  ])("whether it is speech is %s", async (_what, found, times, end) => {
    const read = vi.fn();
    for (const one of found) {
      if (typeof one === "number") read.mockResolvedValueOnce({ secondsOfSpeech: one });
      else read.mockRejectedValueOnce(one);
    }
    const turn = await speak({}, { reader: { ...deps.reader, read } });
    turn.understand("do you like cats");
    turn.pause();
    await vi.advanceTimersByTimeAsync(0);
    turn.understand("Do you like cats?", 0.75);
    turn.end();
    await turn.settled;
    expect(turn.events.at(-1)?.type).toBe(end);
    expect(read).toHaveBeenCalledTimes(times);
  });

  it("is nothing where the recognizer understands words in what is no speech", async () => {
    const { turn, events } = begin({
      reader: { ...deps.reader, read: async () => ({ samples: new Int16Array(1), seconds: 1, secondsOfSpeech: 0 }) },
      recognizer: {
        ...deps.recognizer,
        listen: () => ({ write: () => undefined, end: () => undefined, text: Promise.resolve("Thank you.") }),
      },
    });
    turn.add(seconds(1));
    turn.end();
    await turn.settled;
    expect(events).toEqual([{ type: "nothing", turn: 3 }]);
  });
});

/** A recognizer that needs the whole recording, and answers when it is told to. */
async function dictate({ inPauses = true, countPause = async () => {} } = {}) {
  const asked: { seconds: number; signal: AbortSignal; answer: (text: string | Error) => void }[] = [];
  const recognizer: SpeechRecognizer = {
    engine: { kind: "openai", name: "played" },
    inPauses,
    recognize: ({ samples }, signal) =>
      new Promise((resolve, reject) => {
        const answer = (text: string | Error) => (typeof text === "string" ? resolve(text) : reject(text));
        asked.push({ seconds: samples.length / RECORDING_RATE, signal, answer });
      }),
  };
  const reader = {
    ...deps.reader,
    // The samples after a header of 44 bytes.
    read: async ({ length }: Uint8Array) => {
      const samples = new Int16Array((length - 44) / 2);
      return { samples, seconds: samples.length / RECORDING_RATE, secondsOfSpeech: 1 };
    },
  };
  const spent: number[] = [];
  const usage: TurnDeps["usage"] = {
    ...deps.usage,
    spend: (_userId, { amount }, work) => {
      spent.push(amount);
      return work();
    },
  };
  const { turn, events } = begin({ recognizer, reader, usage }, { countPause });
  turn.add(seconds(2));
  const settle = () => vi.advanceTimersByTimeAsync(0);
  await settle();
  return { turn, events, asked, spent, settle };
}

describe("a turn that is recognized as a whole", () => {
  it("is recognized in the pause before its end, and not again", async () => {
    const { turn, events, asked, spent, settle } = await dictate();
    turn.pause();
    await settle();
    asked[0]?.answer("Do you like cats?");
    await settle();
    expect(events).toEqual([{ type: "partial", turn: 3, text: "Do you like cats?", settled: true }]);
    turn.add(seconds(1));
    turn.end();
    await turn.settled;
    expect(events.at(-1)).toEqual({ type: "heard", turn: 3, text: "Do you like cats?" });
    expect([asked.length, spent]).toEqual([1, [2]]);
  });

  it("waits at its end for the text of the pause", async () => {
    const { turn, events, asked, settle } = await dictate();
    turn.pause();
    turn.end();
    await settle();
    asked[0]?.answer("Do you like cats?");
    await turn.settled;
    expect(events.at(-1)).toEqual({ type: "heard", turn: 3, text: "Do you like cats?" });
    expect(asked).toHaveLength(1);
  });

  it("shows what was said so far where speech goes on, and is recognized anew, at most three times before its end", async () => {
    const { turn, events, asked, settle } = await dictate();
    for (const pause of [1, 2, 3, 4]) {
      turn.pause();
      await settle();
      turn.resume();
      asked[pause - 1]?.answer(`word ${pause}`);
      turn.add(seconds(1));
      await settle();
    }
    expect(events.map((event) => ("text" in event ? [event.text, "settled" in event] : event.type))).toEqual([
      ["word 1", false],
      ["word 2", false],
      ["word 3", false],
    ]);
    turn.end();
    await settle();
    expect(asked.map((ask) => ask.seconds)).toEqual([2, 3, 4, 6]);
    asked[3]?.answer("All of it.");
    await turn.settled;
    expect(events.at(-1)).toEqual({ type: "heard", turn: 3, text: "All of it." });
  });

  it.each([
    ["an administrator switched it off", { inPauses: false }],
    ["enough was asked in pauses today", { countPause: () => Promise.reject(new Error("played")) }],
  ])("is recognized at its end alone where %s", async (_why, how) => {
    const { turn, events, asked, settle } = await dictate(how);
    turn.pause();
    await settle();
    expect(asked).toEqual([]);
    turn.end();
    await settle();
    asked[0]?.answer("Do you like cats?");
    await turn.settled;
    expect(events).toEqual([{ type: "heard", turn: 3, text: "Do you like cats?" }]);
  });

  it("is recognized at its end where that failed in the pause", async () => {
    const { turn, events, asked, settle } = await dictate();
    turn.pause();
    await settle();
    asked[0]?.answer(new RecognitionError("unavailable", "test"));
    turn.end();
    await settle();
    asked[1]?.answer("Do you like cats?");
    await turn.settled;
    expect(events).toEqual([{ type: "heard", turn: 3, text: "Do you like cats?" }]);
  });

  it("gives up what was asked in a pause when it is dropped", async () => {
    const { turn, events, asked, settle } = await dictate();
    turn.pause();
    await settle();
    turn.drop();
    await turn.settled;
    expect(asked[0]?.signal.aborted).toBe(true);
    asked[0]?.answer("Do you like cats?");
    await settle();
    expect(events).toEqual([]);
  });
});
