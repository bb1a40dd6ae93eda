import { type AzureEnv, azureAccount } from "../azure/sdk.ts";
import { createAzureSpeech } from "./azure.ts";
import { createEmbeddedSpeech } from "./embedded.ts";
import type { SpeechSynthesizer } from "./speech.ts";

/** The synthesizer that costs nothing, beside the given one or the same. */
export function createBuiltInSpeech(speech: SpeechSynthesizer): SpeechSynthesizer {
  return speech.engine.kind === "embedded" ? speech : createEmbeddedSpeech();
}

/** The configured synthesizer; without a configuration, the embedded one (D3). */
export function createSpeech(env: AzureEnv): SpeechSynthesizer {
  const account = azureAccount(env);
  return account === null ? createEmbeddedSpeech() : createAzureSpeech(account);
}
