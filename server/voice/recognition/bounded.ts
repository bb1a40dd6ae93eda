import PQueue from "p-queue";
import { type Listen, type Listening, RecognitionError, type SpeechRecognizer } from "./recognition.ts";

interface Bounds {
  readonly atOnce: number;
  readonly waiting: number;
  /** How many people may speak at the same time. */
  readonly speaking: number;
}

// One recording takes a few seconds: with eight at a time, the thirty-second in the queue waits about as long as a
// recording lasts.
// Azure lets a hundred speak at once, if nobody has asked for more.
const usual: Bounds = { atOnce: 8, waiting: 32, speaking: 100 };

/**
 * A recognizer that works on `atOnce` recordings at a time and lets `waiting` others wait, and that listens to `speaking`
 * people; it refuses more with `rate_limited`.
 */
export function boundRecognizer(recognizer: SpeechRecognizer, bounds: Partial<Bounds> = {}): SpeechRecognizer {
  const { atOnce, waiting, speaking } = { ...usual, ...bounds };
  const queue = new PQueue({ concurrency: atOnce });
  return {
    engine: recognizer.engine,
    listen: recognizer.listen && boundedListen(recognizer.listen, speaking),
    async recognize(recording, signal) {
      signal.throwIfAborted();
      if (queue.size >= waiting) throw new RecognitionError("rate_limited", `${waiting} recordings wait`);
      return queue.add(() => recognizer.recognize(recording, signal), { signal });
    },
  };
}

function boundedListen(listen: Listen, speaking: number): Listen {
  let listenings = 0;
  return (speech, signal) => {
    if (listenings >= speaking) return refused(new RecognitionError("rate_limited", `${speaking} people speak`));
    listenings += 1;
    const listening = listen(speech, signal);
    const over = () => {
      listenings -= 1;
    };
    listening.text.then(over, over);
    return listening;
  };
}

function refused(error: RecognitionError): Listening {
  const text = Promise.reject<string>(error);
  // Whoever asks for the text later is told then.
  text.catch(() => undefined);
  return { write: () => undefined, end: () => undefined, text };
}
