import { SPOKEN_RATE, speakSamples } from "#tests/support/spoken-wav.ts";

/** What is around a person who speaks. */
export type Background = "quiet" | "street" | "wind" | "children";

const SECONDS = 12;

/** Sound at SPOKEN_RATE that can be played in a loop, the same in each run. */
export async function backgroundOf(kind: Background): Promise<Float32Array> {
  const random = seeded();
  const noise = Float32Array.from({ length: SECONDS * SPOKEN_RATE }, () => 2 * random() - 1);
  switch (kind) {
    // The noise of a microphone, about -66 dBFS.
    case "quiet":
      return noise.map((sample) => sample * 0.0009);
    case "street":
      return lowPassed(noise, 0.12).map((sample) => sample * 0.03);
    case "wind":
      return gusts(lowPassed(lowPassed(noise, 0.006), 0.02));
    case "children":
      return playing();
  }
}

/** Wind swells and sinks within seconds and is strongest where a voice has nothing. */
function gusts(deep: Float32Array): Float32Array {
  const peak = deep.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);
  return deep.map((sample, index) => {
    const second = index / SPOKEN_RATE;
    const swell = 0.5 - 0.5 * Math.cos((2 * Math.PI * second * 4) / SECONDS);
    return (0.25 * sample * (0.15 + swell)) / peak;
  });
}

/** Children who call each other far away: about 26 dB below the person who speaks. */
async function playing(): Promise<Float32Array> {
  const calls = ["Come here!", "Look what I found!", "Wait for me!", "You are it!"];
  const loop = new Float32Array(SECONDS * SPOKEN_RATE);
  for (const [index, call] of calls.entries()) {
    const said = await speakSamples(call, { rate: 150 });
    const start = Math.round((index * loop.length) / calls.length);
    for (let at = 0; at < said.length / 1.5; at++)
      loop[(start + at) % loop.length] = 0.05 * (said[Math.floor(at * 1.5)] ?? 0);
  }
  return loop;
}

/** @param share of the new in each sample, 0..1: the less, the deeper what is left */
function lowPassed(samples: Float32Array, share: number): Float32Array {
  let last = 0;
  return samples.map((sample) => {
    last += share * (sample - last);
    return last;
  });
}

/** A linear congruential generator (Numerical Recipes), 0..1. */
function seeded(): () => number {
  let state = 12_345;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
