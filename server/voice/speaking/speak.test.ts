import { describe, expect, it, vi } from "vitest";
import { createEmbeddedSpeech } from "../speech/embedded.ts";
import { concatenate, mp3Duration } from "../speech/mp3.ts";
import { SpeechError, type SpeechSynthesizer } from "../speech/speech.ts";
import { createSentenceOrder } from "./sentence-order.ts";
import { createReplySpeech, type ReplySpeechOptions } from "./speak.ts";

/** A frame of 24 kHz, 48 kbit/s (144 bytes) whose bodies name the sentence. */
function clipOf(mark: number): Uint8Array {
  const frame = new Uint8Array(144).fill(mark);
  frame.set([0xff, 0xf3, 0x64, 0xc4]);
  return frame;
}

interface Call {
  readonly text: string;
  piece(mp3: Uint8Array): void;
  readonly signal: AbortSignal;
  answer(clip: Uint8Array): Promise<void>;
  refuse(error: Error): Promise<void>;
}

/** Answers when the test says so. */
function manualSynthesizer() {
  const calls: Call[] = [];
  const synthesizer: SpeechSynthesizer = {
    engine: { kind: "embedded", name: "manual" },
    synthesize: ({ text }, signal, onPiece) =>
      new Promise((resolve, reject) => {
        calls.push({
          text,
          signal,
          piece: (mp3) => onPiece?.(mp3),
          answer: (clip) => {
            resolve(clip);
            return settle();
          },
          refuse: (error) => {
            reject(error);
            return settle();
          },
        });
      }),
    close: async () => undefined,
  };
  return { synthesizer, calls };
}

const settle = () => new Promise<void>((resolve) => setImmediate(resolve));

function start(synthesizer: SpeechSynthesizer, more: Partial<ReplySpeechOptions> = {}) {
  const onClip = vi.fn<(mp3: Uint8Array) => void>();
  const onError = vi.fn();
  let pieces: Uint8Array[] = [];
  const order = createSentenceOrder({
    begin() {
      pieces = [];
    },
    sound: (mp3) => void pieces.push(mp3),
    end: () => pieces.length > 0 && onClip(concatenate(pieces)),
  });
  const controller = new AbortController();
  const speech = createReplySpeech({
    synthesizer,
    voiceName: "en-US-JennyNeural",
    language: "en-US",
    signal: controller.signal,
    onBegin: order.begin,
    onError,
    ...more,
  });
  return { speech, onClip, onError, controller };
}

const four =
  "The first sentence is here. The second one follows after it. The third one is no longer. The fourth ends it all.";

describe("a sentence that is heard while it is made", () => {
  function startHeard(more: Partial<ReplySpeechOptions> = {}) {
    const { synthesizer, calls } = manualSynthesizer();
    const log: string[] = [];
    let index = -1;
    const order = createSentenceOrder({
      begin() {
        index += 1;
        log.push(`${index} begins`);
      },
      sound: ({ length }) => log.push(`${index} has ${length}`),
      end: () => log.push(`${index} ends`),
    });
    return { calls, log, order, ...start(synthesizer, { onBegin: order.begin, ...more }) };
  }

  it("begins with its synthesis, and comes in the order of the text, whichever is whole first", async () => {
    const { speech, calls, log } = startHeard();
    speech.push(four);
    expect(log).toEqual(["0 begins"]);
    await calls[1]?.answer(clipOf(1));
    calls[0]?.piece(clipOf(0).subarray(0, 100));
    expect(log).toEqual(["0 begins", "0 has 100"]);
    await calls[0]?.answer(clipOf(0));
    expect(log.slice(2)).toEqual(["0 has 44", "0 ends", "1 begins", "1 has 144", "1 ends", "2 begins"]);
    speech.cancel();
  });

  it("is heard to its end where no more are begun", async () => {
    const { speech, calls, log, order } = startHeard();
    speech.push(four);
    const drained = order.close();
    calls[0]?.piece(clipOf(0).subarray(0, 100));
    await calls[0]?.answer(clipOf(0));
    await calls[1]?.answer(clipOf(1));
    await drained;
    await calls[2]?.answer(clipOf(2));
    expect(log.at(-1)).toBe("1 ends");
    speech.cancel();
  });

  it("keeps its place where it is throttled, and those that are heard with it end", async () => {
    const { speech, calls, log } = startHeard();
    speech.push(four);
    const whole = speech.end();
    await calls[0]?.refuse(new SpeechError("rate_limited", "429"));
    await calls[1]?.refuse(new SpeechError("rate_limited", "429"));
    expect(log).toEqual(["0 begins"]);
    await calls[2]?.answer(clipOf(2));
    expect(log.slice(1)).toEqual(["0 has 144", "0 ends", "1 begins", "1 ends"]);
    expect(await whole).toHaveLength(144);
  });

  it("is not said again where it is throttled in the middle, and all that were begun end", async () => {
    const { speech, calls, log, onError } = startHeard();
    speech.push(four);
    calls[0]?.piece(clipOf(0).subarray(0, 100));
    await calls[0]?.refuse(new SpeechError("rate_limited", "429"));
    expect(log).toEqual(["0 begins", "0 has 100", "0 ends", "1 begins", "1 ends"]);
    expect(onError).toHaveBeenCalledOnce();
    expect(await speech.end()).toBeNull();
  });

  it("ends where the reply is stopped, and takes nothing more", async () => {
    const { speech, calls, log, controller } = startHeard();
    speech.push(four);
    controller.abort();
    calls[0]?.piece(clipOf(0));
    expect(log).toEqual(["0 begins", "0 ends", "1 begins", "1 ends"]);
    expect(await speech.end()).toBeNull();
  });
});

