import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { chromium, type Page } from "@playwright/test";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { createEmbeddedSpeech } from "#server/providers/speech/embedded.ts";
import { speakerFilm } from "#shared/api/video.ts";
import { ensureChromium } from "./chromium.ts";
import { DURATION, FPS, lines, VOICE } from "./speaker-film/plot.ts";
import { HEIGHT, Scene, WIDTH } from "./speaker-film/scene.tsx";

/**
 * `npx tsx scripts/make-speaker-video.ts [folder]`: draws the film of the speaker page from the product's own drawings,
 * has the embedded voice speak its lines, lights the collar with that voice, and writes film, poster and captions.
 * Needs `ffmpeg` with libx264; the product itself does not.
 */
const assets = process.argv[2] ?? fileURLToPath(new URL("../server/assets/video/", import.meta.url));
const work = mkdtempSync(join(tmpdir(), "speaker-film-"));
const SAMPLE_RATE = 24_000;
const POSTER = { time: 3.1, level: 0.85 };

interface Spoken {
  at: number;
  text: string;
  mp3: string;
  /** Seconds. */
  length: number;
  /** The loudness for each frame of the film, 0..1. */
  levels: number[];
}

mkdirSync(assets, { recursive: true });
const spoken = await speakLines();
writeFileSync(join(assets, speakerFilm.captions), captions(spoken));
await drawPictures(spoken);
encode(spoken);
rmSync(work, { recursive: true, force: true });

async function speakLines(): Promise<Spoken[]> {
  const speech = createEmbeddedSpeech();
  const result: Spoken[] = [];
  for (const [index, { at, text }] of lines.entries()) {
    const mp3 = join(work, `line-${index}.mp3`);
    writeFileSync(mp3, await speech.synthesize({ text, voiceName: VOICE }, AbortSignal.timeout(30_000)));
    const pcm = ffmpeg("-i", mp3, "-f", "s16le", "-ac", "1", "-ar", String(SAMPLE_RATE), "-");
    result.push({ at, text, mp3, length: pcm.length / 2 / SAMPLE_RATE, levels: loudness(pcm) });
  }
  await speech.close();
  return result;
}

/**
 * How loud each picture's stretch of sound is to the ear, roughly: the root of its root mean square; the loudest is 1.
 */
function loudness(pcm: Buffer): number[] {
  const step = Math.floor(SAMPLE_RATE / FPS);
  const levels: number[] = [];
  for (let from = 0; from + step <= pcm.length / 2; from += step) {
    let sum = 0;
    for (let sample = from; sample < from + step; sample++) sum += pcm.readInt16LE(sample * 2) ** 2;
    levels.push(Math.sqrt(sum / step));
  }
  const loudest = Math.max(1, ...levels);
  return levels.map((level) => Math.sqrt(level / loudest));
}

function levelAt(spoken: readonly Spoken[], picture: number): number {
  const heard = (at: number): number =>
    Math.max(0, ...spoken.map((line) => line.levels[at - Math.round(line.at * FPS)] ?? 0));
  // Light fades more slowly than sound, as the eye expects.
  return Math.max(heard(picture), heard(picture - 1) * 0.7, heard(picture - 2) * 0.45);
}

async function drawPictures(spoken: readonly Spoken[]): Promise<void> {
  const browser = await chromium.launch({ executablePath: ensureChromium(), args: ["--no-sandbox", "--disable-gpu"] });
  const page = await browser.newPage({ viewport: { width: WIDTH, height: HEIGHT }, colorScheme: "light" });
  await page.setContent(`<style>${palette()} body { margin: 0 } svg { display: block }</style><body></body>`);
  await draw(page, POSTER.time, POSTER.level);
  await page.screenshot({ path: join(assets, speakerFilm.poster), type: "jpeg", quality: 84 });
  for (let picture = 0; picture < DURATION * FPS; picture++) {
    await draw(page, picture / FPS, levelAt(spoken, picture));
    await page.screenshot({ path: join(work, `${String(picture).padStart(4, "0")}.png`) });
  }
  await browser.close();
}

async function draw(page: Page, time: number, level: number): Promise<void> {
  const picture = renderToStaticMarkup(createElement(Scene, { time, level }));
  await page.evaluate((markup) => {
    document.body.innerHTML = markup;
  }, picture);
}

/** The CSS rules with the colors of the drawings. */
function palette(): string {
  const styles = readFileSync(new URL("../client/src/styles.css", import.meta.url), "utf8");
  const rule = /:root \{[^}]*--art-[^}]*\}/.exec(styles);
  if (rule === null) throw new Error("There is no paint box in client/src/styles.css.");
  return rule[0];
}

function encode(spoken: readonly Spoken[]): void {
  const delayed = spoken.map(({ at }, index) => `[${index + 1}:a]adelay=${Math.round(at * 1000)}:all=1[line${index}]`);
  const names = spoken.map((_line, index) => `[line${index}]`).join("");
  ffmpeg(
    ...["-y", "-framerate", String(FPS), "-i", join(work, "%04d.png")],
    ...spoken.flatMap(({ mp3 }) => ["-i", mp3]),
    "-filter_complex",
    `${delayed.join(";")};${names}amix=inputs=${spoken.length}:normalize=0,apad[voice]`,
    ...["-map", "0:v", "-map", "[voice]", "-t", String(DURATION)],
    ...["-c:v", "libx264", "-preset", "veryslow", "-crf", "23", "-tune", "animation", "-pix_fmt", "yuv420p"],
    ...["-c:a", "aac", "-b:a", "64k", "-ar", "44100"],
    // Puts the index first, so that playing can begin before the whole file is there.
    ...["-movflags", "+faststart", join(assets, speakerFilm.film)],
  );
}

function captions(spoken: readonly Spoken[]): string {
  const cues = spoken.map(({ at, length, text }, index) => {
    const end = Math.min(at + length + 0.2, spoken[index + 1]?.at ?? DURATION);
    return `${clock(at)} --> ${clock(end)}\n${text}\n`;
  });
  return `WEBVTT\n\n${cues.join("\n")}`;
}

function clock(seconds: number): string {
  return new Date(seconds * 1000).toISOString().slice(11, 23);
}

function ffmpeg(...parameters: string[]): Buffer {
  return execFileSync("ffmpeg", ["-hide_banner", "-loglevel", "error", ...parameters], { maxBuffer: 64 * 1024 * 1024 });
}
