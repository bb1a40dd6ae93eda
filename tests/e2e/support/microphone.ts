import { rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { LaunchOptions, Page } from "@playwright/test";
import { findChromium } from "#scripts/chromium.ts";
import { SPOKEN_RATE } from "#tests/support/spoken-wav.ts";
import { wavOf } from "@/components/audio/wav.ts";
import { modelTest } from "./product.ts";

// Known before the browser starts. Each worker is a process.
const MICROPHONE_FILE = join(tmpdir(), `pet-talk-microphone-${process.pid}.wav`);

/** As `modelTest`, with a microphone that hears what `microphoneHears` was told. */
export const microphoneTest = modelTest.extend({
  permissions: ["microphone"],
  launchOptions: [
    async ({ launchOptions }, use) => {
      await use(hearingFile(launchOptions));
      rmSync(MICROPHONE_FILE, { force: true });
    },
    { scope: "worker" },
  ],
});

// What other tests run in may refuse every microphone.
const chromium = findChromium();

const hearingFile = (options: LaunchOptions): LaunchOptions => ({
  ...options,
  ...(chromium === undefined ? {} : { executablePath: chromium }),
  args: [
    ...(options.args ?? []),
    "--use-fake-device-for-media-stream",
    `--use-file-for-fake-audio-capture=${MICROPHONE_FILE}`,
  ],
});

/** Sets what the microphone hears from its next opening on, in a loop. */
export async function microphoneHears(...parts: Float32Array[]): Promise<void> {
  writeFileSync(MICROPHONE_FILE, Buffer.from(await wavOf(parts, SPOKEN_RATE).arrayBuffer()));
}

/** Records in the page what `heardOn` returns. Call it before the page is opened. */
export async function watchSound(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const devices = navigator.mediaDevices;
    const open: MediaStreamTrack[] = [];
    const original = devices.getUserMedia.bind(devices);
    devices.getUserMedia = async (constraints) => {
      const stream = await original(constraints);
      open.push(...stream.getTracks());
      return stream;
    };
    const clips = new Set<string>();
    const note = ({ target }: Event) => {
      // The tenth of a second of silence that unlocks the player is no voice.
      if (!(target instanceof HTMLAudioElement) || target.duration < 0.3 || target.currentTime === 0) return;
      clips.add(target.src);
      const notes = document.documentElement.dataset;
      notes.clips = String(clips.size);
      if (open.some(({ readyState }) => readyState === "live")) notes.echo = "yes";
    };
    for (const name of ["playing", "timeupdate"]) document.addEventListener(name, note, true);
  });
}

/** How many clips were heard so far, and whether one of them while the microphone was open. */
export const heardOn = (page: Page): Promise<{ clips: number; hasEcho: boolean }> =>
  page.evaluate(() => {
    const { clips, echo } = document.documentElement.dataset;
    return { clips: Number(clips ?? 0), hasEcho: echo !== undefined };
  });

/** Length in seconds and RMS (0..1) of a 16-bit WAV file with one channel, as the recognizer gets it. */
export function soundOf(wav: Uint8Array | undefined): { seconds: number; level: number } {
  if (wav === undefined) throw new Error("Nothing was sent to the recogniser.");
  const view = new DataView(wav.buffer, wav.byteOffset, wav.byteLength);
  const samples = Float32Array.from(
    { length: (wav.byteLength - HEADER_BYTES) / 2 },
    (_, at) => view.getInt16(HEADER_BYTES + 2 * at, true) / 0x8000,
  );
  return { seconds: samples.length / view.getUint32(24, true), level: levelOf(samples) };
}

export function levelOf(samples: Float32Array): number {
  return Math.sqrt(samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length);
}

const HEADER_BYTES = 44;
