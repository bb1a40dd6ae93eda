import { readSamples } from "@/components/audio/open-microphone.ts";
import { UtteranceCutter } from "@/components/audio/utterance-cutter.ts";
import { ListenLine } from "./listen-line.ts";
import type { LineTurn, TurnListener, TurnOutcome, TurnPlace } from "./spoken-turn.ts";

/**
 * Words that the server hears while a recording is made. Called when the recording is over; null where the server could not
 * follow it: then the recording itself has to be sent.
 */
export type LiveWords = () => Promise<TurnOutcome>;

interface LiveWordsOptions extends TurnListener {
  /** The microphone that is recorded, as soon as it is open. */
  stream: Promise<MediaStream>;
  place: TurnPlace;
  /** Drops the words and frees all that is used for them, at any time. */
  signal: AbortSignal;
}

/** Sends what a microphone hears to the server, from when this resolves. Rejects where this browser can't, or once aborted. */
export async function openLiveWords({ stream, place, signal, ...listener }: LiveWordsOptions): Promise<LiveWords> {
  signal.throwIfAborted();
  const line = new ListenLine();
  line.open();
  const context = new AudioContext();
  let turn: LineTurn | null = null;
  let stopReading = () => {};
  const free = () => {
    signal.removeEventListener("abort", free);
    stopReading();
    turn?.cancel();
    line.close();
    context.close().catch(() => {});
  };
  signal.addEventListener("abort", free);
  // Only a tap ends it, but in its pauses the reply may begin.
  const cutter = new UtteranceCutter(Number.POSITIVE_INFINITY);
  const onBlock = (block: Float32Array) => {
    turn?.push(block);
    for (const { type } of cutter.push(block)) {
      if (type === "pausing") turn?.pausing();
      if (type === "resumed") turn?.resumed();
    }
  };
  try {
    stopReading = await readSamples({ context, stream, signal, onBlock });
    signal.throwIfAborted();
    const begun = line.begin(place, listener);
    turn = begun;
    return async () => {
      stopReading();
      const outcome = await begun.end();
      if (!signal.aborted) free();
      return outcome;
    };
  } catch (error) {
    if (signal.aborted) stopReading();
    else free();
    throw error;
  }
}
