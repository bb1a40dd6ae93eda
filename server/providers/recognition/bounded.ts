import PQueue from "p-queue";
import { RecognitionError, type SpeechRecognizer } from "./recognition.ts";

interface Bounds {
  readonly atOnce: number;
  readonly waiting: number;
}

// One recording takes a few seconds: with eight at a time, the thirty-second in the queue waits about as long as a
// recording lasts.
const usual: Bounds = { atOnce: 8, waiting: 32 };

/**
 * A recognizer that works on `atOnce` recordings at a time and lets `waiting` others wait; it refuses more with
 * `rate_limited`.
 */
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
