import type { LanguageModel } from "#server/models/chat/llm.ts";
import { createOpenAiModel } from "#server/models/chat/openai.ts";
import type { Env } from "#server/platform/env.ts";
import { createDiaryVoice } from "../diary-voice/diary-voice.ts";

/** The configured language model; with neither a key nor an address configured, the embedded diary voice (D3). */
export function createLanguageModel(env: ModelEnv): LanguageModel {
  if (env.OPENAI_API_KEY === undefined && env.OPENAI_BASE_URL === undefined) return createDiaryVoice();
  return createOpenAiModel({
    apiKey: env.OPENAI_API_KEY,
    baseUrl: env.OPENAI_BASE_URL,
    model: env.OPENAI_MODEL,
    reasoningEffort: env.OPENAI_REASONING_EFFORT,
    thinkingTokens: env.OPENAI_THINKING_TOKENS,
    timeoutS: env.OPENAI_TIMEOUT_S,
  });
}

type ModelEnv = Pick<
  Env,
  | "OPENAI_API_KEY"
  | "OPENAI_BASE_URL"
  | "OPENAI_MODEL"
  | "OPENAI_REASONING_EFFORT"
  | "OPENAI_THINKING_TOKENS"
  | "OPENAI_TIMEOUT_S"
>;
