import { joinMp3 } from "../../../providers/speech/mp3.ts";
import { plainText } from "../../../providers/speech/plain-text.ts";
import { SpeechError, type SpeechSynthesizer } from "../../../providers/speech/speech.ts";
import { createSentenceSplitter } from "./split-sentences.ts";

export interface ReplySpeechOptions {
  readonly synthesizer: SpeechSynthesizer;
  readonly voiceName: string;
  readonly language: string;
  /** Ends the speech at once, without an error. */
  readonly signal: AbortSignal;
  /** Each sentence's clip, in the order of the text, as soon as it and all before it are there. */
  readonly onClip?: (index: number, mp3: Uint8Array) => void;
  /** The first failure; the reply goes on without speech. */
  readonly onError?: (error: unknown) => void;
  readonly sentenceTimeoutMs?: number;
}

export interface ReplySpeech {
  /** The next piece of the reply's text. Never throws. */
  push(text: string): void;
  /** After the last piece: the whole clip; null where speech failed, was ended, or there was nothing to say. */
  end(): Promise<Uint8Array | null>;
  cancel(): void;
}

// One sentence is spoken while the next is prepared; more would be wasted on a reply that is stopped.
const AT_ONCE = 2;

/** Speaks a reply beside the stream of its text. */
export function createReplySpeech(options: ReplySpeechOptions): ReplySpeech {
  const { synthesizer, voiceName, signal, sentenceTimeoutMs = 15_000 } = options;
  const splitter = createSentenceSplitter(options.language);
  const stop = new AbortController();
  const waiting: string[] = [];
  const clips: (Uint8Array | undefined)[] = [];
  let started = 0;
  let running = 0;
  let delivered = 0;
  let textIsOver = false;
  const { promise: whole, resolve } = deferred<Uint8Array | null>();

  signal.addEventListener("abort", cancel, { once: true });
  if (signal.aborted) cancel();

  function add(sentences: readonly string[]): void {
    waiting.push(...sentences.filter((sentence) => plainText(sentence) !== ""));
    advance();
  }

  function advance(): void {
    while (running < AT_ONCE && waiting.length > 0 && !stop.signal.aborted) {
      const text = waiting.shift() ?? "";
      const index = started++;
      running += 1;
      withTimeout(async (sentenceSignal) => synthesizer.synthesize({ text, voiceName }, sentenceSignal)).then(
        (clip) => {
          running -= 1;
          clips[index] = clip;
          deliver();
        },
        (error: unknown) => fail(error),
      );
    }
    if (textIsOver && running === 0 && waiting.length === 0)
      finish(clips.length > 0 ? joinMp3(clips.flatMap((clip) => clip ?? [])) : null);
  }

  function deliver(): void {
    if (stop.signal.aborted) return;
    try {
      for (let clip = clips[delivered]; clip; clip = clips[delivered]) {
        options.onClip?.(delivered, clip);
        delivered += 1;
      }
    } catch (error) {
      fail(error);
      return;
    }
    advance();
  }

  function fail(error: unknown): void {
    if (stop.signal.aborted) return;
    cancel();
    options.onError?.(error);
  }

  function cancel(): void {
    stop.abort();
    waiting.length = 0;
    finish(null);
  }

  function finish(clip: Uint8Array | null): void {
    signal.removeEventListener("abort", cancel);
    resolve(clip);
  }

  /** Holds for a synthesiser that heeds no signal, too. */
  function withTimeout(synthesize: (signal: AbortSignal) => Promise<Uint8Array>): Promise<Uint8Array> {
    const sentence = new AbortController();
    return new Promise((resolveClip, reject) => {
      const giveUp = (error: unknown) => {
        sentence.abort(error);
        settled();
        reject(error);
      };
      const onStop = () => giveUp(stop.signal.reason);
      const timer = setTimeout(
        () => giveUp(new SpeechError("timeout", `a sentence was not spoken within ${sentenceTimeoutMs} ms`)),
        sentenceTimeoutMs,
      );
      const settled = () => {
        clearTimeout(timer);
        stop.signal.removeEventListener("abort", onStop);
      };
      stop.signal.addEventListener("abort", onStop, { once: true });
      synthesize(sentence.signal).then(resolveClip, reject).finally(settled);
    });
  }

  return {
    push(text) {
      if (!stop.signal.aborted && !textIsOver) add(splitter.push(text));
    },
    end() {
      if (!textIsOver) {
        textIsOver = true;
        if (!stop.signal.aborted) add(splitter.end());
      }
      return whole;
    },
    cancel,
  };
}

function deferred<T>(): { promise: Promise<T>; resolve: (value: T) => void } {
  let resolve: (value: T) => void = () => undefined;
  const promise = new Promise<T>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}
