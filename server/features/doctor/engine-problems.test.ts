import { expect, it } from "vitest";
import { readEnv } from "#server/platform/env.ts";
import { RecognitionError } from "#server/voice/recognition/recognition.ts";
import { SpeechError } from "#server/voice/speech/speech.ts";
import { engineProblem } from "./engine-problems.ts";

it("says of the built-in voice nothing about settings that it does not have", () => {
  const late = new SpeechError("timeout", "no sound after 20 s");
  expect(engineProblem(late, readEnv({}), (variable) => variable)).toBe(
    "The built-in voice failed (timeout): is this machine very busy, or short of memory?",
  );
});

it("names the settings of the server that turns speech into text", () => {
  const away = new RecognitionError("unavailable", "socket hang up");
  const sentence = engineProblem(away, readEnv({ OPENAI_BASE_URL: "http://127.0.0.1:9/v1" }), (variable) => variable);
  expect(sentence).toContain("OPENAI_TRANSCRIBE_MODEL");
});
