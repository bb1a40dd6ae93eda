import { readFile } from "node:fs/promises";
import { SAMPLE_RATE } from "#server/voice/listening/recording/sound.ts";

/** The spoken sentence of tests/fixtures/recordings, in one of its forms. */
export async function recordingOf(
  name: "opus.webm" | "opus.ogg" | "opus.mp4" | "aac.mp4",
): Promise<Uint8Array<ArrayBuffer>> {
  const folder = new URL("../fixtures/recordings/", import.meta.url);
  return new Uint8Array(await readFile(new URL(name, folder)));
}

export type WavForm = "u8" | "s16" | "s24" | "s32" | "f32" | "f64";

interface WavOptions {
  sampleRate?: number;
  channels?: number;
  form?: WavForm;
  /** As recorders write it that don't know the length yet. */
  declaredBytes?: number;
  extensible?: boolean;
}

const bytesOf: Record<WavForm, number> = { u8: 1, s16: 2, s24: 3, s32: 4, f32: 4, f64: 8 };

/** A WAV file of these mono samples, the same in every channel. */
export function wavOf(samples: Float32Array, options: WavOptions = {}): Uint8Array<ArrayBuffer> {
  const { sampleRate = SAMPLE_RATE, channels = 1, form = "s16", declaredBytes, extensible = false } = options;
  const size = bytesOf[form];
  const head = extensible ? 68 : 44;
  const soundBytes = samples.length * channels * size;
  const file = Buffer.alloc(head + soundBytes);
  const tag = form.startsWith("f") ? 3 : 1;
  file.write("RIFF", 0, "latin1");
  file.writeUInt32LE(declaredBytes ?? file.length - 8, 4);
  file.write("WAVEfmt ", 8, "latin1");
  file.writeUInt32LE(head - 28, 16);
  file.writeUInt16LE(extensible ? 0xfffe : tag, 20);
  file.writeUInt16LE(channels, 22);
  file.writeUInt32LE(sampleRate, 24);
  file.writeUInt32LE(sampleRate * channels * size, 28);
  file.writeUInt16LE(channels * size, 32);
  file.writeUInt16LE(8 * size, 34);
  if (extensible) {
    file.writeUInt16LE(22, 36);
    file.writeUInt16LE(tag, 44);
  }
  file.write("data", head - 8, "latin1");
  file.writeUInt32LE(declaredBytes ?? soundBytes, head - 4);
  let position = head;
  for (const sample of samples)
    for (let channel = 0; channel < channels; channel += 1) position = write(file, position, sample, form);
  return new Uint8Array(file);
}

function write(file: Buffer, position: number, sample: number, form: WavForm): number {
  const whole = (full: number) => Math.round(Math.max(-1, Math.min(1, sample)) * (full - 1));
  switch (form) {
    case "u8":
      return file.writeUInt8(whole(0x80) + 0x80, position);
    case "s16":
      return file.writeInt16LE(whole(0x8000), position);
    case "s24":
      return file.writeIntLE(whole(0x80_0000), position, 3);
    case "s32":
      return file.writeInt32LE(whole(0x8000_0000), position);
    case "f32":
      return file.writeFloatLE(sample, position);
    case "f64":
      return file.writeDoubleLE(sample, position);
  }
}

/** A sound of so many seconds, from its value at each second. */
export function sound(seconds: number, valueAt: (second: number) => number, sampleRate = SAMPLE_RATE): Float32Array {
  return Float32Array.from({ length: Math.round(seconds * sampleRate) }, (_, index) => valueAt(index / sampleRate));
}

export const tone = (hertz: number) => (second: number) => Math.sin(2 * Math.PI * hertz * second);

/** The same noise each time: nearly normal, with a mean square of 1. */
export function noise(seed = 7): () => number {
  let state = seed;
  const uniform = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 31 - 1;
  };
  return () => (uniform() + uniform() + uniform() + uniform() + uniform() + uniform()) / Math.SQRT2;
}

export function rootMeanSquare(samples: Float32Array): number {
  return Math.sqrt(samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length);
}
