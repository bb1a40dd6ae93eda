import type { KeptSound, Samples } from "./kept-sound.ts";

/** Each is paid for as a recording is. */
const MOST_ASKS = 3;

/** For a recognizer that needs the whole recording: asked in a pause, which may be the end, so that its text is there then. */
export interface EarlyRecognition {
  pause(): void;
  resume(): void;
  /** The text of a recording after which nothing more was said; null where the whole is still to be recognized. */
  text(): Promise<string | null>;
}

interface EarlyRecognitionOptions {
  sound: Pick<KeptSound, "soFar">;
  /** Rejects where no more may be asked today. */
  admit(): Promise<void>;
  recognize(samples: Samples): Promise<string>;
  /** `isSettled`: nothing more was said meanwhile. */
  onText(text: string, isSettled: boolean): void;
}

export function createEarlyRecognition({ sound, admit, recognize, onText }: EarlyRecognitionOptions): EarlyRecognition {
  let asks = 0;
  let current: Promise<string | null> | null = null;
  return {
    pause() {
      if (current !== null || asks >= MOST_ASKS) return;
      asks += 1;
      // A failure is told at the end, where the whole is recognized.
      const samples = sound.soFar();
      const ask = admit()
        .then(() => recognize(samples))
        .catch(() => null);
      current = ask;
      void ask.then((text) => {
        if (text !== null) onText(text, current === ask);
      });
    },
    resume() {
      current = null;
    },
    text: async () => current,
  };
}
