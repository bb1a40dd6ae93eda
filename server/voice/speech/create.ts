import type { Env } from "#server/platform/env.ts";
import { readVoiceMap } from "#shared/voice-map.ts";
import { type AzureEnv, azureAccount } from "../azure/sdk.ts";
import { createAzureSpeech } from "./azure.ts";
import type { EmbeddedSpeech } from "./embedded.ts";
import { createOpenAiSpeech } from "./openai.ts";
import type { SpeechSynthesizer } from "./speech.ts";

type SpeechEnv = AzureEnv &
  Pick<
    Env,
    | "OPENAI_API_KEY"
    | "OPENAI_BASE_URL"
    | "OPENAI_SPEECH_BASE_URL"
    | "OPENAI_SPEECH_KEY"
    | "OPENAI_SPEECH_MODEL"
    | "OPENAI_SPEECH_VOICES"
  >;

/** Azure, else the speech server, which also speaks where Azure fails, else the embedded voice, which costs nothing. */
export function createSpeech(env: SpeechEnv, builtIn: EmbeddedSpeech): SpeechSynthesizer {
  const account = azureAccount(env);
  const server = createServerSpeech(env, builtIn);
  if (account === null) return server ?? builtIn;
  const azure = createAzureSpeech(account);
  if (server === null) return azure;
  return { ...azure, next: server, close: async () => void (await Promise.all([azure.close(), server.close()])) };
}

function createServerSpeech(env: SpeechEnv, builtIn: EmbeddedSpeech): SpeechSynthesizer | null {
  const { OPENAI_SPEECH_MODEL: model, OPENAI_SPEECH_VOICES: map = "" } = env;
  if (model === undefined) return null;
  const voices = readVoiceMap(map);
  return createOpenAiSpeech({
    ...speechServer(env),
    model,
    voices: typeof voices === "string" ? new Map() : voices,
    builtIn,
  });
}

/** A server of its own gets only its own key. */
export const speechServer = (env: SpeechEnv): { apiKey: string | undefined; baseUrl: string | undefined } =>
  env.OPENAI_SPEECH_BASE_URL === undefined
    ? { apiKey: env.OPENAI_API_KEY, baseUrl: env.OPENAI_BASE_URL }
    : { apiKey: env.OPENAI_SPEECH_KEY, baseUrl: env.OPENAI_SPEECH_BASE_URL };
