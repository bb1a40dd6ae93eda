import { MicrophoneError, openMicrophone } from "@/components/audio/open-microphone.ts";
import type { TalkOverGate } from "@/components/audio/talk-over-gate.ts";
import { type CutterEvent, UtteranceCutter } from "@/components/audio/utterance-cutter.ts";
import { FRAME_MS, PRE_ROLL_MS } from "@/components/audio/voice-gate.ts";
import { SPEECH_RATE, wavOf } from "@/components/audio/wav.ts";
import { ListenLine } from "./listen-line.ts";
import { type Ear, type EarOptions, joinSaid, type MicrophoneEvent, type TurnText } from "./microphone.ts";
import type { LineTurn, TurnOutcome } from "./spoken-turn.ts";

/** An ordinary voice has an RMS of 0.05 to 0.2 at the microphone, which this scales for the meter. */
const GAIN = 6;
const METER_STEPS = 20;
/** The echo of the pet's last word, and what Bluetooth delays, are over after this. */
const ECHO_MS = 300;
/** Whoever goes on so soon after the last word was not done with the question. */
const GOING_ON_MS = 2500;
/** Speech that talks over the pet is known late: what is kept from before it. */
const KEPT_FRAMES = (PRE_ROLL_MS + 500) / FRAME_MS;

interface ServerEarOptions extends EarOptions {
  context: () => AudioContext;
  agentId: string;
  line: ListenLine;
  /** Gets the loudness within the voice band, 0..1. */
  onLevel: (level: number) => void;
  /** Lets it stay open while the pet speaks. */
  talkOver?: TalkOver;
}

/** How it is known that somebody talks over the pet. */
export interface TalkOver {
  gate: TalkOverGate;
  isWanted: () => boolean;
  /** Whether the pet's voice sounds right now, and how many of its sentences have begun. */
  petVoice: () => { isPlaying: boolean; sentences: number };
}

/** A part of a turn: an utterance after whose end the owner may go on. */
interface Part {
  chunks: Float32Array[];
  outcome: Promise<TurnOutcome>;
}

/**
 * An open microphone, whose turns the server hears along. Where words end a turn, it decides when that is, and the person may go
 * on with it as long as its words are not there. Else everything from its opening to a tap is one turn.
 */
export class ServerEar implements Ear {
  readonly #options: ServerEarOptions;
  readonly #cutter = new UtteranceCutter(Number.POSITIVE_INFINITY);
  #stopMicrophone = () => {};
  readonly #closing = new AbortController();
  #level = 0;
  #turn: LineTurn | null = null;
  #words = "";
  #isSettled = false;
  /** How long it had been silent when the words changed last; null where more was said since. */
  #changedAtMs: number | null = null;
  /** The parts of the turn that are over, until their words were told. */
  #parts: Part[] = [];
  /** The time since the last word of the last part, while nobody speaks; null where that was the end of what was said. */
  #sinceEndMs: number | null = null;
  /** While the pet speaks: what was heard last. */
  #over: Float32Array[] | null = null;

  constructor(options: ServerEarOptions) {
    this.#options = options;
    void this.#open();
  }

  finish(): void {
    const [last] = this.#cutter.finish();
    this.#stopMicrophone();
    if (last?.type === "utterance") this.#end(last.chunks, 0);
  }

  disregard(ms: number): void {
    this.#cutter.disregard(ms);
  }

