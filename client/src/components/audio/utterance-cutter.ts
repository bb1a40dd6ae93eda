import { VoiceBand } from "./voice-band.ts";
import { FRAME_MS, PRE_ROLL_MS, VoiceGate } from "./voice-gate.ts";
import { SPEECH_RATE } from "./wav.ts";

const FRAME_SAMPLES = (SPEECH_RATE * FRAME_MS) / 1000;
/** Silence kept after the last word, because recognizers need a little. */
const TAIL_MS = 300;

export type Heard =
  | { type: "start" }
  /** The samples of an utterance at 16 kHz, with a little of what came before and after. */
  | { type: "utterance"; chunks: Float32Array[] }
  /** A sound that turned out not to be speech. */
  | { type: "noise" };

/** Cuts utterances out of the sound of an open microphone (16 kHz, blocks of any length). */
export class UtteranceCutter {
  readonly #band = new VoiceBand(SPEECH_RATE);
  readonly #gate: VoiceGate;
  #rest = new Float32Array();
  #kept: Float32Array[] = [];
  #isHearing = false;
  /** RMS of the newest frame within the voice band, 0..1. */
  level = 0;

  constructor(pauseMs: number) {
    this.#gate = new VoiceGate(pauseMs);
  }

  set pauseMs(pauseMs: number) {
    this.#gate.pauseMs = pauseMs;
  }

  push(block: Float32Array): Heard[] {
    const samples = new Float32Array(this.#rest.length + block.length);
    samples.set(this.#rest);
    samples.set(block, this.#rest.length);
    const heard: Heard[] = [];
    let at = 0;
    for (; at + FRAME_SAMPLES <= samples.length; at += FRAME_SAMPLES) {
      const event = this.#frame(samples.slice(at, at + FRAME_SAMPLES));
      if (event !== null) heard.push(event);
    }
    this.#rest = samples.slice(at);
    return heard;
  }

  #frame(frame: Float32Array): Heard | null {
    this.level = this.#band.level(frame);
    this.#kept.push(frame);
    const event = this.#gate.push(this.level);
    if (event?.type === "start") {
      this.#isHearing = true;
      return event;
    }
    if (event?.type === "end") {
      const chunks = this.#kept;
      this.#isHearing = false;
      this.#kept = chunks.slice(-PRE_ROLL_MS / FRAME_MS);
      return event.isSpeech
        ? { type: "utterance", chunks: withoutPause(chunks, this.#gate.pauseMs) }
        : { type: "noise" };
    }
    if (!this.#isHearing && this.#kept.length > PRE_ROLL_MS / FRAME_MS) this.#kept.shift();
    return null;
  }
}

function withoutPause(chunks: Float32Array[], pauseMs: number): Float32Array[] {
  const dropped = Math.max(0, pauseMs - TAIL_MS) / FRAME_MS;
  return chunks.slice(0, Math.max(1, chunks.length - Math.floor(dropped)));
}
