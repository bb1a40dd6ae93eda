import { isDeepStrictEqual } from "node:util";
import type { OnPiece, SpeechSynthesizer, Utterance } from "#server/providers/speech/speech.ts";
import { GrowingClip } from "./growing-clip.ts";
import { createSentenceSplitter } from "./split-sentences.ts";
import { isSayable } from "./utterances.ts";

interface EarlySpeechOptions {
  readonly synthesizer: SpeechSynthesizer;
  readonly voiceName: string;
  readonly language: string;
  /** Ends it. */
  readonly signal: AbortSignal;
}

/** The first sentence of a reply, spoken before it is known whether the reply is wanted. No call throws. */
export interface EarlySpeech {
  /** The next piece of the reply's text. */
  push(text: string): void;
  /** After the last piece. */
  end(): void;
  /** What was spoken, where it is this; null where it is not, or where that failed: a failure that nobody heard may have passed. */
  spoken(utterance: Utterance): Spoken | null;
}

/** As `SpeechSynthesizer.synthesize` has it. */
type Spoken = (signal: AbortSignal, onPiece?: OnPiece) => Promise<Uint8Array>;

export function createEarlySpeech({ synthesizer, voiceName, language, signal }: EarlySpeechOptions): EarlySpeech {
  const splitter = createSentenceSplitter(language);
  let first: ReturnType<typeof speak> | null = null;

  function speakFirst(sentences: readonly string[]): void {
    const text = sentences.find(isSayable);
    if (text !== undefined && !signal.aborted) first = speak(synthesizer, { text, voiceName }, signal);
  }

  return {
    push(text) {
      if (first === null) speakFirst(splitter.push(text));
    },
    end() {
      if (first === null) speakFirst(splitter.end());
    },
    spoken(utterance) {
      return first?.isGood() && isDeepStrictEqual(first.said, utterance) ? first.hear : null;
    },
  };
}

function speak(synthesizer: SpeechSynthesizer, said: Utterance, signal: AbortSignal) {
  const listener = new AbortController();
  const either = AbortSignal.any([signal, listener.signal]);
  const clip = new GrowingClip(() => undefined);
  const whole = synthesizer.synthesize(said, either, (mp3) => clip.write(mp3));
  let hasFailed = false;
  whole.then(
    () => clip.end(),
    () => {
      hasFailed = true;
      clip.fail();
    },
  );
  const hear: Spoken = async (wanted, onPiece) => {
    wanted.throwIfAborted();
    wanted.addEventListener("abort", () => listener.abort(wanted.reason), { once: true });
    for await (const mp3 of clip.read()) onPiece?.(mp3);
    return whole;
  };
  return { said, hear, isGood: () => !hasFailed && !either.aborted };
}
