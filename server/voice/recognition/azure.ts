import { setTimeout as sleep } from "node:timers/promises";
import { type AzureAccount, withoutKey } from "../azure/sdk.ts";
import { type AzureAttempt, createAzureThread } from "./azure-thread.ts";
import { type Listen, RECORDING_RATE, RecognitionError, type SpeechRecognizer } from "./recognition.ts";

/** Milliseconds. */
interface Timing {
  /** Time limit of each of the two tries, from the end of what is said, in addition to its length. */
  answer: number;
  /** Wait before the second try, when the service is busy or closed the connection. */
  backoff: number;
}

const usual: Timing = { answer: 20_000, backoff: 1_000 };

/**
 * Azure Speech or its container. A recording is recognized as speech is that comes all at once. What was said is kept until its
 * text is there: when the service is busy or the line drops, in the middle of a sentence too, all of it is sent once more.
 */
export function createAzureRecognizer(account: AzureAccount, given: Partial<Timing> = {}): SpeechRecognizer {
  const timing = { ...usual, ...given };
  const thread = createAzureThread();

  const listen: Listen = ({ language, onPartial }, signal) => {
    const said = keptSpeech();
    async function recognize(): Promise<string> {
      for (let attempt = 0; ; attempt += 1) {
        signal.throwIfAborted();
        const outcome = await attempted(thread.begin({ account, language, onPartial }), said, timing, signal);
        if (outcome.kind === "text") return outcome.text;
        if (!outcome.again || attempt > 0)
          throw new RecognitionError(outcome.code, withoutKey(outcome.message, account));
        await sleep(timing.backoff, undefined, { signal }).catch(() => undefined);
      }
    }
    const text = recognize();
    // It may fail before anybody asks for it.
    text.catch(() => undefined);
    return { write: said.write, end: said.end, text };
  };

  return {
    engine: { kind: "azure", name: "Azure Speech" },
    listen,
    recognize({ samples, language }, signal) {
      const listening = listen({ language, onPartial: () => undefined }, signal);
      listening.write(samples);
      listening.end();
      return listening.text;
    },
  };
}

type Samples = Int16Array<ArrayBuffer>;

/** All that was said so far, for the attempt that is under way and for the next one. */
function keptSpeech() {
  const parts: Samples[] = [];
  let length = 0;
  let isEnded = false;
  let reader: { write(samples: Samples): void; end(seconds: number): void } | undefined;
  return {
    write(samples: Samples): void {
      parts.push(samples);
      length += samples.length;
      reader?.write(samples);
    },
    end(): void {
      isEnded = true;
      reader?.end(length / RECORDING_RATE);
    },
    /** Gives it to a new reader: what there is at once, the rest as it comes. */
    giveTo(next: typeof reader): void {
      reader = next;
      for (const samples of parts) next?.write(samples);
      if (isEnded) next?.end(length / RECORDING_RATE);
    },
  };
}

/** @throws RecognitionError for a time limit or the end of the thread; the signal's reason */
async function attempted(
  attempt: AzureAttempt,
  said: ReturnType<typeof keptSpeech>,
  timing: Timing,
  signal: AbortSignal,
) {
  let late: NodeJS.Timeout | undefined;
  const onAbort = () => attempt.giveUp(signal.reason instanceof Error ? signal.reason : new Error("aborted"));
  signal.addEventListener("abort", onAbort, { once: true });
  said.giveTo({
    write: attempt.write,
    end(seconds) {
      const limit = timing.answer + seconds * 1000;
      late = setTimeout(() => attempt.giveUp(new RecognitionError("timeout", `no text after ${limit} ms`)), limit);
      attempt.end();
    },
  });
  try {
    return await attempt.outcome;
  } finally {
    said.giveTo(undefined);
    clearTimeout(late);
    signal.removeEventListener("abort", onAbort);
  }
}
