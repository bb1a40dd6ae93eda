import { beforeAll, describe, expect, it } from "vitest";
import { noise, recordingOf, rootMeanSquare, sound, tone } from "#tests/support/recordings.ts";
import { decodeRecording } from "./decode.ts";
import { hearsSpeech, secondsOfSpeech } from "./hear-speech.ts";

const gain = (decibels: number) => 10 ** (decibels / 20);
const hiss = noise();

const during = (second: number, begin: number, end: number) => second >= begin && second < end;

describe("no speech is heard", () => {
  it.each([
    ["digital silence", sound(5, () => 0)],
    ["a constant", sound(5, () => 0.5)],
    ["nothing at all", new Float32Array(0)],
    ["a recording shorter than a frame", sound(0.01, () => 0.5)],
    ["two minutes of white noise", sound(120, () => hiss() * gain(-30))],
    ["loud white noise", sound(10, () => hiss() * gain(-6))],
    ["the hiss of a microphone", sound(10, () => hiss() * gain(-60))],
    ["mains hum with overtones", sound(10, (t) => 0.3 * tone(50)(t) + 0.1 * tone(150)(t) + 0.03 * tone(350)(t))],
    ["hum over hiss", sound(10, (t) => 0.3 * tone(60)(t) + 0.1 * tone(180)(t) + hiss() * gain(-40))],
    ["hum that swells", sound(10, (t) => 0.3 * (1 + 0.5 * tone(0.7)(t)) * tone(50)(t) + 0.1 * tone(250)(t))],
    ["one click", sound(3, (t) => (during(t, 1, 1.00005) ? 1 : 0))],
    ["two clicks a second", sound(10, (t) => hiss() * (t % 0.5 < 0.003 ? 0.8 : 0.001))],
    ["key strokes", sound(10, (t) => hiss() * (0.001 + 0.3 * Math.exp(-(t % 0.26) / 0.0075)))],
    ["noise that begins", sound(6, (t) => (t < 2 ? 0 : hiss() * 0.1))],
    ["noise that ends", sound(6, (t) => (t > 2 ? 0 : hiss() * 0.1))],
    ["noise that swells", sound(6, (t) => hiss() * 0.1 * Math.min(1, t / 3))],
    ["a microphone that is switched on and off", sound(6, (t) => (during(t, 0.3, 5.8) ? hiss() * 0.1 : 0))],
    ["a beep", sound(4, (t) => (during(t, 2, 2.3) ? 0.3 * tone(1000)(t) : 0))],
  ])("in %s", (_name, samples) => {
    expect(hearsSpeech(secondsOfSpeech(samples))).toBe(false);
  });
});

describe("speech is heard", () => {
  let spoken: Float32Array;
  let level: number;
  beforeAll(async () => {
    spoken = await decodeRecording(await recordingOf("opus.webm"));
    level = rootMeanSquare(spoken);
  });
  const mixed = (speech: number, other: (second: number) => number) =>
    spoken.map((sample, index) => sample * gain(speech) + other(index / 16_000));

  it("as loud as it was recorded", () => {
    expect(secondsOfSpeech(spoken)).toBeGreaterThan(2);
  });

  it.each([-20, -30])("when it is quiet: %i dB", (decibels) => {
    expect(secondsOfSpeech(mixed(decibels, () => 0))).toBeGreaterThan(1.5);
  });

  it.each([
    [20, 1.5],
    [10, 1.2],
    [0, 0.5],
  ])("over noise that is %i dB below it, loud or quiet", (ratio, seconds) => {
    for (const loudness of [0, -20]) {
      const beneath = level * gain(loudness - ratio);
      expect(secondsOfSpeech(mixed(loudness, () => hiss() * beneath))).toBeGreaterThan(seconds);
    }
  });

  it("over a hum that is louder than it", () => {
    expect(secondsOfSpeech(mixed(-20, (t) => 0.3 * tone(50)(t) + 0.1 * tone(150)(t)))).toBeGreaterThan(1.2);
  });

  it("in a single short word", () => {
    // 'Hello', from before its beginning to after its end.
    const word = spoken.subarray(0.3 * 16_000, 0.95 * 16_000);
    expect(hearsSpeech(secondsOfSpeech(word))).toBe(true);
    expect(hearsSpeech(secondsOfSpeech(word.map((sample) => sample * gain(-20))))).toBe(true);
  });
});
