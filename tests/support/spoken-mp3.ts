import { createMp3Encoder } from "wasm-media-encoders";

const SAMPLE_RATE = 24_000;
/** How fast the fake voice speaks: seconds of sound for each letter or digit. */
export const SECONDS_PER_LETTER = 0.06;

const encoders = createMp3Encoder();
/** The same text sounds the same, and a load test asks for the same texts again and again. */
const clips = new Map<string, Uint8Array>();
let turn: Promise<unknown> = Promise.resolve();

/** A real MP3 (24 kHz, mono, 48 kbit/s): a tone for each letter, so that the text decides length and sound. */
export function spokenMp3(text: string): Promise<Uint8Array> {
  const letters = text.match(/[\p{L}\p{N}]/gu) ?? [];
  const key = letters.join("");
  const known = clips.get(key);
  if (known !== undefined) return Promise.resolve(known);
  // One encoder, one text after the other: its calls belong together.
  const clip = turn.then(() => encode(letters));
  turn = clip.catch(() => undefined);
  return clip.then((mp3) => {
    clips.set(key, mp3);
    return mp3;
  });
}

async function encode(letters: readonly string[]): Promise<Uint8Array> {
  const encoder = await encoders;
  encoder.configure({ sampleRate: SAMPLE_RATE, channels: 1, bitrate: 48 });
  const perLetter = Math.round(SAMPLE_RATE * SECONDS_PER_LETTER);
  const samples = new Float32Array(perLetter * letters.length);
  for (const [position, letter] of letters.entries()) {
    const step = (2 * Math.PI * (200 + ((letter.codePointAt(0) ?? 0) % 97) * 12)) / SAMPLE_RATE;
    for (let index = 0; index < perLetter; index += 1)
      samples[position * perLetter + index] = 0.3 * Math.sin(step * index);
  }
  // Both answers are views of the encoder's memory, overwritten by its next call.
  const body = encoder.encode([samples]).slice();
  const tail = encoder.finalize();
  const mp3 = new Uint8Array(body.length + tail.length);
  mp3.set(body);
  mp3.set(tail, body.length);
  return mp3;
}
