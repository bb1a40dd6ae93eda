import { AudioSampleSink, type InputAudioTrack } from "mediabunny";
import { RecordingRefusal, SAMPLE_RATE, SampleCollector, untilBroken } from "./sound.ts";

const RATES = { min: 8_000, max: 96_000 };
const MAX_CHANNELS = 8;

export async function decodePcm(track: InputAudioTrack): Promise<Float32Array> {
  const sampleRate = await track.getSampleRate();
  const channels = await track.getNumberOfChannels();
  if (sampleRate < RATES.min || sampleRate > RATES.max)
    throw new RecordingRefusal("unsupported_audio", `${sampleRate} samples per second`);
  if (channels > MAX_CHANNELS) throw new RecordingRefusal("damaged_audio", `${channels} channels`);
  const collected = new SampleCollector(sampleRate);
  for await (const piece of untilBroken(new AudioSampleSink(track).samples())) {
    const mono = new Float32Array(piece.numberOfFrames);
    const channel = new Float32Array(piece.numberOfFrames);
    for (let planeIndex = 0; planeIndex < channels; planeIndex += 1) {
      piece.copyTo(channel, { planeIndex, format: "f32-planar" });
      for (let index = 0; index < mono.length; index += 1)
        mono[index] = (mono[index] ?? 0) + clampSample(channel[index] ?? 0) / channels;
    }
    piece.close();
    collected.add(mono);
  }
  return resample(collected.all(), sampleRate);
}

/** One NaN would spread to everything that is computed from it. */
const clampSample = (value: number) => (Number.isFinite(value) ? Math.max(-1, Math.min(1, value)) : 0);

const TO_THE_END = 0xffff_ffff;

/** Recorders that write while they record leave sizes at 0, which would mean no sound. */
export function withSizes(bytes: Uint8Array): Uint8Array {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const name = (position: number) => file.toString("latin1", position, position + 4);
  if (name(0) !== "RIFF" || name(8) !== "WAVE") return bytes;
  if (file.readUInt32LE(4) === 0) file.writeUInt32LE(TO_THE_END, 4);
  for (let position = 12; position + 8 <= file.length; ) {
    const size = file.readUInt32LE(position + 4);
    if (size === 0 && name(position) === "data") file.writeUInt32LE(TO_THE_END, position + 4);
    position += 8 + size + (size % 2);
  }
  return bytes;
}

/** Per side; aliases are then more than 60 dB down. */
const CROSSINGS = 16;
/** A share of half the lower rate; the rest is the transition band. */
const PASS = 0.92;

export function resample(samples: Float32Array, from: number): Float32Array {
  if (from === SAMPLE_RATE) return samples;
  const divisor = greatestCommonDivisor(from, SAMPLE_RATE);
  const phases = SAMPLE_RATE / divisor;
  const step = from / divisor;
  const cutoff = Math.min(1, SAMPLE_RATE / from) * PASS;
  const reach = Math.ceil(CROSSINGS / cutoff);
  const weights = weightsOf(phases, cutoff, reach);
  const taps = 2 * reach;
  const result = new Float32Array(Math.floor((samples.length * SAMPLE_RATE) / from));
  for (let index = 0; index < result.length; index += 1) {
    const place = index * step;
    const first = Math.floor(place / phases) - reach + 1;
    const row = (place % phases) * taps;
    let sum = 0;
    for (let tap = Math.max(0, -first); tap < taps && first + tap < samples.length; tap += 1)
      sum += (samples[first + tap] ?? 0) * (weights[row + tap] ?? 0);
    result[index] = sum;
  }
  return result;
}

function weightsOf(phases: number, cutoff: number, reach: number): Float32Array {
  const taps = 2 * reach;
  const weights = new Float32Array(phases * taps);
  for (let phase = 0; phase < phases; phase += 1) {
    let sum = 0;
    for (let tap = 0; tap < taps; tap += 1) {
      const distance = tap - reach + 1 - phase / phases;
      const weight = sinc(distance * cutoff) * window(distance / reach);
      weights[phase * taps + tap] = weight;
      sum += weight;
    }
    // Otherwise switching between phases would be heard as a tone.
    for (let tap = 0; tap < taps; tap += 1) weights[phase * taps + tap] = (weights[phase * taps + tap] ?? 0) / sum;
  }
  return weights;
}

const sinc = (x: number) => (x === 0 ? 1 : Math.sin(Math.PI * x) / (Math.PI * x));

const window = (x: number) =>
  Math.abs(x) >= 1 ? 0 : 0.42 + 0.5 * Math.cos(Math.PI * x) + 0.08 * Math.cos(2 * Math.PI * x);

function greatestCommonDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestCommonDivisor(b, a % b);
}
