import { VoiceBand } from "./voice-band.ts";
import { FRAME_MS, ONSET_WINDOW_MS, PRE_ROLL_MS, VoiceGate } from "./voice-gate.ts";
import { SPEECH_RATE } from "./wav.ts";

const FRAME_SAMPLES = (SPEECH_RATE * FRAME_MS) / 1000;
/** Silence kept after the last word, because recognizers need a little. */
const TAIL_MS = 300;
/** A silence of this length may be the end of what is said; between two words of a sentence it is shorter. */
export const PAUSING_MS = 250;

export type CutterEvent =
  /** Speech begins; `chunks` is the sound of its beginning, with a little of what came before. */
  | { type: "start"; chunks: Float32Array[] }
  /** More of its sound, 20 ms at a time. */
  | { type: "sound"; samples: Float32Array }
  | { type: "pausing" }
  /** It goes on after a pause of this length. */
  | { type: "resumed"; afterMs: number }
  /** The samples of an utterance at 16 kHz, with a little of what came before and after, and the pause that ended it. */
  | { type: "utterance"; chunks: Float32Array[]; pauseMs: number }
  /** A sound that turned out not to be speech. */
  | { type: "noise" };

/** Cuts utterances out of the sound of an open microphone (16 kHz, blocks of any length), and reports them as they come. */
export class UtteranceCutter {
  readonly #band = new VoiceBand(SPEECH_RATE);
  readonly #gate: VoiceGate;
  #rest = new Float32Array();
  #kept: Float32Array[] = [];
  #unclearLevels: number[] = [];
  #isHearing = false;
  #pausedMs = 0;
  #deafMs = 0;
  /** RMS of the newest frame within the voice band, 0..1. */
  level = 0;

  constructor(pauseMs: number) {
    this.#gate = new VoiceGate(pauseMs);
  }

  /** The silence that ends an utterance, in milliseconds; may be changed at any time. */
  set pauseMs(pauseMs: number) {
    this.#gate.pauseMs = pauseMs;
  }

  /** For how long the utterance under way has been silent; 0 where there is none. */
  get quietMs(): number {
    return this.#gate.quietMs;
  }

  /** Lets no utterance begin for this long: the page itself makes a sound. What is said then is still kept. */
  disregard(ms: number): void {
    this.#deafMs = ms;
  }

  /** The loudness of a block that is not to be cut, RMS within the voice band, 0..1. */
  levelOf(block: Float32Array): number {
    this.level = this.#band.level(block);
    return this.level;
  }

  /** The sound of the last moments. */
  get recent(): readonly Float32Array[] {
    return this.#kept;
  }

  /** The loudness of the last frames, of which it is not clear yet whether speech begins with them. */
  get unclearLevels(): readonly number[] {
    return this.#unclearLevels;
  }

  push(block: Float32Array): CutterEvent[] {
    const samples = new Float32Array(this.#rest.length + block.length);
    samples.set(this.#rest);
    samples.set(block, this.#rest.length);
    const heard: CutterEvent[] = [];
    let at = 0;
    for (; at + FRAME_SAMPLES <= samples.length; at += FRAME_SAMPLES)
      heard.push(...this.#frame(samples.slice(at, at + FRAME_SAMPLES)));
    this.#rest = samples.slice(at);
    return heard;
  }

  /** Begins an utterance with a sound that is known to be speech. */
  begin(chunks: readonly Float32Array[]): CutterEvent[] {
    this.#gate.begin();
    this.#kept = [...chunks];
    this.#isHearing = true;
    return [{ type: "start", chunks: [...chunks] }];
  }

  /** Ends the utterance under way, as where the microphone is taken away. */
  finish(): CutterEvent[] {
    const event = this.#gate.finish();
    return event === null ? [] : [this.#ended(event.isSpeech, 0)];
  }

  #frame(frame: Float32Array): CutterEvent[] {
    this.level = this.#band.level(frame);
    this.#kept.push(frame);
    if (this.#deafMs > 0 && !this.#isHearing) {
      this.#deafMs -= FRAME_MS;
      this.#unclearLevels = [];
      this.#forget();
      return [];
    }
    const event = this.#gate.push(this.level);
    if (event?.type === "start") {
      this.#isHearing = true;
      return [{ type: "start", chunks: [...this.#kept] }];
    }
    if (event?.type === "end") return [this.#ended(event.isSpeech, event.pauseMs)];
    if (this.#isHearing) return [{ type: "sound", samples: frame }, ...this.#pauses()];
    this.#unclearLevels = [...this.#unclearLevels, this.level].slice(-ONSET_WINDOW_MS / FRAME_MS);
    this.#forget();
    return [];
  }

  #pauses(): CutterEvent[] {
    const before = this.#pausedMs;
    this.#pausedMs = this.#gate.quietMs;
    // What was heard in a pause may be recognized at once; a knock never is.
    if (before < PAUSING_MS && this.#pausedMs >= PAUSING_MS) return this.#gate.isSpeech ? [{ type: "pausing" }] : [];
    return before >= PAUSING_MS && this.#pausedMs < before ? [{ type: "resumed", afterMs: before }] : [];
  }

  #ended(isSpeech: boolean, pauseMs: number): CutterEvent {
    const chunks = this.#kept;
    this.#isHearing = false;
    this.#pausedMs = 0;
    this.#unclearLevels = [];
    this.#kept = chunks.slice(-PRE_ROLL_MS / FRAME_MS);
    return isSpeech ? { type: "utterance", chunks: withoutPause(chunks, pauseMs), pauseMs } : { type: "noise" };
  }

  #forget(): void {
    if (this.#kept.length > PRE_ROLL_MS / FRAME_MS) this.#kept.shift();
  }
}

function withoutPause(chunks: Float32Array[], pauseMs: number): Float32Array[] {
  const dropped = Math.max(0, pauseMs - TAIL_MS) / FRAME_MS;
  return chunks.slice(0, Math.max(1, chunks.length - Math.floor(dropped)));
}
