import { spawnSync } from "node:child_process";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { recordingOf, rootMeanSquare, sound, tone, type WavForm, wavOf } from "#tests/support/recordings.ts";
import { decodeRecording } from "./decode.ts";
import { resample } from "./pcm.ts";
import { RecordingRefusal, SAMPLE_RATE } from "./sound.ts";

const hasFfmpeg = spawnSync("ffmpeg", ["-version"]).status === 0;

/** Where the sentence begins and ends, found by its level. */
function spokenSpan(samples: Float32Array): [number, number] {
  const loud = (sample: number) => Math.abs(sample) > 0.05;
  return [samples.findIndex(loud) / SAMPLE_RATE, samples.findLastIndex(loud) / SAMPLE_RATE];
}

describe("a recording becomes 16 kHz mono", () => {
  it.each(["opus.webm", "opus.ogg", "opus.mp4"] as const)("from %s", async (name) => {
    const samples = await decodeRecording(await recordingOf(name));
    expect(samples.length / SAMPLE_RATE).toBeGreaterThan(4.4);
    expect(samples.length / SAMPLE_RATE).toBeLessThan(4.7);
    const [begin, end] = spokenSpan(samples);
    expect(end - begin).toBeGreaterThan(3);
    expect(end - begin).toBeLessThan(3.8);
    expect(20 * Math.log10(rootMeanSquare(samples))).toBeCloseTo(-22.4, 0);
  });

  it.runIf(hasFfmpeg)("from AAC with its index at the end, by ffmpeg", async () => {
    const samples = await decodeRecording(await recordingOf("aac.mp4"));
    expect(samples.length / SAMPLE_RATE).toBeCloseTo(4.6, 1);
    expect(20 * Math.log10(rootMeanSquare(samples))).toBeCloseTo(-22.4, 0);
  });

  const forms: WavForm[] = ["u8", "s16", "s24", "s32", "f32", "f64"];
  it.each(forms)("from WAV with %s samples", async (form) => {
    const samples = await decodeRecording(wavOf(sound(1, tone(440)), { form }));
    const heard = sound(1, tone(440));
    expect(samples).toHaveLength(SAMPLE_RATE);
    expect(rootMeanSquare(samples.map((sample, index) => sample - (heard[index] ?? 0)))).toBeLessThan(0.01);
  });

  it.each([8_000, 11_025, 12_345, 22_050, 32_000, 44_100, 48_000, 96_000])("from WAV at %i Hz", async (sampleRate) => {
    const file = wavOf(sound(1, tone(440), sampleRate), { sampleRate, channels: 2, form: "f32" });
    const samples = await decodeRecording(file);
    const heard = sound(1, tone(440));
    expect(Math.abs(samples.length - SAMPLE_RATE)).toBeLessThanOrEqual(1);
    const middle = samples.slice(800, -800).map((sample, index) => sample - (heard[index + 800] ?? 0));
    expect(rootMeanSquare(middle)).toBeLessThan(0.001);
  });

  it("lets nothing above 8 kHz fold back into what is heard", () => {
    const folded = resample(sound(1, tone(11_000), 48_000), 48_000);
    expect(20 * Math.log10(rootMeanSquare(folded.subarray(800, -800)))).toBeLessThan(-60);
  });

  it("mixes the channels of WAV", async () => {
    const file = wavOf(
      sound(0.5, () => 0.5),
      { channels: 2, form: "f32" },
    );
    const view = new DataView(file.buffer);
    for (let position = 44; position < file.length; position += 8) view.setFloat32(position, 0.1, true);
    const samples = await decodeRecording(file);
    expect(samples[100]).toBeCloseTo(0.3, 5);
  });

  it.each([0, 0xffff_ffff])("does not believe a WAV header that declares %i bytes", async (declaredBytes) => {
    expect(await decodeRecording(wavOf(sound(1, tone(440)), { declaredBytes }))).toHaveLength(SAMPLE_RATE);
  });

  it("reads the extended WAV header", async () => {
    expect(await decodeRecording(wavOf(sound(1, tone(440)), { extensible: true, form: "s24" }))).toHaveLength(
      SAMPLE_RATE,
    );
  });

  it("takes floats that are no numbers for silence", async () => {
    const file = wavOf(
      sound(0.1, () => Number.NaN),
      { form: "f32" },
    );
    expect(rootMeanSquare(await decodeRecording(file))).toBe(0);
  });
});

const refusalOf = async (bytes: Uint8Array) => {
  const error: unknown = await decodeRecording(bytes).catch((caught: unknown) => caught);
  expect(error).toBeInstanceOf(RecordingRefusal);
  return error instanceof RecordingRefusal ? error.reason : undefined;
};

