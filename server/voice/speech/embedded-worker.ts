import { parentPort } from "node:worker_threads";
import { createMp3Encoder } from "wasm-media-encoders";
import type { SynthesisJob, SynthesisResult } from "./embedded.ts";

// A thread of its own, because synthesizer and encoder block. One job at a time.

// As the Azure engine's: 24 kHz at 48 kbit/s.
const SAMPLE_RATE = 24_000;
const BIT_RATE = 48;

// Some scripts are spelled letter by letter; nobody listens to that for minutes.
const MAX_SECONDS = 300;

const encoders = createMp3Encoder();
const synthesizers = loadSynthesizer();
encoders.catch(() => undefined);
synthesizers.catch(() => undefined);

parentPort?.on("message", (job: SynthesisJob) => {
  void run(job).then((result) => parentPort?.postMessage(result, result.kind === "clip" ? [result.mp3.buffer] : []));
});

async function run(job: SynthesisJob): Promise<SynthesisResult> {
  try {
    const sound = "wav" in job ? readWav(job.wav) : await speak(job);
    const encoder = await encoders;
    encoder.configure({ sampleRate: sound.rate, outputSampleRate: SAMPLE_RATE, channels: 1, bitrate: BIT_RATE });
    // Both results are views of memory that the encoder's next call overwrites.
    const body = encoder.encode([sound.samples]).slice();
    const tail = encoder.finalize();
    const mp3 = new Uint8Array(body.length + tail.length);
    mp3.set(body);
    mp3.set(tail, body.length);
    return { kind: "clip", mp3 };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { kind: isMissing(error) ? "missing" : "failed", reason };
  }
}

interface Sound {
  readonly samples: Float32Array;
  /** Hz */
  readonly rate: number;
}

async function speak({ text, voice }: Extract<SynthesisJob, { text: string }>): Promise<Sound> {
  const synthesizer = await synthesizers;
  if (synthesizer.set_voice(voice.identifier) !== 0) throw new Error(`no voice ${voice.identifier}`);
  synthesizer.set_pitch(voice.pitch);
  synthesizer.set_rate(voice.rate);
  const limit = MAX_SECONDS * synthesizer.samplerate;
  const pieces: Int16Array[] = [];
  let length = 0;
  synthesizer.synthesize(text, (piece) => {
    if (piece) {
      pieces.push(piece);
      length += piece.length;
    }
    return length >= limit;
  });
  const samples = new Float32Array(length);
  let position = 0;
  for (const piece of pieces) {
    for (const sample of piece) samples[position++] = sample / 0x8000;
  }
  return { samples, rate: synthesizer.samplerate };
}

/** Of 16 bits; several channels become one. The lengths that a server writes before it knows them do not count. */
function readWav(bytes: Uint8Array<ArrayBuffer>): Sound {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const format = chunkAt(view, "fmt ");
  const data = chunkAt(view, "data");
  const channels = view.getUint16(format + 2, true);
  const isRead = view.getUint16(format + 14, true) === 16 && channels > 0;
  if (!isRead) throw new Error("a WAV that has no 16 bits");
  const samples = new Float32Array(Math.floor((view.byteLength - data) / (2 * channels)));
  for (let index = 0; index < samples.length; index += 1) {
    let sum = 0;
    for (let channel = 0; channel < channels; channel += 1)
      sum += view.getInt16(data + 2 * (index * channels + channel), true);
    samples[index] = sum / channels / 0x8000;
  }
  return { samples, rate: view.getUint32(format + 4, true) };
}

/** Where the chunk's content begins. */
function chunkAt(view: DataView, name: string): number {
  for (let start = 12; start + 8 <= view.byteLength; ) {
    const found = String.fromCharCode(...[0, 1, 2, 3].map((offset) => view.getUint8(start + offset)));
    if (found === name) return start + 8;
    const length = view.getUint32(start + 4, true);
    start += 8 + length + (length % 2);
  }
  throw new Error(`a WAV without '${name}'`);
}

async function loadSynthesizer() {
  const { default: load } = await import("@echogarden/espeak-ng-emscripten");
  const { eSpeakNGWorker } = await load();
  return new eSpeakNGWorker();
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ERR_MODULE_NOT_FOUND";
}
