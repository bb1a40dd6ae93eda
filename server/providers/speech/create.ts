import { ConfigurationError, type Env } from "../../env.ts";
import { createEmbeddedSpeech } from "./embedded.ts";
import type { SpeechSynthesizer } from "./speech.ts";

/** The configured synthesiser; without a configuration, the embedded one (D3). */
export function createSpeech(env: Pick<Env, "AZURE_SPEECH_KEY" | "AZURE_SPEECH_HOST">): SpeechSynthesizer {
  // Better no start than a voice other than the one that was asked for.
  if (env.AZURE_SPEECH_KEY !== undefined || env.AZURE_SPEECH_HOST !== undefined) {
    throw new ConfigurationError("AZURE_SPEECH_KEY and AZURE_SPEECH_HOST are set, but Azure Speech is not supported.");
  }
  return createEmbeddedSpeech();
}
