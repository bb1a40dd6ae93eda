import { setTimeout as sleep } from "node:timers/promises";
import { type AzureAccount, withoutKey } from "../azure/sdk.ts";
import { type AzureAttempt, createAzureThread } from "./azure-thread.ts";
import { type Listen, RECORDING_RATE, RecognitionError, type SpeechRecognizer } from "./recognition.ts";

interface Timing {
  /** Per try, from the end of what is speech and beyond its length. */
  answer: number;
  backoff: number;
}

const usual: Timing = { answer: 20_000, backoff: 1_000 };

/** Kept until its text is there: when the service is busy or the line drops, all of it is sent once more. */
export function createAzureRecognizer(account: AzureAccount, options: Partial<Timing> = {}): SpeechRecognizer {
  const timing = { ...usual, ...options };
  const thread = createAzureThread();

  const listen: Listen = ({ language, onPartial }, signal) => {
    const speech = keepSpeech();
    async function recognize(): Promise<string> {
      for (let attempt = 0; ; attempt += 1) {
        signal.throwIfAborted();
        const outcome = await runAttempt(thread.begin({ account, language, onPartial }), speech, timing, signal);
        if (outcome.kind === "text") return outcome.text;
        if (!outcome.again || attempt > 0)
          throw new RecognitionError(outcome.code, withoutKey(outcome.message, account));
        await sleep(timing.backoff, undefined, { signal }).catch(() => undefined);
      }
    }
    const text = recognize();
    // It may fail before anybody asks for it.
    text.catch(() => undefined);
    return { write: speech.write, end: speech.end, text };
  };

  return {
    engine: { kind: "azure", name: "Azure Speech" },
    inPauses: false,
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

function keepSpeech() {
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
    giveTo(next: typeof reader): void {
      reader = next;
      for (const samples of parts) next?.write(samples);
      if (isEnded) next?.end(length / RECORDING_RATE);
    },
  };
}

async function runAttempt(
  attempt: AzureAttempt,
  speech: ReturnType<typeof keepSpeech>,
  timing: Timing,
  signal: AbortSignal,
) {
  let late: NodeJS.Timeout | undefined;
  const onAbort = () => attempt.giveUp(signal.reason instanceof Error ? signal.reason : new Error("aborted"));
  signal.addEventListener("abort", onAbort, { once: true });
  speech.giveTo({
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
    speech.giveTo(undefined);
    clearTimeout(late);
    signal.removeEventListener("abort", onAbort);
  }
}
