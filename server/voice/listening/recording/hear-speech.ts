import { SAMPLE_RATE } from "./sound.ts";
import { Spectrum } from "./spectrum.ts";

const FRAME = 512;
const HOP = 256;

// A telephone's range (ITU-T G.712: 300 to 3400 Hz), a little wider for low voices, in equal bands of the mel scale.
const LOWEST_HZ = 200;
const HIGHEST_HZ = 4000;
const BANDS = 14;

// Speech is nominally at -26 dB of full scale (ITU-T P.56), and a microphone's noise at most 40 dB below that.
const FLOOR_DB = -80;
const AUDIBLE_DB = -65;

// Within this time speech is quiet once: syllables come at 2 to 8 a second, then a breath.
const REACH_FRAMES = Math.round((1.5 * SAMPLE_RATE) / HOP);

const NOISE_DB = 6;
const MAX_RISE_DB = 20;
const MIN_SCORE = 1.5;

// A vowel of 60 ms lasts eight frames here, a click two, a key stroke up to five.
const MEDIAN_FRAMES = 5;
const MIN_RUN_FRAMES = 6;

/** The shortest words in loud noise were measured at 0.16 s. */
const SHORTEST_WORD_S = 0.12;

export const hearsSpeech = (secondsOfSpeech: number): boolean => secondsOfSpeech >= SHORTEST_WORD_S;

/** Louder in many bands than before and after: steady noise does not rise, and a click is too short. */
export function secondsOfSpeech(samples: Float32Array): number {
  const { levels, totals } = measureBands(samples);
  const rises = levels.map(riseOf);
  let counted = 0;
  let run = 0;
  for (let frame = 0; frame <= totals.length; frame += 1) {
    const level = totals[frame];
    if (level !== undefined && level >= AUDIBLE_DB && scoreOf(rises, frame) >= MIN_SCORE) {
      run += 1;
      continue;
    }
    if (run >= MIN_RUN_FRAMES) counted += run;
    run = 0;
  }
  return (counted * HOP) / SAMPLE_RATE;
}

function scoreOf(rises: readonly Float64Array[], frame: number): number {
  let sum = 0;
  for (const rise of rises) sum += Math.max(0, Math.min(MAX_RISE_DB, rise[frame] ?? 0) - NOISE_DB);
  return sum / rises.length;
}

function measureBands(samples: Float32Array): { levels: Float64Array[]; totals: Float64Array } {
  const frames = Math.max(0, Math.floor((samples.length - FRAME) / HOP) + 1);
  const spectrum = new Spectrum(FRAME);
  const power = new Float64Array(FRAME / 2 + 1);
  const edges = bandEdges();
  const levels = Array.from({ length: BANDS }, () => new Float64Array(frames));
  const totals = new Float64Array(frames);
  for (let frame = 0; frame < frames; frame += 1) {
    spectrum.measure(samples, frame * HOP, power);
    let total = 0;
    for (const [band, level] of levels.entries()) {
      let sum = 0;
      for (let bin = edges[band] ?? 0; bin < (edges[band + 1] ?? 0); bin += 1) sum += 2 * (power[bin] ?? 0);
      level[frame] = Math.max(FLOOR_DB, decibels(sum));
      total += sum;
    }
    totals[frame] = decibels(total);
  }
  return { levels, totals };
}

function bandEdges(): number[] {
  const mel = (hertz: number) => Math.log(1 + hertz / 700);
  const step = (mel(HIGHEST_HZ) - mel(LOWEST_HZ)) / BANDS;
  return Array.from({ length: BANDS + 1 }, (_, edge) => {
    const hertz = 700 * (Math.exp(mel(LOWEST_HZ) + edge * step) - 1);
    return Math.round((hertz * FRAME) / SAMPLE_RATE);
  });
}

function riseOf(level: Float64Array): Float64Array {
  const smooth = medians(level);
  const before = trailingMinima(smooth);
  const after = trailingMinima(smooth.toReversed()).reverse();
  return smooth.map((value, frame) => value - Math.max(before[frame] ?? 0, after[frame] ?? 0));
}

function medians(values: Float64Array): Float64Array {
  const reach = (MEDIAN_FRAMES - 1) / 2;
  const near = new Float64Array(MEDIAN_FRAMES);
  const last = values.length - 1;
  return values.map((_, index) => {
    for (let place = 0; place < MEDIAN_FRAMES; place += 1)
      near[place] = values[Math.max(0, Math.min(last, index + place - reach))] ?? 0;
    return near.sort()[reach] ?? 0;
  });
}

/** A queue of candidates makes it linear. */
function trailingMinima(values: Float64Array): Float64Array {
  const candidates = new Int32Array(values.length);
  let first = 0;
  let end = 0;
  return values.map((value, index) => {
    while (end > first && (values[candidates[end - 1] ?? 0] ?? 0) >= value) end -= 1;
    candidates[end] = index;
    end += 1;
    if ((candidates[first] ?? 0) < index - REACH_FRAMES) first += 1;
    return values[candidates[first] ?? 0] ?? value;
  });
}

const decibels = (power: number) => 10 * Math.log10(power + 1e-20);
