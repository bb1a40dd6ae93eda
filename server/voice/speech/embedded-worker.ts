import { parentPort } from "node:worker_threads";
import { createMp3Encoder } from "wasm-media-encoders";
import type { SynthesisJob, SynthesisResult } from "./embedded.ts";

// A thread of its own, because synthesizer and encoder block. One job at a time.

// As the Azure engine's: 24 kHz at 48 kbit/s.
const SAMPLE_RATE = 24_000;
const BIT_RATE = 48;

// Some scripts are spelled letter by letter; nobody listens to that for minutes.
const MAX_SECONDS = 300;

const engines = Promise.all([loadSynthesizer(), createMp3Encoder()]);
engines.catch(() => undefined);

parentPort?.on("message", (job: SynthesisJob) => {
  void run(job).then((result) => parentPort?.postMessage(result, result.kind === "clip" ? [result.mp3.buffer] : []));
});

async function run(job: SynthesisJob): Promise<SynthesisResult> {
  try {
    const [synthesizer, encoder] = await engines;
    if (synthesizer.set_voice(job.voice.identifier) !== 0) {
      return { kind: "failed", reason: `no voice ${job.voice.identifier}` };
    }
    synthesizer.set_pitch(job.voice.pitch);
    synthesizer.set_rate(job.voice.rate);
    const samples = speak(synthesizer, job.text);
    encoder.configure({
      sampleRate: synthesizer.samplerate,
      outputSampleRate: SAMPLE_RATE,
      channels: 1,
      bitrate: BIT_RATE,
    });
    // Both results are views of memory that the encoder's next call overwrites.
    const body = encoder.encode([samples]).slice();
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

function speak(synthesizer: Synthesizer, text: string): Float32Array {
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
  return samples;
}

type Synthesizer = Awaited<ReturnType<typeof loadSynthesizer>>;

async function loadSynthesizer() {
  const { default: load } = await import("@echogarden/espeak-ng-emscripten");
  const { eSpeakNGWorker } = await load();
  return new eSpeakNGWorker();
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ERR_MODULE_NOT_FOUND";
}
