import PQueue from "p-queue";
import { RecognitionError, type SpeechRecognizer } from "./recognition.ts";

interface Bounds {
  readonly atOnce: number;
  readonly waiting: number;
}

// One recording takes a few seconds: the thirty-second in a queue of eight at once waits about as long as they spoke.
const usual: Bounds = { atOnce: 8, waiting: 32 };

/** A recognizer that works on a few recordings at once; others wait their turn, and beyond that it is busy. */
export function bounded(recognizer: SpeechRecognizer, { atOnce, waiting }: Bounds = usual): SpeechRecognizer {
  const queue = new PQueue({ concurrency: atOnce });
  return {
    engine: recognizer.engine,
    async recognize(recording, signal) {
      signal.throwIfAborted();
      if (queue.size >= waiting) throw new RecognitionError("rate_limited", `${waiting} recordings wait`);
      return queue.add(() => recognizer.recognize(recording, signal), { signal });
    },
  };
}
