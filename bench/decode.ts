/**
 * How fast a recording of 30 s becomes samples, and what that does to everyone else on the same server.
 *
 *     npx tsx bench/decode.ts
 *
 * The spoken sentence of tests/fixtures/recordings is repeated to 30 s; WebM, Ogg and MP4 are made from it by the
 * system's ffmpeg, and left out where there is none. The first reading starts a thread, which compiles the sources here
 * and does not in production: it is not counted. The event loop is watched in the process that serves requests, first
 * while nothing is read: on a busy machine only the difference, and the CPU time of all threads (ffmpeg's excepted),
 * mean anything.
 */
import { spawnSync } from "node:child_process";
import { readFile } from "node:fs/promises";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { setTimeout as sleep } from "node:timers/promises";
import { createRecordingReader } from "#server/features/listening/recording/read-recording.ts";
import { wavFile } from "#server/providers/recognition/wav-file.ts";

const SECONDS = 30;
const RUNS = 5;
/** The resolution of the event loop's monitor; subtracted from the delays below. */
const RESOLUTION_MS = 1;
const calm = new AbortController().signal;

const forms: Record<string, readonly string[]> = {
  "WebM, Opus": ["-c:a", "libopus", "-b:a", "32k", "-f", "webm"],
  "Ogg, Opus": ["-c:a", "libopus", "-b:a", "32k", "-f", "ogg"],
  "MP4, Opus": [
    "-c:a",
    "libopus",
    "-b:a",
    "32k",
    "-strict",
    "-2",
    "-movflags",
    "frag_keyframe+empty_moov",
    "-f",
    "mp4",
  ],
  "MP4, AAC (ffmpeg)": ["-c:a", "aac", "-b:a", "64k", "-movflags", "frag_keyframe+empty_moov", "-f", "mp4"],
  "WAV, 48 kHz stereo float": ["-ar", "48000", "-ac", "2", "-c:a", "pcm_f32le", "-f", "wav"],
  "WAV, 44.1 kHz 16 bit": ["-ar", "44100", "-c:a", "pcm_s16le", "-f", "wav"],
};

const reader = createRecordingReader();
const sentence = await readFile(new URL("../tests/fixtures/recordings/opus.webm", import.meta.url));
const { samples } = await reader.read(sentence, calm);
const repeated = Int16Array.from({ length: SECONDS * 16_000 }, (_, index) => samples[index % samples.length] ?? 0);
const plain = wavFile(repeated);

const recordings: [string, Uint8Array][] = [["WAV, 16 kHz 16 bit", plain]];
for (const [name, options] of Object.entries(forms)) {
  const made = spawnSync("ffmpeg", ["-v", "error", "-i", "pipe:0", ...options, "pipe:1"], {
    input: plain,
    maxBuffer: 64 * 1024 * 1024,
  });
  if (made.status === 0) recordings.push([name, made.stdout]);
}

const rows: Record<string, string | number>[] = [];
rows.push(await measured("nothing", 0, () => sleep(300)));
for (const [form, bytes] of recordings) {
  await reader.read(bytes, calm);
  rows.push(await measured(form, bytes.length, () => reader.read(bytes, calm)));
}
console.table(rows);
// Its threads wait for another recording.
process.exit();

async function measured(form: string, bytes: number, work: () => Promise<unknown>) {
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  const times: number[] = [];
  const before = process.cpuUsage();
  delay.enable();
  for (let run = 0; run < RUNS; run += 1) {
    const start = performance.now();
    await work();
    times.push(performance.now() - start);
  }
  delay.disable();
  const { user, system } = process.cpuUsage(before);
  times.sort((a, b) => a - b);
  const loop = (nanoseconds: number) => Math.max(0, nanoseconds / 1e6 - RESOLUTION_MS).toFixed(1);
  return {
    form,
    kB: Math.round(bytes / 1024),
    "median, ms": Math.round(times[Math.floor(RUNS / 2)] ?? 0),
    "slowest, ms": Math.round(times.at(-1) ?? 0),
    "CPU, ms": Math.round((user + system) / 1000 / RUNS),
    "loop p50, ms": loop(delay.percentile(50)),
    "loop p99, ms": loop(delay.percentile(99)),
    "loop max, ms": loop(delay.max),
  };
}