describe("speaking a reply", () => {
  it("starts with the first sentence while the text still streams, two sentences at once", async () => {
    const { synthesizer, calls } = manualSynthesizer();
    const { speech } = start(synthesizer);
    speech.push("Woof! I am");
    expect(calls.map(({ text }) => text)).toEqual(["Woof!"]);
    speech.push(" glad to see you again. What a long day this has been. Shall we go out");
    expect(calls.map(({ text }) => text)).toEqual(["Woof!", "I am glad to see you again."]);
    await calls[1]?.answer(clipOf(1));
    expect(calls).toHaveLength(3);
    speech.cancel();
  });

  it("hands the clips over in the order of the text, and joins them", async () => {
    const { synthesizer, calls } = manualSynthesizer();
    const { speech, onClip } = start(synthesizer);
    speech.push(four);
    const whole = speech.end();
    await calls[1]?.answer(clipOf(1));
    expect(onClip).not.toHaveBeenCalled();
    await calls[0]?.answer(clipOf(0));
    expect(onClip).toHaveBeenCalledTimes(2);
    await calls[3]?.answer(clipOf(3));
    await calls[2]?.answer(clipOf(2));
    const clip = await whole;
    expect([0, 1, 2, 3].map((index) => clip?.[index * 144 + 5])).toEqual([0, 1, 2, 3]);
    expect(clip).toHaveLength(4 * 144);
    expect(onClip.mock.calls.map(([mp3]) => mp3[5])).toEqual([0, 1, 2, 3]);
  });

  it("joins the clips when nobody listens to each", async () => {
    const { synthesizer, calls } = manualSynthesizer();
    const speech = createReplySpeech({
      synthesizer,
      voiceName: "en-US-JennyNeural",
      language: "en-US",
      signal: new AbortController().signal,
    });
    speech.push("Hello.");
    const whole = speech.end();
    await calls[0]?.answer(clipOf(7));
    expect(await whole).toHaveLength(144);
  });

  it("goes without speech after a failure, and says why once", async () => {
    const { synthesizer, calls } = manualSynthesizer();
    const { speech, onClip, onError } = start(synthesizer);
    speech.push(four);
    const failure = new SpeechError("unavailable", "gone");
    await calls[0]?.refuse(failure);
    await calls[1]?.refuse(new Error("too"));
    speech.push(" And on it goes, for a while. Really.");
    expect(await speech.end()).toBeNull();
    expect(onError.mock.calls).toEqual([[failure]]);
    expect(onClip).not.toHaveBeenCalled();
    expect(calls).toHaveLength(2);
    expect(calls[1]?.signal.aborted).toBe(true);
  });

  it("says the rest in one go at the end where it is throttled, and keeps what was said", async () => {
    const { synthesizer, calls } = manualSynthesizer();
    const onThrottled = vi.fn();
    const { speech, onClip, onError } = start(synthesizer, { onThrottled });
    const throttled = new SpeechError("rate_limited", "429");
    speech.push(`${four} `);
    await calls[0]?.answer(clipOf(0));
    await calls[1]?.refuse(throttled);
    speech.push("The fifth comes while all of that waits. And the sixth ends it.");
    await calls[2]?.refuse(throttled);
    expect(calls).toHaveLength(3);
    const whole = speech.end();
    expect(calls.slice(3).map(({ text }) => text)).toEqual([
      "The second one follows after it. The third one is no longer. The fourth ends it all. " +
        "The fifth comes while all of that waits. And the sixth ends it.",
    ]);
    await calls[3]?.answer(clipOf(3));
    expect((await whole)?.length).toBe(2 * 144);
    expect(onClip).toHaveBeenCalledTimes(2);
    expect(onThrottled).toHaveBeenCalledExactlyOnceWith(throttled);
    expect(onError).not.toHaveBeenCalled();
  });

  it("keeps the order where a later sentence was spoken and an earlier one throttled", async () => {
    const { synthesizer, calls } = manualSynthesizer();
    const { speech, onClip } = start(synthesizer);
    speech.push(four);
    await calls[0]?.refuse(new SpeechError("rate_limited", "429"));
    await calls[1]?.answer(clipOf(1));
    expect(onClip).not.toHaveBeenCalled();
    const whole = speech.end();
    expect(calls.slice(2).map(({ text }) => text)).toEqual([
      "The first sentence is here.",
      "The third one is no longer. The fourth ends it all.",
    ]);
    await calls[3]?.answer(clipOf(3));
    await calls[2]?.answer(clipOf(0));
    expect(onClip.mock.calls.map(([mp3]) => mp3[5])).toEqual([0, 1, 3]);
    const clip = await whole;
    expect([0, 1, 2].map((index) => clip?.[index * 144 + 5])).toEqual([0, 1, 3]);
  });

  it("loses no word of a long rest, which takes more than one go", async () => {
    const { synthesizer, calls } = manualSynthesizer();
    const { speech } = start(synthesizer);
    const sentences = Array.from(
      { length: 60 },
      (_, index) => `This is sentence number ${index} of a very long reply.`,
    );
    speech.push("Woof! ");
    await calls[0]?.refuse(new SpeechError("rate_limited", "429"));
    speech.push(sentences.join(" "));
    const whole = speech.end();
    for (let next = 1; next < calls.length; next += 1) await calls[next]?.answer(clipOf(next));
    expect(await whole).toHaveLength((calls.length - 1) * 144);
    expect(
      calls
        .slice(1)
        .map(({ text }) => text)
        .join(" "),
    ).toBe(`Woof! ${sentences.join(" ")}`);
    expect(calls.length).toBeLessThan(5);
    for (const { text } of calls) expect(text.length).toBeLessThanOrEqual(2000);
  });

  it("goes without speech where the rest is throttled, too", async () => {
    const { synthesizer, calls } = manualSynthesizer();
    const { speech, onError } = start(synthesizer);
    speech.push(four);
    const whole = speech.end();
    await calls[0]?.refuse(new SpeechError("rate_limited", "429"));
    await calls[1]?.refuse(new SpeechError("rate_limited", "429"));
    const again = new SpeechError("rate_limited", "429 again");
    await calls[2]?.refuse(again);
    expect(await whole).toBeNull();
    expect(onError.mock.calls).toEqual([[again]]);
  });

  it("survives a synthesizer that throws at once", async () => {
    const throwing = start({
      engine: { kind: "embedded", name: "throwing" },
      synthesize: () => {
        throw new Error("at once");
      },
      close: async () => undefined,
    });
    throwing.speech.push("Hello there. ");
    expect(await throwing.speech.end()).toBeNull();
    expect(throwing.onError).toHaveBeenCalledOnce();
  });

  it("gives a sentence up after its time, even if the synthesizer heeds no signal", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    try {
      const { synthesizer, calls } = manualSynthesizer();
      const { speech, onError } = start(synthesizer);
      speech.push("Hello there. ");
      const whole = speech.end();
      vi.advanceTimersByTime(24_999);
      expect(onError).not.toHaveBeenCalled();
      vi.advanceTimersByTime(1);
      expect(await whole).toBeNull();
      expect(onError).toHaveBeenCalledWith(expect.objectContaining({ code: "timeout" }));
      expect(calls[0]?.signal.aborted).toBe(true);
      expect(vi.getTimerCount()).toBe(0);
    } finally {
      vi.useRealTimers();
    }
  });

  it("falls silent at once when the reply is stopped", async () => {
    const { synthesizer, calls } = manualSynthesizer();
    const { speech, onClip, onError, controller } = start(synthesizer);
    speech.push(four);
    const whole = speech.end();
    controller.abort();
    expect(await whole).toBeNull();
    expect(calls.map(({ signal }) => signal.aborted)).toEqual([true, true]);
    await calls[0]?.answer(clipOf(0));
    speech.push("More. ");
    expect(calls).toHaveLength(2);
    expect(onClip).not.toHaveBeenCalled();
    expect(onError).not.toHaveBeenCalled();
  });

  it("asks for nothing when the reply was stopped before it began", async () => {
    const { synthesizer, calls } = manualSynthesizer();
    const { speech } = start(synthesizer, { signal: AbortSignal.abort() });
    speech.push(four);
    expect(await speech.end()).toBeNull();
    expect(calls).toHaveLength(0);
  });

  it("has no clip for a reply without words", async () => {
    const { synthesizer, calls } = manualSynthesizer();
    const { speech, onError } = start(synthesizer);
    speech.push("🐶 … ***\n\n---\n");
    expect(await speech.end()).toBeNull();
    expect(calls).toHaveLength(0);
    expect(onError).not.toHaveBeenCalled();
  });

  it("speaks through the embedded synthesiser", async () => {
    const synthesizer = createEmbeddedSpeech();
    const { speech, onClip } = start(synthesizer);
    for (const token of four.split(/(?= )/)) speech.push(token);
    const clip = await speech.end();
    expect(onClip).toHaveBeenCalledTimes(4);
    expect(mp3Duration(clip ?? new Uint8Array(0))).toBeGreaterThan(4);
    await synthesizer.close();
  });
});
