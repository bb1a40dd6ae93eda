/** Zero crossings of the sinc on each side: enough to keep aliasing below -50 dB. */
const LOBES = 8;
/** Entries in the filter's table between two input samples. */
const PHASES = 64;
/** The passband, as a share of half the output rate: the rest is for the slope of the filter. */
const PASSED = 0.92;

/**
 * Resamples one channel to a lower rate with a windowed sinc, block by block; keeps the samples that the next block
 * needs.
 */
export class Downsampler {
  readonly #step: number;
  readonly #reach: number;
  readonly #table: Float32Array[];
  #held: Float32Array;
  /** The position of the next output sample, in samples of `#held`. */
  #at: number;

  constructor(inputRate: number, outputRate: number) {
    this.#step = inputRate / outputRate;
    const cutoff = Math.min(1, PASSED / this.#step);
    this.#reach = Math.ceil(LOBES / cutoff);
    this.#table = Array.from({ length: PHASES + 1 }, (_, phase) => filterAt(phase / PHASES, cutoff, this.#reach));
    this.#held = new Float32Array(this.#reach);
    this.#at = this.#reach;
  }

  push(block: Float32Array): Float32Array {
    const input = new Float32Array(this.#held.length + block.length);
    input.set(this.#held);
    input.set(block, this.#held.length);
    const last = input.length - this.#reach - 1;
    const output = new Float32Array(Math.max(0, Math.floor((last - this.#at) / this.#step) + 1));
    for (let index = 0; index < output.length; index++) {
      output[index] = this.#valueAt(input, this.#at);
      this.#at += this.#step;
    }
    const used = Math.max(0, Math.min(input.length, Math.floor(this.#at) - this.#reach));
    this.#held = input.slice(used);
    this.#at -= used;
    return output;
  }

  #valueAt(input: Float32Array, at: number): number {
    const whole = Math.floor(at);
    const taps = this.#table[Math.round((at - whole) * PHASES)] ?? new Float32Array();
    let sum = 0;
    for (let tap = 0; tap < taps.length; tap++) sum += (taps[tap] ?? 0) * (input[whole - this.#reach + tap] ?? 0);
    return sum;
  }
}

/** The Hann-windowed taps of the filter, `fraction` of a sample after its middle; they add up to 1. */
function filterAt(fraction: number, cutoff: number, reach: number): Float32Array {
  const taps = Float32Array.from({ length: 2 * reach + 1 }, (_, tap) => {
    const distance = tap - reach - fraction;
    const x = Math.PI * cutoff * distance;
    const window = Math.abs(distance) >= reach + 1 ? 0 : 0.5 + 0.5 * Math.cos((Math.PI * distance) / (reach + 1));
    return (x === 0 ? 1 : Math.sin(x) / x) * window;
  });
  const total = taps.reduce((sum, tap) => sum + tap, 0);
  return taps.map((tap) => tap / total);
}
