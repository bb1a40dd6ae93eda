import { joinMp3 } from "../../providers/speech/mp3.ts";
import { MAX_UTTERANCE_CHARACTERS, plainText } from "../../providers/speech/plain-text.ts";
import { SpeechError, type SpeechSynthesizer } from "../../providers/speech/speech.ts";
import { createSentenceSplitter } from "./split-sentences.ts";

export interface ReplySpeechOptions {
  readonly synthesizer: SpeechSynthesizer;
  readonly voiceName: string;
  readonly language: string;
  /** Ends the speech at once, without an error. */
  readonly signal: AbortSignal;
  /** Each clip, in the order of the text, as soon as it and all before it are there. Counted from 0. */
  readonly onClip?: (index: number, mp3: Uint8Array) => void;
  /** The synthesizer is throttled: what it still owes becomes one clip at the end. */
  readonly onThrottled?: (error: SpeechError) => void;
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

/** A piece of the text on its way to a clip. `owed`: it was throttled, or came after that. */
interface Piece {
  text: string;
  state: "waiting" | "running" | "owed" | "spoken";
  clip?: Uint8Array;
}

// One sentence is spoken while the next is prepared; more would be wasted on a reply that is stopped.
const AT_ONCE = 2;
// Of a sentence; a longer utterance may take longer.
const USUAL_LENGTH = 300;

/** Speaks a reply beside the stream of its text. */
export function createReplySpeech(options: ReplySpeechOptions): ReplySpeech {
  const { synthesizer, voiceName, signal, sentenceTimeoutMs = 15_000 } = options;
  const splitter = createSentenceSplitter(options.language);
  const stop = new AbortController();
  let pieces: Piece[] = [];
  let running = 0;
  let delivered = 0;
  let throttled = false;
  let textIsOver = false;
  const { promise: whole, resolve } = deferred<Uint8Array | null>();

  signal.addEventListener("abort", cancel, { once: true });
  if (signal.aborted) cancel();

  function add(sentences: readonly string[]): void {
    for (const text of sentences) {
      if (plainText(text) !== "") pieces.push({ text, state: throttled ? "owed" : "waiting" });
    }
    advance();
  }

  function advance(): void {
    if (throttled && textIsOver && running === 0) pieces = inFewUtterances(pieces);
    for (const piece of pieces) {
      if (running >= AT_ONCE || stop.signal.aborted) return;
      if (piece.state === "waiting") speak(piece);
    }
    if (textIsOver && running === 0 && !stop.signal.aborted)
      finish(pieces.length > 0 ? joinMp3(pieces.flatMap(({ clip }) => clip ?? [])) : null);
  }

  function speak(piece: Piece): void {
    const { text } = piece;
    const limitMs = sentenceTimeoutMs * Math.ceil(text.length / USUAL_LENGTH);
    const isLastTry = throttled;
    piece.state = "running";
    running += 1;
    withTimeout(limitMs, async (sentenceSignal) => synthesizer.synthesize({ text, voiceName }, sentenceSignal)).then(
      (clip) => {
        running -= 1;
        piece.clip = clip;
        piece.state = "spoken";
        deliver();
      },
      (error: unknown) => {
        running -= 1;
        if (isLastTry || !(error instanceof SpeechError) || error.code !== "rate_limited") fail(error);
        else owe(piece, error);
      },
    );
  }

  function owe(piece: Piece, error: SpeechError): void {
    piece.state = "owed";
    for (const other of pieces) {
      if (other.state === "waiting") other.state = "owed";
    }
    if (!throttled) options.onThrottled?.(error);
    throttled = true;
    advance();
  }

  function deliver(): void {
    if (stop.signal.aborted) return;
    try {
      for (let clip = pieces[delivered]?.clip; clip; clip = pieces[delivered]?.clip) {
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
    pieces = [];
    finish(null);
  }

  function finish(clip: Uint8Array | null): void {
    signal.removeEventListener("abort", cancel);
    resolve(clip);
  }

  /** Holds for a synthesizer that heeds no signal, too. */
  function withTimeout(limitMs: number, synthesize: (signal: AbortSignal) => Promise<Uint8Array>): Promise<Uint8Array> {
    const sentence = new AbortController();
    return new Promise((resolveClip, reject) => {
      const giveUp = (error: unknown) => {
        sentence.abort(error);
        settled();
        reject(error);
      };
      const onStop = () => giveUp(stop.signal.reason);
      const timer = setTimeout(
        () => giveUp(new SpeechError("timeout", `a sentence was not spoken within ${limitMs} ms`)),
        limitMs,
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

/** Puts together what is owed and follows one another, as far as an engine takes it, and lets it be spoken. */
function inFewUtterances(pieces: readonly Piece[]): Piece[] {
  const together: Piece[] = [];
  for (const piece of pieces) {
    const last = together.at(-1);
    if (piece.state !== "owed") together.push(piece);
    else if (last?.state === "waiting" && last.text.length + piece.text.length < MAX_UTTERANCE_CHARACTERS)
      last.text += ` ${piece.text}`;
    else together.push({ text: piece.text, state: "waiting" });
  }
  return together;
}

function deferred<T>(): { promise: Promise<T>; resolve: (value: T) => void } {
  let resolve: (value: T) => void = () => undefined;
  const promise = new Promise<T>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}
