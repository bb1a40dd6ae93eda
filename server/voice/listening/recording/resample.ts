import { SAMPLE_RATE } from "./sound.ts";

/** Zero crossings of the sinc on each side: with the window below, aliases are more than 60 dB down. */
const CROSSINGS = 16;
/** The pass band, as a share of half the lower rate; the rest is the filter's transition band. */
const PASS = 0.92;

/** Converts mono samples to 16 kHz with a windowed sinc, one set of weights per phase of the two rates. */
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
    // Every phase must pass a constant unchanged, or switching between phases would be heard as a tone.
    for (let tap = 0; tap < taps; tap += 1) weights[phase * taps + tap] = (weights[phase * taps + tap] ?? 0) / sum;
  }
  return weights;
}

const sinc = (x: number) => (x === 0 ? 1 : Math.sin(Math.PI * x) / (Math.PI * x));

/** Blackman's window over -1 to 1. */
const window = (x: number) =>
  Math.abs(x) >= 1 ? 0 : 0.42 + 0.5 * Math.cos(Math.PI * x) + 0.08 * Math.cos(2 * Math.PI * x);

function greatestCommonDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestCommonDivisor(b, a % b);
}
