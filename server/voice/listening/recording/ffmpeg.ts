import { spawn } from "node:child_process";
import { MAX_SECONDS, RecordingRefusal, SAMPLE_RATE } from "./sound.ts";

const TIMEOUT_MS = 20_000;
const MAX_BYTES = MAX_SECONDS * SAMPLE_RATE * 2;

// A fixed format and no protocol but pipes: ffmpeg opens no file or address that the input names.
const ARGUMENTS = [
  ...["-hide_banner", "-nostdin", "-loglevel", "error", "-threads", "1", "-protocol_whitelist", "pipe"],
  ...["-f", "matroska", "-i", "pipe:0", "-vn", "-sn", "-dn", "-t", String(MAX_SECONDS + 1)],
  ...["-ac", "1", "-ar", String(SAMPLE_RATE), "-f", "s16le", "pipe:1"],
];

/** 16 kHz mono samples. Throws RecordingRefusal, `unsupported_audio` where there is no ffmpeg. */
export function decodeWithFfmpeg(matroska: Uint8Array, timeoutMs = TIMEOUT_MS): Promise<Float32Array> {
  return new Promise((resolve, reject) => {
    const child = spawn("ffmpeg", ARGUMENTS, {
      stdio: ["pipe", "pipe", "ignore"],
      env: { PATH: process.env.PATH ?? "" },
      windowsHide: true,
    });
    const parts: Buffer[] = [];
    let length = 0;
    const refuse = (reason: "unsupported_audio" | "damaged_audio" | "too_long", message: string) => {
      clearTimeout(timer);
      child.kill("SIGKILL");
      reject(new RecordingRefusal(reason, message));
    };
    const timer = setTimeout(() => refuse("damaged_audio", `no sound after ${timeoutMs} ms`), timeoutMs);
    child.on("error", (error) => refuse("unsupported_audio", `no ffmpeg: ${error.message}`));
    child.stdin.on("error", () => undefined); // ffmpeg may exit before it has read everything
    child.stdout.on("data", (part: Buffer) => {
      parts.push(part);
      length += part.length;
      if (length > MAX_BYTES) refuse("too_long", `more than ${MAX_SECONDS} s`);
    });
    child.on("close", (code) => {
      clearTimeout(timer);
      if (length === 0) return refuse("damaged_audio", `ffmpeg ended with ${code} and without sound`);
      resolve(samplesOf(Buffer.concat(parts)));
    });
    child.stdin.end(matroska);
  });
}

function samplesOf(bytes: Buffer): Float32Array {
  const samples = new Float32Array(Math.floor(bytes.length / 2));
  for (let index = 0; index < samples.length; index += 1) samples[index] = bytes.readInt16LE(2 * index) / 0x8000;
  return samples;
}
