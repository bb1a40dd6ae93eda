import { readFileSync } from "node:fs";
import { z } from "zod";
import { SPOKEN_RATE, speakSamples } from "#tests/support/spoken-wav.ts";

const utterances = z.array(
  z.object({
    language: z.enum(["en-US", "de-DE", "fr-FR", "es-ES", "it-IT"]),
    sound: z.enum(["quiet", "street"]).default("quiet"),
    /** What is said without a pause, and the seconds of silence after it. */
    parts: z.array(z.tuple([z.string(), z.number()])),
  }),
);
/** What is around a person who speaks. */
export type Background = z.infer<typeof utterances>[number]["sound"];

/** A word with its punctuation, and when its sound is over, in seconds from the recording's beginning. */
interface Word {
  text: string;
  begins: number;
  ends: number;
}

/** Something a person says, with its pauses, as sound and as words with their times. */
export interface Recording {
  language: string;
  sound: Background;
  /** One channel at SPOKEN_RATE, -1..1. */
  samples: Float32Array;
  words: readonly Word[];
  /** When the last voiced frame is over. */
  voicedUntil: number;
  /** The longest silence between two words. */
  pause: number;
}

const espeakVoices = { "en-US": "en-us", "de-DE": "de", "fr-FR": "fr", "es-ES": "es", "it-IT": "it" } as const;
const RATE = 165;

/** All utterances, spoken by the offline synthesizer: those that the end of a turn was tuned on, or those that nobody looks at. */
export async function recordAll(set: "seen" | "unseen"): Promise<Recording[]> {
  const name = set === "seen" ? "utterances.json" : "utterances-unseen.json";
  const file = readFileSync(new URL(name, import.meta.url), "utf8");
  const recordings: Recording[] = [];
  for (const { language, sound, parts } of utterances.parse(JSON.parse(file))) {
    const voice = espeakVoices[language];
    const pieces: Float32Array[] = [];
    const words: Word[] = [];
    let at = 0;
    for (const [text, pause] of parts) {
      const said = await speakSamples(text, { voice, rate: RATE });
      const voiced = said.subarray(0, voicedLength(said));
      words.push(...wordsOf(text, at, voiced.length / SPOKEN_RATE));
      pieces.push(voiced, new Float32Array(Math.round(pause * SPOKEN_RATE)));
      at += voiced.length / SPOKEN_RATE + pause;
    }
    const samples = joined(pieces);
    const pause = Math.max(...parts.map(([, seconds]) => seconds));
    recordings.push({ language, sound, samples, words, voicedUntil: samples.length / SPOKEN_RATE, pause });
  }
  return recordings;
}

/** Words take as long as they have letters: near enough to tell which of them a recognizer has heard. */
function wordsOf(text: string, from: number, seconds: number): Word[] {
  const words = text.split(" ");
  const letters = words.reduce((sum, word) => sum + word.length, 0);
  let at = from;
  return words.map((word) => {
    const begins = at;
    at += (seconds * word.length) / letters;
    return { text: word, begins, ends: at };
  });
}

const FRAME = Math.round(0.01 * SPOKEN_RATE);
/** About 20 dB below an ordinary syllable: quieter sound at the end is the synthesizer's silence. */
const VOICED_LEVEL = 0.01;

/** In samples, up to the end of the last voiced frame. */
function voicedLength(samples: Float32Array): number {
  let length = 0;
  for (let start = 0; start < samples.length; start += FRAME) {
    const frame = samples.subarray(start, start + FRAME);
    const power = frame.reduce((sum, sample) => sum + sample * sample, 0) / frame.length;
    if (Math.sqrt(power) > VOICED_LEVEL) length = start + frame.length;
  }
  return length;
}

const BACKGROUND_SECONDS = 12;

/** Sound at SPOKEN_RATE that can be played in a loop, the same in each run. */
export function backgroundOf(kind: Background): Float32Array {
  let state = 12_345;
  const noise = Float32Array.from({ length: BACKGROUND_SECONDS * SPOKEN_RATE }, () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 31 - 1;
  });
  // The noise of a microphone, about -66 dBFS.
  if (kind === "quiet") return noise.map((sample) => sample * 0.0009);
  // The less of the new in each sample, the deeper what is left.
  let last = 0;
  return noise.map((sample) => {
    last += 0.12 * (sample - last);
    return last * 0.03;
  });
}

function joined(pieces: readonly Float32Array[]): Float32Array {
  const whole = new Float32Array(pieces.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}
