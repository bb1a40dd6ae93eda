import { unlessAborted } from "@/lib/unless-aborted.ts";
import { openMicrophoneStream, readSamples } from "./open-microphone.ts";
import type { ClipOutcome } from "./player.ts";
import { VoiceBand } from "./voice-band.ts";
import { FRAME_MS, QUIETEST } from "./voice-gate.ts";
import { SPEECH_RATE } from "./wav.ts";

/** How long the room is listened to before the sound, and how much of that an opening microphone needs to settle. */
const ROOM_MS = 700;
const SETTLING_MS = 200;
/** The loudest tenth of the moments count, for a voice is loud now and then. */
const LOUD = 0.9;
/** What is no louder than this many times the room can't be taken for somebody who speaks. */
const AUDIBLE = 2.2;

/** From this loudness of the room on, about -42 dBFS as in wind, an echo as loud as a voice may be hidden in it. */
const LOUD_ROOM = 0.008;
/** How long it may take until the room was listened to, once the microphone is open. */
export const LONGEST_ROOM_MS = 3000;

/**
 * `heard`: the microphone hears the player; `cancelled`: it does not, or hardly. `too loud`: the room hides that. `failed`: it
 * could not be measured.
 */
export type Echo = "heard" | "cancelled" | "too loud" | "failed";

/**
 * Plays something with the microphone open, and tells whether the microphone hears it. Call it in a tap. Never rejects; ends
 * at once where it is aborted.
 */
export async function measureEcho(play: () => Promise<ClipOutcome>, signal: AbortSignal): Promise<Echo> {
  if (!("AudioContext" in window)) return "failed";
  const context = new AudioContext();
  const opening = openMicrophoneStream(true);
  try {
    const stream = await unlessAborted(opening, signal);
    return await measure({ context, stream, play, signal });
  } catch {
    return "failed";
  } finally {
    opening.then(release, () => {});
    context.close().catch(() => {});
  }
}

interface Measuring {
  context: AudioContext;
  stream: MediaStream;
  play: () => Promise<ClipOutcome>;
  signal: AbortSignal;
}

/** Rejects where it takes too long, or is aborted. */
async function measure({ context, stream, play, signal }: Measuring): Promise<Echo> {
  const band = new VoiceBand(SPEECH_RATE);
  const levels: number[] = [];
  const room = new AbortController();
  const limit = setTimeout(() => room.abort(), LONGEST_ROOM_MS);
  let stopReading = () => {};
  try {
    await unlessAborted(
      new Promise<void>((resolve, reject) => {
        const onBlock = (block: Float32Array) => {
          levels.push(band.level(block));
          if (levels.length === ROOM_MS / FRAME_MS) resolve();
        };
        readSamples({ context, stream, signal: room.signal, onBlock }).then((stop) => {
          stopReading = stop;
        }, reject);
        room.signal.addEventListener("abort", reject);
      }),
      signal,
    );
    clearTimeout(limit);
    const before = levels.splice(0).slice(SETTLING_MS / FRAME_MS);
    if (echoOf(before, before) === "too loud") return "too loud";
    const outcome = await unlessAborted(play(), signal);
    return outcome === "ended" && levels.length > 0 ? echoOf(before, levels) : "failed";
  } finally {
    clearTimeout(limit);
    room.abort();
    stopReading();
  }
}

function release(stream: MediaStream): void {
  for (const track of stream.getTracks()) track.stop();
}

/** The echo in the loudness of 20 ms frames before the sound and during it. */
export function echoOf(before: readonly number[], during: readonly number[]): Echo {
  const room = Math.max(QUIETEST, quantile(before, 0.5));
  if (room > LOUD_ROOM) return "too loud";
  return quantile(during, LOUD) > room * AUDIBLE ? "heard" : "cancelled";
}

function quantile(levels: readonly number[], share: number): number {
  const sorted = [...levels].sort((a, b) => a - b);
  return sorted[Math.floor(share * (sorted.length - 1))] ?? 0;
}
