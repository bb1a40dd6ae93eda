import { describe, expect, it } from "vitest";
import { LanguageModelError, type LanguageModelFailure } from "#server/models/chat/llm.ts";
import { RecognitionError, type RecognitionErrorCode } from "#server/voice/recognition/recognition.ts";
import { SpeechError, type SpeechErrorCode } from "#server/voice/speech/speech.ts";

const modelFailures: Record<LanguageModelFailure, true> = {
  ...{ unauthorized: true, unknown_model: true, wrong_address: true, no_credit: true, too_long: true, too_large: true },
  ...{ out_of_tokens: true, rate_limited: true, timeout: true, unavailable: true, refused: true, empty: true },
};
const recognitionFailures: Record<RecognitionErrorCode, true> = {
  ...{ timeout: true, unauthorized: true, rate_limited: true, unavailable: true, failed: true, unsupported: true },
};
const speechFailures: Record<SpeechErrorCode, true> = {
  ...{ timeout: true, unauthorized: true, rate_limited: true, unavailable: true, bad_voice: true },
};

const codesOf = <Code extends string>(table: Record<Code, true>) => {
  const codes: Code[] = [];
  for (const code in table) codes.push(code);
  return codes;
};
const errors = [
  ...codesOf(modelFailures).map((code) => new LanguageModelError(code, "why")),
  ...codesOf(recognitionFailures).map((code) => new RecognitionError(code, "why")),
  ...codesOf(speechFailures).map((code) => new SpeechError(code, "why")),
];

describe("what somebody reads when an engine fails", () => {
  it.each(errors.map(({ code, sentence }) => [code, sentence]))(
    "tells of no setting and no technique: %s",
    (_, sentence) => {
      expect(sentence).not.toMatch(/[A-Z]+_[A-Z]|\b(model|tokens?|key|server|service|configur\w+|address|provider)\b/i);
    },
  );

  it("tells an administrator what to set", () => {
    expect(new LanguageModelError("out_of_tokens", "why").advice).toMatch(/OPENAI_THINKING_TOKENS/);
    expect(new RecognitionError("unsupported", "why").advice).toMatch(/AZURE_SPEECH_KEY/);
    expect(new SpeechError("unauthorized", "why").advice).toMatch(/key/);
  });
});
