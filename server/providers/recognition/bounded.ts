import { RecognitionError, type SpeechRecognizer } from "./recognition.ts";

interface Bounds {
  readonly atOnce: number;
  readonly waiting: number;
}

// One recording takes a few seconds: who is thirty-second in the row of eight waits about as long as they spoke.
const usual: Bounds = { atOnce: 8, waiting: 32 };

/** A recognizer that works on a few recordings at once; others wait their turn, and beyond that it is busy. */
export function bounded(recognizer: SpeechRecognizer, { atOnce, waiting }: Bounds = usual): SpeechRecognizer {
  const row: (() => void)[] = [];
  let free = atOnce;

  async function turn(signal: AbortSignal): Promise<void> {
    if (free > 0) {
      free -= 1;
      return;
    }
    if (row.length >= waiting) throw new RecognitionError("rate_limited", `${waiting} recordings wait`);
    await new Promise<void>((resolve, reject) => {
      const onAbort = () => {
        row.splice(row.indexOf(onTurn), 1);
        reject(signal.reason);
      };
      const onTurn = () => {
        signal.removeEventListener("abort", onAbort);
        resolve();
      };
      signal.addEventListener("abort", onAbort, { once: true });
      row.push(onTurn);
    });
  }

  return {
    engine: recognizer.engine,
    async recognize(recording, signal) {
      signal.throwIfAborted();
      await turn(signal);
      try {
        return await recognizer.recognize(recording, signal);
      } finally {
        const next = row.shift();
        if (next === undefined) free += 1;
        else next();
      }
    },
  };
}
