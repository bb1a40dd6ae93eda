import { type AzureEnv, azureAccount } from "../azure/sdk.ts";
import { createAzureSpeech } from "./azure.ts";
import type { SpeechSynthesizer } from "./speech.ts";

/** The configured synthesizer; without a configuration, the embedded one (D3), which costs nothing. */
export function createSpeech(env: AzureEnv, builtIn: SpeechSynthesizer): SpeechSynthesizer {
  const account = azureAccount(env);
  return account === null ? builtIn : createAzureSpeech(account);
}