describe("what is not taken", () => {
  it("is what is no recording", async () => {
    for (const text of ["<!doctype html><p>Hello", "%PDF-1.7\n%âãÏÓ\n1 0 obj", "no sound", "a", "\u0000".repeat(5000)])
      expect(await refusalOf(new TextEncoder().encode(text)), text.slice(0, 10)).toBe("not_audio");
    const picture = Uint8Array.from([0xff, 0xd8, 0xff, 0xe0, 0, 16, 74, 70, 73, 70, 0, 1, 1, 0, 0, 1]);
    expect(await refusalOf(picture)).toBe("not_audio");
  });

  it("is a recording of more than two minutes, whatever it says of itself", async () => {
    const file = wavOf(new Float32Array(125 * 8000), { sampleRate: 8000, form: "u8", declaredBytes: 0 });
    expect(await refusalOf(file)).toBe("too_long");
    expect(await decodeRecording(file.subarray(0, 44 + 120 * 8000))).toHaveLength(120 * SAMPLE_RATE);
  });

  it("is a WAV file in a form that nobody records", async () => {
    const odd = wavOf(sound(1, tone(440)));
    odd[20] = 0x11; // ADPCM
    expect(await refusalOf(odd)).toBe("unsupported_audio");
    expect(await refusalOf(wavOf(sound(1, tone(440)), { sampleRate: 4000 }))).toBe("unsupported_audio");
    expect(await refusalOf(wavOf(sound(0.1, tone(440)), { channels: 9 }))).toBe("damaged_audio");
  });

  it("is a file without sound", async () => {
    expect(await refusalOf(wavOf(new Float32Array(0)))).toBe("damaged_audio");
    expect(await refusalOf(wavOf(sound(1, tone(440))).subarray(0, 30))).toBe("damaged_audio");
    expect(await refusalOf((await recordingOf("opus.webm")).subarray(0, 60))).toBe("damaged_audio");
    expect(await refusalOf((await recordingOf("opus.ogg")).subarray(0, 60))).toBe("damaged_audio");
    // Its description is at the end.
    expect(await refusalOf((await recordingOf("aac.mp4")).subarray(0, 10_000))).toBe("damaged_audio");
  });
});

describe("a file that is cut short", () => {
  it.each(["opus.webm", "opus.ogg", "opus.mp4"] as const)("gives what comes before the cut of %s", async (name) => {
    const bytes = await recordingOf(name);
    const samples = await decodeRecording(bytes.subarray(0, bytes.length / 2));
    expect(samples.length / SAMPLE_RATE).toBeGreaterThan(1.7);
    expect(samples.length / SAMPLE_RATE).toBeLessThan(2.7);
  });

  it("gives what comes before the cut of WAV", async () => {
    const bytes = wavOf(sound(2, tone(440)));
    expect(await decodeRecording(bytes.subarray(0, 44 + 32_001))).toHaveLength(SAMPLE_RATE);
  });
});

describe("a file that is broken", () => {
  // The Opus decoder writes a line about each packet that it can't read.
  beforeEach(() => void vi.spyOn(console, "error").mockReturnValue());
  afterEach(() => void vi.restoreAllMocks());

  it("is given up where its parts are not found", async () => {
    const bytes = Buffer.from(await recordingOf("opus.webm"));
    const segment = bytes.indexOf(Buffer.from("18538067", "hex"));
    expect(segment).toBeGreaterThan(0);
    // After the segment's id and size.
    expect(await refusalOf(new Uint8Array(bytes.fill(0, segment + 12)))).toBe("damaged_audio");
  });

  const names = ["opus.webm", "opus.ogg", "opus.mp4", "wav"] as const;
  it.each(names)("gives sound or a refusal, and never anything else: %s", async (name) => {
    const whole = name === "wav" ? wavOf(sound(1.2, tone(440))) : await recordingOf(name);
    // A second of sound has every kind of part that the whole has.
    const original = whole.subarray(0, whole.length / 4);
    const place = fc.oneof(fc.nat(Math.min(600, original.length - 1)), fc.nat(original.length - 1));
    const change = fc.record({ place, bytes: fc.uint8Array({ minLength: 1, maxLength: 12 }), drop: fc.nat(40) });
    await fc.assert(
      fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 6 }), async (changes) => {
        let bytes = Buffer.from(original);
        for (const { place, bytes: inserted, drop } of changes)
          bytes = Buffer.concat([bytes.subarray(0, place), inserted, bytes.subarray(place + drop)]);
        const outcome: unknown = await decodeRecording(new Uint8Array(bytes)).catch((error: unknown) => error);
        if (outcome instanceof Float32Array) expect(outcome.length).toBeGreaterThan(0);
        else expect(outcome).toBeInstanceOf(Error);
      }),
      { numRuns: 50 },
    );
  });
});
