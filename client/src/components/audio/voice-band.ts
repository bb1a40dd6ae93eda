/** The band that separates speech from wind: wind is strongest below 100 Hz, speech reaches above 3 kHz. */
const LOWEST_HZ = 300;
const HIGHEST_HZ = 3400;
/** Two sections make a Butterworth filter of the fourth order: 24 dB per octave. */
const SECTION_QS = [0.5412, 1.3066];

/** A filter for the band in which speech differs from wind, traffic and handling noise. */
export class VoiceBand {
  readonly #sections: Biquad[];

  constructor(sampleRate: number) {
    this.#sections = [
      ...SECTION_QS.map((q) => new Biquad("highpass", LOWEST_HZ, q, sampleRate)),
      ...SECTION_QS.map((q) => new Biquad("lowpass", HIGHEST_HZ, q, sampleRate)),
    ];
  }

  /** Root mean square of this block within the band, 0..1. */
  level(block: Float32Array): number {
    if (block.length === 0) return 0;
    let power = 0;
    for (const sample of block) {
      const passed = this.#sections.reduce((value, section) => section.next(value), sample);
      power += passed * passed;
    }
    return Math.sqrt(power / block.length);
  }
}

/** A second-order filter of the Audio EQ Cookbook (R. Bristow-Johnson). */
class Biquad {
  readonly #b0: number;
  readonly #b1: number;
  readonly #a1: number;
  readonly #a2: number;
  #z1 = 0;
  #z2 = 0;

  constructor(kind: "highpass" | "lowpass", frequency: number, q: number, sampleRate: number) {
    const omega = (2 * Math.PI * frequency) / sampleRate;
    const cosine = Math.cos(omega);
    const alpha = Math.sin(omega) / (2 * q);
    const a0 = 1 + alpha;
    const side = kind === "highpass" ? 1 + cosine : 1 - cosine;
    this.#b0 = side / 2 / a0;
    this.#b1 = (kind === "highpass" ? -side : side) / a0;
    this.#a1 = (-2 * cosine) / a0;
    this.#a2 = (1 - alpha) / a0;
  }

  next(value: number): number {
    // In the high pass and the low pass, b2 equals b0.
    const out = this.#b0 * value + this.#z1;
    this.#z1 = this.#b1 * value - this.#a1 * out + this.#z2;
    this.#z2 = this.#b0 * value - this.#a2 * out;
    return out;
  }
}