  attendOwner(): void {
    if (this.#over === null) return;
    this.#over = null;
    this.#wasRight();
    this.#cutter.disregard(ECHO_MS);
  }

  attendPet(): void {
    this.#options.talkOver?.gate.begin(this.#cutter.unclearLevels);
    this.#over = [...this.#cutter.recent];
    if (!this.#mayGoOn) this.#wasRight();
  }

  takeSaid(): Blob | null {
    const [last] = this.#cutter.finish();
    if (last === undefined) return null;
    const chunks = this.#parts.flatMap((part) => part.chunks);
    if (last.type === "utterance") chunks.push(...last.chunks);
    this.#turn?.cancel();
    this.#turn = null;
    this.#parts = [];
    return chunks.length === 0 ? null : wavOf(chunks);
  }

  close(): void {
    if (this.#isClosed) return;
    this.#wasRight();
    this.#closing.abort();
    this.#stopMicrophone();
    this.#turn?.cancel();
    this.#turn = null;
    this.#showLevel(0);
  }

  get #isClosed(): boolean {
    return this.#closing.signal.aborted;
  }

  async #open(): Promise<void> {
    const { tell } = this.#options;
    const isLasting = this.#options.talkOver?.isWanted() === true;
    try {
      const microphone = await openMicrophone({
        context: this.#options.context(),
        cancelsEcho: isLasting,
        signal: this.#closing.signal,
        onBlock: (block) => this.#hear(block),
        onLost: () => this.#lost(),
      });
      if (this.#isClosed) return microphone.close();
      this.#stopMicrophone = microphone.close;
      tell({ type: "opened", isLasting });
      if (this.#options.turnEnd === null) for (const one of this.#cutter.begin([])) this.#take(one);
    } catch (error) {
      const kind = error instanceof MicrophoneError ? error.trouble : "unsupported";
      if (!this.#isClosed) tell({ type: "failed", failure: { kind } });
    }
  }

  /** What was said until then is still a turn; where a tap would have ended that, the person is asked. */
  #lost(): void {
    const { turnEnd, tell } = this.#options;
    const said = turnEnd === null ? this.takeSaid() : null;
    for (const one of this.#cutter.finish()) this.#take(one);
    tell({ type: "microphoneLost", said });
  }

  #hear(block: Float32Array): void {
    if (this.#sinceEndMs !== null && this.#turn === null) this.#sinceEndMs += (block.length / SPEECH_RATE) * 1000;
    if (this.#over !== null) {
      this.#overhear(this.#over, block);
      return;
    }
    const heard = this.#cutter.push(block);
    this.#showLevel(this.#cutter.level);
    for (const one of heard) {
      if (this.#isClosed) return;
      this.#take(one);
    }
  }

  #overhear(kept: Float32Array[], block: Float32Array): void {
    kept.push(block);
    if (kept.length > KEPT_FRAMES) kept.shift();
    const level = this.#cutter.levelOf(block);
    this.#showLevel(level);
    const { talkOver } = this.#options;
    const { isPlaying, sentences } = talkOver?.petVoice() ?? { isPlaying: false, sentences: 0 };
    if (talkOver?.gate.push(level, isPlaying) !== true) {
      if (!this.#mayGoOn) this.#wasRight();
      return;
    }
    this.#over = null;
    this.#options.tell({ type: "overheard", heard: sentences, goesOn: this.#mayGoOn });
    for (const one of this.#cutter.begin(kept)) this.#take(one);
  }

  get #mayGoOn(): boolean {
    return this.#sinceEndMs !== null && this.#sinceEndMs < GOING_ON_MS;
  }

  #take(heard: CutterEvent): void {
    switch (heard.type) {
      case "start":
        this.#begin(heard.chunks);
        break;
      case "sound":
        this.#turn?.push(heard.samples);
        break;
      case "pausing":
        this.#turn?.pausing();
        this.#wait();
        break;
      case "resumed":
        this.#options.turnEnd?.paused(heard.afterMs, this.#text());
        this.#changedAtMs = null;
        this.#isSettled = false;
        this.#turn?.resumed();
        this.#wait();
        break;
      case "utterance":
        if (this.#options.turnEnd === null) this.#endTooLong(heard.chunks);
        else this.#end(heard.chunks, heard.pauseMs);
        break;
      case "noise":
        this.#turn?.cancel();
        this.#turn = null;
        this.#options.tell({ type: this.#parts.length === 0 ? "noise" : "ended" });
        if (this.#parts.length > 0) void this.#deliver();
        break;
    }
  }

  #begin(chunks: readonly Float32Array[]): void {
    const { line, language, agentId, tell } = this.#options;
    this.#words = "";
    this.#isSettled = false;
    this.#changedAtMs = null;
    const turn = line.begin(
      { language, agentId },
      {
        onWords: (text, isSettled) => {
          if (this.#turn === turn) this.#hearWords(text, isSettled);
        },
        onSlow: () => tell({ type: "slow" }),
      },
    );
    this.#turn = turn;
    for (const chunk of chunks) turn.push(chunk);
    this.#wait();
    tell({ type: "hearing" });
  }

  #hearWords(text: string, isSettled: boolean): void {
    if (text === "" || (text === this.#words && isSettled === this.#isSettled)) return;
    this.#words = text;
    this.#isSettled = isSettled;
    this.#changedAtMs = this.#cutter.quietMs;
    this.#wait();
    this.#wasCutOff();
    this.#options.tell({ type: "words", text });
  }

  #wait(): void {
    const { turnEnd, line } = this.#options;
    if (turnEnd === null) return;
    const isOfNow = this.#changedAtMs !== null;
    const coming = { ...this.#text(), text: "", isComing: line.textComesInPauses };
    this.#cutter.pauseMs = turnEnd.waitMs(isOfNow ? this.#text() : coming);
  }

  #text(): TurnText {
    return { text: this.#words, isSettled: this.#isSettled, changedAtMs: this.#changedAtMs ?? 0 };
  }

  #end(chunks: Float32Array[], pauseMs: number): void {
    const { tell } = this.#options;
    this.#wasCutOff();
    this.#sinceEndMs = pauseMs;
    if (this.#turn === null) return;
    this.#parts = [...this.#parts, { chunks, outcome: this.#turn.end() }];
    this.#turn = null;
    const parts = this.#parts;
    tell({ type: "ended", sound: () => soundOf(parts) });
    void this.#deliver();
  }

  #endTooLong(chunks: Float32Array[]): void {
    this.#turn?.cancel();
    this.#turn = null;
    this.#options.tell({ type: "tooLong", said: wavOf(chunks) });
  }

  /** Tells the words of the turn, unless the owner goes on with it meanwhile. */
  async #deliver(): Promise<void> {
    const parts = this.#parts;
    const outcomes = await Promise.all(parts.map(({ outcome }) => outcome));
    if (this.#parts !== parts || this.#turn !== null) return;
    this.#parts = [];
    this.#options.tell(toldBy(parts, outcomes));
  }

  /** The owner goes on although the turn was taken to be over. */
  #wasCutOff(): void {
    if (this.#sinceEndMs !== null) this.#options.turnEnd?.cutOff(Math.round(this.#sinceEndMs));
    this.#sinceEndMs = null;
  }

  #wasRight(): void {
    if (this.#sinceEndMs !== null) this.#options.turnEnd?.wasRight();
    this.#sinceEndMs = null;
  }

  /** In steps, so that the screen is drawn anew only for a change that can be seen. */
  #showLevel(level: number): void {
    const stepped = Math.round(Math.min(1, level * GAIN) * METER_STEPS) / METER_STEPS;
    if (stepped === this.#level) return;
    this.#level = stepped;
    this.#options.onLevel(stepped);
  }
}

/** The words of all parts; where the line could not follow one of them, the sound of all. */
function toldBy(parts: readonly Part[], outcomes: readonly TurnOutcome[]): MicrophoneEvent {
  let text = "";
  for (const outcome of outcomes) {
    if (outcome === null) return { type: "recorded", recording: soundOf(parts) };
    text = joinSaid(text, outcome);
  }
  return text === "" ? { type: "nothing" } : { type: "understood", text };
}

const soundOf = (parts: readonly Part[]): Blob => wavOf(parts.flatMap(({ chunks }) => chunks));

/** What the server hears with, as long as the microphone is open. */
export interface ServerListening {
  open: (options: EarOptions) => Ear;
  level: () => number;
  close: () => void;
}

/** A line, and what its ear needs, for one recording. Call it in a tap. */
export function listenByServer(agentId: string): ServerListening {
  const line = new ListenLine();
  let context: AudioContext | null = null;
  let level = 0;
  return {
    open(options) {
      line.open();
      const opened = () => {
        context = new AudioContext();
        return context;
      };
      const onLevel = (heard: number) => {
        level = heard;
      };
      return new ServerEar({ ...options, agentId, line, context: opened, onLevel });
    },
    level: () => level,
    close() {
      line.close();
      context?.close().catch(() => {});
    },
  };
}
