export class Spectrum {
  readonly size: number;
  readonly #window: Float64Array;
  readonly #cosines: Float64Array;
  readonly #sines: Float64Array;
  readonly #real: Float64Array;
  readonly #imaginary: Float64Array;

  constructor(size: number) {
    this.size = size;
    const angles = Float64Array.from({ length: size }, (_, index) => (2 * Math.PI * index) / size);
    const scale = Math.sqrt(2 / 3) / (size / 2);
    this.#window = angles.map((angle) => scale * (1 - Math.cos(angle)));
    this.#cosines = angles.map(Math.cos);
    this.#sines = angles.map(Math.sin);
    this.#real = new Float64Array(size);
    this.#imaginary = new Float64Array(size);
  }

  /** Fills `power` for the bins from 0 to half the frame; samples beyond the end count as 0. */
  measure(samples: Float32Array, start: number, power: Float64Array): void {
    const { size } = this;
    for (let index = 0; index < size; index += 1) {
      this.#real[index] = (samples[start + index] ?? 0) * (this.#window[index] ?? 0);
      this.#imaginary[index] = 0;
    }
    this.#transform();
    for (let bin = 0; bin <= size / 2; bin += 1)
      power[bin] = (this.#real[bin] ?? 0) ** 2 + (this.#imaginary[bin] ?? 0) ** 2;
  }

  #transform(): void {
    const { size } = this;
    const real = this.#real;
    const imaginary = this.#imaginary;
    for (let index = 0, other = 0; index < size; index += 1) {
      if (index < other) {
        const swap = real[index] ?? 0;
        real[index] = real[other] ?? 0;
        real[other] = swap;
      }
      let bit = size >> 1;
      for (; bit > 0 && other & bit; bit >>= 1) other ^= bit;
      other |= bit;
    }
    for (let half = 1; half < size; half *= 2) {
      const stride = size / (2 * half);
      for (let start = 0; start < size; start += 2 * half) {
        for (let index = 0; index < half; index += 1) {
          const cosine = this.#cosines[index * stride] ?? 0;
          const sine = this.#sines[index * stride] ?? 0;
          const upper = start + index;
          const lower = upper + half;
          const a = (real[lower] ?? 0) * cosine + (imaginary[lower] ?? 0) * sine;
          const b = (imaginary[lower] ?? 0) * cosine - (real[lower] ?? 0) * sine;
          real[lower] = (real[upper] ?? 0) - a;
          imaginary[lower] = (imaginary[upper] ?? 0) - b;
          real[upper] = (real[upper] ?? 0) + a;
          imaginary[upper] = (imaginary[upper] ?? 0) + b;
        }
      }
    }
  }
}
