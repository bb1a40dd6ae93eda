import { SPOKEN_RATE } from "#tests/support/spoken-wav.ts";
import type { Recording } from "./recordings.ts";

/** Of the sound that a recognizer gets. */
const HEARD_RATE = 16_000;
const FRAMES_PER_SECOND = 100;
/** What is compared to find out which part of the recording it is; with less, as far as there is. */
const COMPARED_FRAMES = 150;
const FEWEST_FRAMES = 30;
/** Silence that may come before and after the recording. */
const AROUND_FRAMES = 300;
/** The same sound with noise around it has 0.7 and more, other sound up to 0.4. */
const ALIKE = 0.55;
const QUIETEST = 0.002;
/** A word counts from its middle on, and is over a moment before its last sound fades. */
const TOLERANCE_S = 0.05;

/**
 * Understands sound: finds out which part of a known recording it is, by its loudness, and so which words are in it.
 * What was cut off before or after is not understood, as with a real recognizer.
 */
export class Listener {
  readonly #recording: Recording;
  readonly #known: Float32Array;
  readonly #heard: number[] = [];
  #before = 0;
  #power = 0;
  #count = 0;
  #samples = 0;
  /** Where the first frame is in the recording, in frames; null while that is not sure. */
  #begins: number | null = null;

  constructor(recording: Recording) {
    this.#recording = recording;
    this.#known = levelsOf(recording.samples, SPOKEN_RATE);
  }

  /** @param pcm 16-bit samples, little endian, at 16 kHz */
  push(pcm: Buffer): void {
    for (let at = 0; at + 1 < pcm.length; at += 2) this.#take(pcm.readInt16LE(at) / 0x8000);
  }

  /** Seconds of sound so far. */
  get seconds(): number {
    return this.#samples / HEARD_RATE;
  }

  /** The numbers of the words so far. */
  words(): number[] {
    const begins = this.#find();
    if (begins === null) return [];
    const from = begins / FRAMES_PER_SECOND;
    const to = from + this.seconds;
    return this.#recording.words.flatMap(({ begins: start, ends }, index) =>
      (start + ends) / 2 >= from - TOLERANCE_S && ends <= to + TOLERANCE_S ? [index] : [],
    );
  }

  /** How long it has been silent after this word. */
  silenceAfter(word: number): number {
    const ends = this.#recording.words[word]?.ends;
    const begins = this.#find();
    return ends === undefined || begins === null ? 0 : begins / FRAMES_PER_SECOND + this.seconds - ends;
  }

  #take(sample: number): void {
    this.#samples++;
    const high = sample - PRE_EMPHASIS * this.#before;
    this.#before = sample;
    this.#power += high * high;
    this.#count++;
    if (this.#count < HEARD_RATE / FRAMES_PER_SECOND) return;
    this.#heard.push(levelOf(this.#power / this.#count));
    this.#power = 0;
    this.#count = 0;
  }

  #find(): number | null {
    if (this.#begins !== null) return this.#begins;
    const heard = this.#heard.slice(0, COMPARED_FRAMES);
    if (heard.length < FEWEST_FRAMES) return null;
    let best = { begins: 0, alike: -1 };
    for (let begins = -AROUND_FRAMES; begins < this.#known.length; begins++) {
      const alike = correlation(heard, (frame) => this.#known[begins + frame] ?? SILENT);
      if (alike > best.alike) best = { begins, alike };
    }
    if (best.alike < ALIKE) return null;
    if (heard.length === COMPARED_FRAMES) this.#begins = best.begins;
    return best.begins;
  }
}

/** Takes deep sound away, in which wind is louder than any voice. */
const PRE_EMPHASIS = 0.97;

function levelsOf(samples: Float32Array, rate: number): Float32Array {
  const length = Math.floor((samples.length / rate) * FRAMES_PER_SECOND);
  return Float32Array.from({ length }, (_, frame) => {
    const start = Math.round((frame * rate) / FRAMES_PER_SECOND);
    const end = Math.round(((frame + 1) * rate) / FRAMES_PER_SECOND);
    let power = 0;
    for (let at = start; at < end; at++) power += ((samples[at] ?? 0) - PRE_EMPHASIS * (samples[at - 1] ?? 0)) ** 2;
    return levelOf(power / (end - start));
  });
}

const levelOf = (power: number): number => Math.log(Math.max(QUIETEST, Math.sqrt(power)));
const SILENT = Math.log(QUIETEST);

function correlation(heard: readonly number[], known: (frame: number) => number): number {
  const { length } = heard;
  let [sumA, sumB, sumAA, sumBB, sumAB] = [0, 0, 0, 0, 0];
  for (const [frame, a] of heard.entries()) {
    const b = known(frame);
    sumA += a;
    sumB += b;
    sumAA += a * a;
    sumBB += b * b;
    sumAB += a * b;
  }
  const spread = Math.sqrt((sumAA - sumA ** 2 / length) * (sumBB - sumB ** 2 / length));
  return spread < 1e-6 ? -1 : (sumAB - (sumA * sumB) / length) / spread;
}
