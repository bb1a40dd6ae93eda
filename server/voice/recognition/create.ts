import type { Env } from "#server/platform/env.ts";
import { type AzureEnv, azureAccount } from "../azure/sdk.ts";
import { createAzureRecognizer } from "./azure.ts";
import { boundRecognizer } from "./bounded.ts";
import { createOpenAiRecognizer } from "./openai.ts";
import { noRecognizer, type SpeechRecognizer } from "./recognition.ts";

type RecognitionEnv = AzureEnv & Pick<Env, "OPENAI_API_KEY" | "OPENAI_BASE_URL" | "OPENAI_TRANSCRIBE_MODEL">;

/** The configured recognizer: Azure's where it is configured, else an OpenAI-compatible one, else none. */
export function createRecognizer(env: RecognitionEnv): SpeechRecognizer {
  const account = azureAccount(env);
  if (account !== null) return boundRecognizer(createAzureRecognizer(account));
  if (env.OPENAI_API_KEY === undefined && env.OPENAI_BASE_URL === undefined) return noRecognizer;
  const { OPENAI_API_KEY: apiKey, OPENAI_BASE_URL: baseUrl, OPENAI_TRANSCRIBE_MODEL: model } = env;
  return boundRecognizer(createOpenAiRecognizer({ apiKey, baseUrl, model }));
}
