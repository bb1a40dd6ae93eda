import PQueue from "p-queue";
import type { Env } from "#server/platform/env.ts";
import { type AzureEnv, azureAccount } from "../azure/sdk.ts";
import { createAzureRecognizer } from "./azure.ts";
import { createOpenAiRecognizer } from "./openai.ts";
import { type Listen, type Listening, noRecognizer, RecognitionError, type SpeechRecognizer } from "./recognition.ts";

type RecognitionEnv = AzureEnv &
  Pick<Env, "OPENAI_API_KEY" | "OPENAI_BASE_URL" | "OPENAI_TRANSCRIBE_MODEL" | "OPENAI_TRANSCRIBE_IN_PAUSES">;

export function createRecognizer(env: RecognitionEnv): SpeechRecognizer {
  const account = azureAccount(env);
  if (account !== null) return boundRecognizer(createAzureRecognizer(account));
  if (env.OPENAI_API_KEY === undefined && env.OPENAI_BASE_URL === undefined) return noRecognizer;
  const { OPENAI_API_KEY: apiKey, OPENAI_BASE_URL: baseUrl, OPENAI_TRANSCRIBE_MODEL: model } = env;
  const inPauses = env.OPENAI_TRANSCRIBE_IN_PAUSES !== "off";
  return boundRecognizer(createOpenAiRecognizer({ apiKey, baseUrl, model, inPauses }));
}

interface Bounds {
  readonly atOnce: number;
  readonly waiting: number;
  readonly speaking: number;
}

// The thirty-second waits about as long as a recording lasts. Azure lets a hundred speak at once.
const usual: Bounds = { atOnce: 8, waiting: 32, speaking: 100 };

function boundRecognizer(recognizer: SpeechRecognizer, bounds: Partial<Bounds> = {}): SpeechRecognizer {
  const { atOnce, waiting, speaking } = { ...usual, ...bounds };
  const queue = new PQueue({ concurrency: atOnce });
  return {
    engine: recognizer.engine,
    inPauses: recognizer.inPauses,
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
    if (listenings >= speaking) return refuse(new RecognitionError("rate_limited", `${speaking} people speak`));
    listenings += 1;
    const listening = listen(speech, signal);
    const over = () => {
      listenings -= 1;
    };
    listening.text.then(over, over);
    return listening;
  };
}

function refuse(error: RecognitionError): Listening {
  const text = Promise.reject<string>(error);
  // Whoever asks for the text later sees the rejection.
  text.catch(() => undefined);
  return { write: () => undefined, end: () => undefined, text };
}
