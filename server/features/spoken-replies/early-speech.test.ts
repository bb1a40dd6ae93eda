import { describe, expect, it, vi } from "vitest";
import type { OnPiece, SpeechSynthesizer } from "#server/providers/speech/speech.ts";
import { createEarlySpeech } from "./early-speech.ts";

const CLIP = Uint8Array.of(1, 2, 3);
const sentence = { text: "I like cheese.", voiceName: "played" };

/** A synthesizer that says what it is told to, and the first sentence of a reply that it speaks. */
function speakEarly() {
  const asked: { text: string; signal: AbortSignal; onPiece: OnPiece }[] = [];
  let settle: (clip: Promise<Uint8Array>) => void = () => undefined;
  const synthesizer: SpeechSynthesizer = {
    engine: { kind: "azure", name: "played" },
    synthesize({ text }, signal, onPiece = () => undefined) {
      asked.push({ text, signal, onPiece });
      return new Promise((resolve) => {
        settle = resolve;
      });
    },
    close: async () => undefined,
  };
  const controller = new AbortController();
  const { signal } = controller;
  const speech = createEarlySpeech({ synthesizer, voiceName: "played", language: "en-US", signal });
  return {
    speech,
    asked,
    end: () => controller.abort(),
    finish: (clip: Uint8Array | Error) => settle(clip instanceof Error ? Promise.reject(clip) : Promise.resolve(clip)),
  };
}

const wanted = () => new AbortController().signal;

describe("the first sentence of a reply, spoken early", () => {
  it("is asked for once it is whole, and nothing after it", () => {
    const { speech, asked } = speakEarly();
    speech.push("I like ");
    expect(asked).toEqual([]);
    speech.push("cheese. And ham.");
    speech.push(" And you.");
    speech.end();
    expect(asked.map(({ text }) => text)).toEqual(["I like cheese."]);
    expect(speech.spoken({ ...sentence, text: "And ham." })).toBeNull();
    expect(speech.spoken({ ...sentence, voiceName: "other" })).toBeNull();
  });

  it("gives what has come of it at once, the rest as it comes, and the whole at its end", async () => {
    const { speech, asked, finish } = speakEarly();
    speech.push("I like cheese.");
    speech.end();
    asked[0]?.onPiece(CLIP.subarray(0, 1));
    const pieces: number[][] = [];
    const heard = speech.spoken(sentence)?.(wanted(), (mp3) => pieces.push([...mp3]));
    await vi.waitFor(() => expect(pieces).toEqual([[1]]));
    asked[0]?.onPiece(CLIP.subarray(1));
    finish(CLIP);
    expect(await heard).toEqual(CLIP);
    expect(pieces).toEqual([[1], [2, 3]]);
  });

  it("is nothing where that has failed, and fails who hears it then", async () => {
    const { speech, finish } = speakEarly();
    speech.push("I like cheese. ");
    speech.end();
    const heard = speech.spoken(sentence)?.(wanted());
    finish(new Error("played"));
    await expect(heard).rejects.toThrow("played");
    expect(speech.spoken(sentence)).toBeNull();
  });

  it("ends with what was begun, and with who hears it", async () => {
    const thrownAway = speakEarly();
    thrownAway.speech.push("I like cheese. So ");
    thrownAway.end();
    expect(thrownAway.asked[0]?.signal.aborted).toBe(true);
    expect(thrownAway.speech.spoken(sentence)).toBeNull();

    const stopped = speakEarly();
    stopped.speech.push("I like cheese. So ");
    const listener = new AbortController();
    void stopped.speech.spoken(sentence)?.(listener.signal);
    expect(stopped.asked[0]?.signal.aborted).toBe(false);
    listener.abort();
    expect(stopped.asked[0]?.signal.aborted).toBe(true);
  });

  it("is not begun once nobody wants it", () => {
    const { speech, asked, end } = speakEarly();
    end();
    speech.push("I like cheese. So ");
    speech.end();
    expect(asked).toEqual([]);
  });
});
