import { beforeAll, describe, expect, it } from "vitest";
import { SPOKEN_RATE, speakSamples } from "#tests/support/spoken-wav.ts";
import { Downsampler } from "./downsampler.ts";
import { UtteranceCutter } from "./utterance-cutter.ts";
import { FRAME_MS, VoiceGate } from "./voice-gate.ts";
import { SPEECH_RATE } from "./wav.ts";

const samplesOf = (seconds: number) => Math.round(seconds * SPEECH_RATE);

/** The same noise at every run, -1..1. */
function noiseSource(): () => number {
  let state = 1;
  return () => {
    state = (state * 1664525 + 1013904223) >>> 0;
    return (state / 2 ** 32) * 2 - 1;
  };
}
const scaled = (sound: Float32Array, rms: number) => {
  const now = Math.sqrt(sound.reduce((sum, sample) => sum + sample * sample, 0) / sound.length);
  return sound.map((sample) => (sample * rms) / now);
};
const hiss = (seconds: number, rms: number) =>
  scaled(Float32Array.from({ length: samplesOf(seconds) }, noiseSource()), rms);
/** A noise that falls by 6 dB per octave above 13 Hz, like wind on a microphone. */
function rumble(seconds: number, rms: number): Float32Array {
  const next = noiseSource();
  let value = 0;
  const sound = Float32Array.from({ length: samplesOf(seconds) }, () => {
    value = value * 0.995 + next();
    return value;
  });
  return scaled(sound, rms);
}
/** Swells and falls by this many decibels, this often in a second. */
const gusts = (sound: Float32Array, decibels: number, perSecond: number) =>
  sound.map((sample, at) => {
    const swell = (Math.sin((2 * Math.PI * perSecond * at) / SPEECH_RATE) - 1) / 2;
    return sample * 10 ** ((decibels * swell) / 20);
  });
const joined = (...parts: Float32Array[]) => Float32Array.from(parts.flatMap((part) => [...part]));
const mixed = (one: Float32Array, other: Float32Array) => one.map((sample, at) => sample + (other[at] ?? 0));
const silence = (seconds: number) => new Float32Array(samplesOf(seconds));

/** The seconds of each utterance that is cut out of a sound, which is fed in blocks of odd lengths as devices do. */
function utterancesIn(sound: Float32Array, pauseMs = 700): number[] {
  const cutter = new UtteranceCutter(pauseMs);
  const found: number[] = [];
  for (let at = 0; at < sound.length; at += 441) {
    for (const heard of cutter.push(sound.subarray(at, at + 441))) {
      if (heard.type !== "utterance") continue;
      found.push(heard.chunks.reduce((sum, chunk) => sum + chunk.length, 0) / SPEECH_RATE);
    }
  }
  return found;
}

async function speech(text: string, options?: { voice?: string; rate?: number }): Promise<Float32Array> {
  const sound = new Downsampler(SPOKEN_RATE, SPEECH_RATE).push(await speakSamples(text, options));
  return scaled(sound, 0.08);
}

let question: Float32Array;
beforeAll(async () => {
  question = await speech("Tucker, what is your favourite toy?");
});

describe("what is no speech", () => {
  it.each([
    ["silence", silence(20)],
    ["the hiss of a microphone", hiss(20, 0.01)],
    ["loud steady noise", hiss(20, 0.1)],
    ["steady wind", rumble(30, 0.2)],
    ["gusts of wind", gusts(rumble(60, 0.2), 20, 0.3)],
    ["fast gusts", gusts(rumble(60, 0.2), 20, 1)],
    ["a noise that is switched on", joined(hiss(4, 0.002), hiss(12, 0.05))],
    ["noise that swells, such as traffic", gusts(hiss(40, 0.05), 20, 0.2)],
  ])("sends nothing of %s", (_name, sound) => {
    expect(utterancesIn(sound)).toEqual([]);
  });

  it("sends nothing of clicks and steps", () => {
    const sound = hiss(20, 0.001);
    const next = noiseSource();
    for (let start = samplesOf(0.6); start < sound.length; start += samplesOf(0.55)) {
      for (let at = start; at < Math.min(sound.length, start + samplesOf(0.08)); at++)
        sound[at] = (sound[at] ?? 0) + 0.5 * next() * Math.exp(-(at - start) / 300);
    }
    expect(utterancesIn(sound)).toEqual([]);
  });
});

