import { type OnPiece, SpeechError, type SpeechSynthesizer } from "../speech/speech.ts";
import type { SentenceWriter } from "./sentence-order.ts";
import { createSentenceSplitter } from "./split-sentences.ts";
import { createUtterances, type ReplyUtterance } from "./utterances.ts";

export interface ReplySpeechOptions {
  readonly synthesizer: SpeechSynthesizer;
  readonly voiceName: string;
  readonly language: string;
  readonly signal: AbortSignal;
  readonly onBegin?: (() => SentenceWriter | undefined) | undefined;
  /** What is not spoken yet becomes one clip at the end. */
  readonly onThrottled?: (error: SpeechError) => void;
  readonly onError?: (error: unknown) => void;
  readonly sentenceTimeoutMs?: number;
}

export interface ReplySpeech {
  push(text: string): void;
  end(): Promise<Uint8Array | null>;
  cancel(): void;
}

// One plays while the next is made; more would be wasted if the reply is stopped.
const AT_ONCE = 2;
/** Two engines may stay silent before a third one speaks. */
const SENTENCE_MS = 25_000;
// In characters; a longer utterance gets proportionally more time.
const USUAL_LENGTH = 300;

export function createReplySpeech(options: ReplySpeechOptions): ReplySpeech {
  const { signal } = options;
  const splitter = createSentenceSplitter(options.language);
  const stop = new AbortController();
  const { promise: whole, resolve } = deferred<Uint8Array | null>();
  const queue = createSpeakingQueue({
    ...options,
    signal: stop.signal,
    onEnd: finish,
    onError(error) {
      cancel();
      options.onError?.(error);
    },
  });
  let isTextOver = false;

  signal.addEventListener("abort", cancel, { once: true });
  if (signal.aborted) cancel();

  function cancel(): void {
    stop.abort();
    queue.abandon();
    finish(null);
  }

  function finish(clip: Uint8Array | null): void {
    signal.removeEventListener("abort", cancel);
    resolve(clip);
  }

  return {
    push(text) {
      if (!stop.signal.aborted && !isTextOver) queue.add(splitter.push(text));
    },
    end() {
      if (!isTextOver && !stop.signal.aborted) queue.end(splitter.end());
      isTextOver = true;
      return whole;
    },
    cancel,
  };
}

interface SpeakingQueueOptions extends ReplySpeechOptions {
  readonly onEnd: (clip: Uint8Array | null) => void;
  readonly onError: (error: unknown) => void;
}

function createSpeakingQueue(options: SpeakingQueueOptions) {
  const { signal, onBegin, onThrottled, onEnd, onError } = options;
  const utterances = createUtterances();
  let running = 0;
  let isThrottled = false;
  let isTextOver = false;

  function add(sentences: readonly string[]): void {
    utterances.add(sentences, isThrottled ? "owed" : "waiting");
    advance();
  }

  function advance(): void {
    if (isThrottled && isTextOver && running === 0) utterances.retryOwed();
    for (let next = utterances.nextWaiting(); next !== undefined; next = utterances.nextWaiting()) {
      if (running >= AT_ONCE || signal.aborted) return;
      speak(next);
    }
    if (isTextOver && running === 0 && !signal.aborted) onEnd(utterances.wholeClip());
  }

  function speak(utterance: ReplyUtterance): void {
    const isLastTry = isThrottled;
    utterance.state = "running";
    running += 1;
    let written = 0;
    const write = (mp3: Uint8Array) => {
      written += mp3.length;
      utterance.writer?.write(mp3);
    };
    utterance.writer ??= onBegin?.();
    synthesize({ text: utterance.text, isLastTry }, options, write)
      .finally(() => {
        running -= 1;
      })
      .then((clip) => {
        // The part that an engine has only as a whole.
        write(clip.subarray(written));
        utterance.writer?.end();
        utterance.clip = clip;
        utterance.state = "spoken";
      })
      .catch((error: unknown) => {
        // What was heard can't be said again.
        if (written > 0 || isLastTry || !isThrottling(error)) throw error;
        utterances.owe(utterance);
        if (!isThrottled) onThrottled?.(error);
        isThrottled = true;
      })
      .then(advance)
      .catch((error: unknown) => {
        if (!signal.aborted) onError(error);
      });
  }

  return {
    add,
    abandon: utterances.abandon,
    end(sentences: readonly string[]): void {
      isTextOver = true;
      add(sentences);
    },
  };
}

const isThrottling = (error: unknown): error is SpeechError =>
  error instanceof SpeechError && error.code === "rate_limited";

/** Ends in time even if the synthesizer does not. Throws SpeechError, or the signal's reason. */
function synthesize(
  { text, isLastTry }: { text: string; isLastTry: boolean },
  options: ReplySpeechOptions,
  onPiece: OnPiece,
): Promise<Uint8Array> {
  const { synthesizer, voiceName, signal, sentenceTimeoutMs = SENTENCE_MS } = options;
  const timeoutMs = sentenceTimeoutMs * Math.ceil(text.length / USUAL_LENGTH);
  const sentence = new AbortController();
  const pass = (mp3: Uint8Array) => {
    if (!sentence.signal.aborted) onPiece(mp3);
  };
  const work = async () => synthesizer.synthesize({ text, voiceName, isLastTry }, sentence.signal, pass);
  return new Promise((resolve, reject) => {
    const giveUp = (error: unknown) => {
      sentence.abort(error);
      settled();
      reject(error);
    };
    const onAbort = () => giveUp(signal.reason);
    const timer = setTimeout(
      () => giveUp(new SpeechError("timeout", `a sentence was not spoken within ${timeoutMs} ms`)),
      timeoutMs,
    );
    const settled = () => {
      clearTimeout(timer);
      signal.removeEventListener("abort", onAbort);
    };
    signal.addEventListener("abort", onAbort, { once: true });
    void work().then(resolve, reject).finally(settled);
  });
}

function deferred<T>(): { promise: Promise<T>; resolve: (value: T) => void } {
  let resolve: (value: T) => void = () => undefined;
  const promise = new Promise<T>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}
