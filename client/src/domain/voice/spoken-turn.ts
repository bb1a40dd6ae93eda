import { SPEECH_RATE } from "@/components/audio/wav.ts";

/** Samples in 50 ms: few messages, and the recognizer closes a phrase before a turn ends by the usual pause. */
const FRAME_SAMPLES = SPEECH_RATE / 20;
/** The longest that is caught up with, in frames, where the line opened while somebody spoke: more is sent as a recording. */
const LONGEST_BACKLOG = 200;

/** Whom a turn is said to, and in which language. */
export interface TurnPlace {
  /** BCP 47. */
  language: string;
  agentId: string;
}

export interface TurnListener {
  /** The turn's text so far, and whether the recognizer has closed it. */
  onWords?: (text: string, isSettled: boolean) => void;
  /** The recognizer takes long. */
  onSlow?: () => void;
}

/** The words of a turn, empty where there were none; null where the line could not follow it. */
export type TurnOutcome = string | null;

/** A turn that is being said. */
export interface LineTurn {
  /** Takes samples at 16 kHz, -1..1. */
  push: (samples: Float32Array) => void;
  /** There is a pause, which may be the end. */
  pausing: () => void;
  resumed: () => void;
  /** The turn is over. */
  end: () => Promise<TurnOutcome>;
  /** Drops it. */
  cancel: () => void;
}

/** What a turn asks of its line. */
interface Actions {
  say: () => void;
  tell: (type: "pausing" | "resumed") => void;
  end: () => void;
  cancel: () => void;
}

/** A turn's sound on its way to the server. Its frames are kept until its end, to be said again on another connection. */
export class SpokenTurn implements LineTurn {
  readonly place: TurnPlace;
  readonly listener: TurnListener;
  readonly #actions: Actions;
  readonly #outcome: Promise<TurnOutcome>;
  #resolve: (outcome: TurnOutcome) => void = () => {};
  readonly #frames: Int16Array<ArrayBuffer>[] = [];
  #rest = new Float32Array();
  #sent = 0;
  #number: number | null = null;
  #hasEnded = false;
  /** Whether its outcome is known. */
  isOver = false;

  constructor(place: TurnPlace, listener: TurnListener, actions: Actions) {
    this.place = place;
    this.listener = listener;
    this.#actions = actions;
    this.#outcome = new Promise((resolve) => {
      this.#resolve = resolve;
    });
  }

  /** Its number on the connection that it is said on; null where it is said on none. */
  get number(): number | null {
    return this.#number;
  }

  set number(number: number | null) {
    this.#number = number;
    this.#sent = 0;
  }

  /** Whether the server can still catch up with it. */
  get isSayable(): boolean {
    return this.#frames.length - this.#sent <= LONGEST_BACKLOG;
  }

  push(samples: Float32Array): void {
    if (this.isOver || this.#hasEnded) return;
    const all = new Float32Array(this.#rest.length + samples.length);
    all.set(this.#rest);
    all.set(samples, this.#rest.length);
    let at = 0;
    for (; at + FRAME_SAMPLES <= all.length; at += FRAME_SAMPLES)
      this.#frames.push(frameOf(all.subarray(at, at + FRAME_SAMPLES)));
    this.#rest = all.slice(at);
    this.#actions.say();
  }

  pausing(): void {
    this.#flush();
    this.#actions.say();
    this.#actions.tell("pausing");
  }

  resumed(): void {
    this.#actions.tell("resumed");
  }

  end(): Promise<TurnOutcome> {
    if (!this.#hasEnded) {
      this.#flush();
      this.#hasEnded = true;
      this.#actions.end();
    }
    return this.#outcome;
  }

  cancel(): void {
    this.#actions.cancel();
  }

  /** The frames that are to be sent now. */
  unsent(): Int16Array<ArrayBuffer>[] {
    const frames = this.#frames.slice(this.#sent);
    this.#sent = this.#frames.length;
    return frames;
  }

  settle(outcome: TurnOutcome): void {
    this.isOver = true;
    this.#frames.length = 0;
    this.#resolve(outcome);
  }

  #flush(): void {
    if (this.#rest.length > 0) this.#frames.push(frameOf(this.#rest));
    this.#rest = new Float32Array();
  }
}

/** 16 bits a sample. Every device that a browser runs on stores them as little endian, as the server expects them. */
const frameOf = (samples: Float32Array): Int16Array<ArrayBuffer> =>
  Int16Array.from(samples, (sample) => Math.round(Math.max(-1, Math.min(1, sample)) * 0x7fff));