describe("what is said", () => {
  it.each([
    ["in a quiet room", (talk: Float32Array) => talk],
    ["in hiss, 14 dB below the voice", (talk: Float32Array) => mixed(talk, hiss(20, 0.016))],
    ["in wind as loud as the voice", (talk: Float32Array) => mixed(talk, rumble(20, 0.08))],
    ["softly", (talk: Float32Array) => mixed(scaled(talk, 0.008), hiss(20, 0.0008))],
  ])("is cut out whole, twice, %s", (_name, place) => {
    const talk = joined(silence(2), question, silence(2), question, silence(2));
    const found = utterancesIn(place(talk));
    expect(found).toHaveLength(2);
    const spokenFor = question.length / SPEECH_RATE;
    // Its own length, what is kept before and behind it, and at most half a second of what a soft end may add.
    for (const seconds of found) {
      expect(seconds).toBeGreaterThan(spokenFor - 0.1);
      expect(seconds).toBeLessThan(spokenFor + 1.3);
    }
  });

  it.each(["no", "yes", "hi", "Tucker", "good boy"])("is found where it is as short as '%s'", async (word) => {
    expect(utterancesIn(joined(hiss(2, 0.002), await speech(word), hiss(2, 0.002)))).toHaveLength(1);
  });

  it("keeps its first syllable: the cut begins before the sound does", () => {
    const cutter = new UtteranceCutter(700);
    const talk = joined(silence(2), question, silence(2));
    const [cut] = cutter.push(talk).flatMap((heard) => (heard.type === "utterance" ? [joined(...heard.chunks)] : []));
    const firstSound = question.findIndex((sample) => Math.abs(sample) > 0.02);
    const firstInCut = cut?.findIndex((sample) => Math.abs(sample) > 0.02) ?? -1;
    expect(firstInCut).toBeGreaterThan(samplesOf(0.1));
    expect(cut?.subarray(firstInCut, firstInCut + 2000)).toEqual(question.subarray(firstSound, firstSound + 2000));
  });

  it("is whole where someone speaks from the first moment on", () => {
    const [seconds] = utterancesIn(joined(question, question, silence(2)));
    expect(seconds).toBeGreaterThan((2 * question.length) / SPEECH_RATE - 0.1);
  });

  it("is one question where the speaker pauses for less than the pause, two where for longer", () => {
    const talk = joined(silence(1), question, silence(0.9), question, silence(2.5));
    expect(utterancesIn(talk, 1300)).toHaveLength(1);
    expect(utterancesIn(talk, 300).length).toBeGreaterThanOrEqual(2);
  });

  it("tells how loud it is where it may just begin, and nothing of what was said before", () => {
    const cutter = new UtteranceCutter(300);
    cutter.push(joined(silence(1), question, silence(0.4)));
    const loudest = () => Math.max(...cutter.unclearLevels);
    expect(loudest()).toBeLessThan(0.01);
    const firstSound = question.findIndex((sample) => Math.abs(sample) > 0.02);
    expect(cutter.push(question.subarray(firstSound, firstSound + samplesOf(0.08)))).toEqual([]);
    expect(loudest()).toBeGreaterThan(0.02);
  });

  it("ends after two minutes, however long someone talks", () => {
    const monologue = joined(...Array.from({ length: 70 }, () => question));
    const [first] = utterancesIn(monologue, 1500);
    expect(first).toBeGreaterThan(118);
    expect(first).toBeLessThan(122);
  });
});

describe("the pause", () => {
  it("can be changed while someone speaks", () => {
    const gate = new VoiceGate(1500);
    const feed = (level: number, ms: number) =>
      Array.from({ length: ms / FRAME_MS }, () => gate.push(level)).flatMap((event) => event?.type ?? []);
    expect(feed(0.001, 1000)).toEqual([]);
    expect(feed(0.1, 400)).toEqual(["start"]);
    expect(feed(0.001, 600)).toEqual([]);
    gate.pauseMs = 500;
    expect(feed(0.001, 100)).toEqual(["end"]);
  });
});

describe("bringing sound to 16 kHz", () => {
  const tone = (hertz: number, rate: number) =>
    Float32Array.from({ length: rate }, (_, at) => 0.5 * Math.sin((2 * Math.PI * hertz * at) / rate));
  const inBlocks = (sound: Float32Array, rate: number) => {
    const down = new Downsampler(rate, SPEECH_RATE);
    const blocks = Array.from({ length: Math.ceil(sound.length / 128) }, (_, index) =>
      down.push(sound.subarray(index * 128, index * 128 + 128)),
    );
    return joined(...blocks);
  };
  const rms = (sound: Float32Array) =>
    Math.sqrt(sound.reduce((sum, sample) => sum + sample * sample, 0) / sound.length);

  it.each([44_100, 48_000, 22_050, 16_000])("keeps length and voice, and folds nothing back, from %i Hz", (rate) => {
    const voice = inBlocks(tone(1000, rate), rate);
    expect(Math.abs(voice.length - SPEECH_RATE)).toBeLessThan(40);
    expect(rms(voice)).toBeCloseTo(0.5 / Math.SQRT2, 2);
    if (rate >= 44_100) expect(rms(inBlocks(tone(12_000, rate), rate).subarray(50))).toBeLessThan(0.003);
  });

  it("makes the same of one block as of many", () => {
    const sound = tone(440, 44_100);
    const whole = new Downsampler(44_100, SPEECH_RATE).push(sound);
    const blocks = inBlocks(sound, 44_100);
    const apart = blocks.map((sample, at) => Math.abs(sample - (whole[at] ?? 0)));
    expect(Math.max(...apart.subarray(0, 15_000))).toBeLessThan(1e-4);
  });
});
