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

it("says what to do about a speech server, and where", () => {
  const env = readEnv({ OPENAI_SPEECH_MODEL: "kokoro", OPENAI_SPEECH_BASE_URL: "http://127.0.0.1:9/v1" });
  const problem = (error: SpeechError) => engineProblem(error, env, (variable) => variable);
  const remedy = "The speech server does not know the voice 'anna'.";
  expect(problem(new SpeechError("bad_voice", "no voice", { remedy }))).toBe(`${remedy} (OPENAI_SPEECH_VOICES)`);
  expect(problem(new SpeechError("unavailable", "refused"))).toContain("No voice from the speech server 127.0.0.1:9");
});

it("names the settings of the server that turns speech into text", () => {
  const away = new RecognitionError("unavailable", "socket hang up");
  const sentence = engineProblem(away, readEnv({ OPENAI_BASE_URL: "http://127.0.0.1:9/v1" }), (variable) => variable);
  expect(sentence).toContain("OPENAI_TRANSCRIBE_MODEL");
});
