import { t } from "@lingui/core/macro";
import { transcribe } from "#shared/api/voice.ts";
import type { MicrophoneTrouble } from "@/components/audio/open-microphone.ts";
import { hasSpeechRecognition } from "@/components/audio/speech-recognition.ts";
import { ApiError, call } from "@/lib/api.ts";
import { sendWithProgress } from "@/lib/upload-progress.ts";

/**
 * The one microphone of chat, interview and walk: its states, what it tells, and the way back (a recording that goes up) for what
 * could not be understood while it was said. What differs between the screens is data: who ends a turn (`TurnEnd`, or a tap), and
 * whether it stays open meanwhile (`server-ear.ts`).
 */

/** Where speech becomes text. */
export type Recognizer = "server" | "browser";

export type MicrophoneState =
  /** Also while the browser asks the person for it. */
  | { at: "opening" }
  /** `isHearing`: somebody makes a sound. */
  | { at: "listening"; isHearing: boolean }
  /** The turn is over, and its text on its way. `isSlow`: that takes unusually long. `progress`: 0..1 while its sound goes up. */
  | { at: "understanding"; isSlow: boolean; progress?: number };

export type MicrophoneEvent =
  /** `isLasting`: it can stay open while the pet speaks. */
  | { type: "opened"; isLasting?: boolean }
  /** A sound begins, and it was no speech. */
  | { type: "hearing" | "noise" }
  /** The text so far. */
  | { type: "words"; text: string }
  /** The turn is over: `understood`, `nothing`, `recorded` or `failed` follows. `sound` is not given by the browser's recognition. */
  | { type: "ended"; sound?: () => Blob }
  /** The recognizer takes long with the text. */
  | { type: "slow" }
  /** The server could not follow the turn: its sound has to go up (`Microphone.send`). */
  | { type: "recorded"; recording: Blob }
  | { type: "progress"; share: number }
  | { type: "understood"; text: string }
  | { type: "nothing" }
  /** The server has no recognizer after all: from the next turn on the browser's own listens. */
  | { type: "sayAgain" }
  /** The person talks over the pet, of whose reply so many sentences have begun; `goesOn`: so soon that it is more of the question. */
  | { type: "overheard"; heard: number; goesOn?: boolean }
  /** It was taken away, or has ended by itself at the longest recording. `said`: the turn that only a tap would have ended. */
  | { type: "microphoneLost" | "tooLong"; said: string | Blob | null }
  /** `said`: the words before it. */
  | { type: "failed"; failure: MicrophoneFailure; said?: string };

export type MicrophoneFailure =
  | { kind: MicrophoneTrouble | "not understood" }
  /** Neither the server nor this browser can; `message` is the server's sentence. */
  | { kind: "no recognizer"; message: string | null }
  | { kind: "unsent"; message: string; error: unknown };

/** The state after an event; other states than the microphone's are left alone. */
export function stateAfter<Other extends { at: string }>(
  state: MicrophoneState | Other,
  event: { type: string; share?: number },
): MicrophoneState | Other {
  const { at } = state;
  switch (event.type) {
    case "opened":
      return at === "opening" ? { at: "listening", isHearing: false } : state;
    case "hearing":
      // Whoever goes on before the words are there makes them longer.
      return at === "listening" || at === "understanding" ? { at: "listening", isHearing: true } : state;
    case "words":
      return at === "listening" ? { at, isHearing: true } : state;
    case "noise":
      return at === "listening" ? { at, isHearing: false } : state;
    case "ended":
      return at === "listening" ? { at: "understanding", isSlow: false } : state;
    case "slow":
      return at === "understanding" ? { at, isSlow: true } : state;
    case "progress": {
      const { share = 1 } = event;
      return at === "understanding" ? { at, isSlow: false, ...(share < 1 && { progress: share }) } : state;
    }
    default:
      return state;
  }
}

/** The text of a turn so far. */
export interface TurnText {
  /** Empty where the recognizer gives none before the end. */
  text: string;
  /** Whether the recognizer has closed it: punctuation and all, it does not change any more. */
  isSettled: boolean;
  /** How long it had been silent when the text changed last; 0 where somebody spoke. */
  changedAtMs: number;
  /** Whether what was said until this pause is being recognized. */
  isComing?: boolean;
}

/** Ends a turn by its words. A screen without one ends it by a tap. */
export interface TurnEnd {
  /** The silence, in milliseconds, that ends this turn. */
  waitMs: (spoken: TurnText) => number;
  /** The person went on after a pause of this length. */
  paused: (ms: number, spoken: TurnText) => void;
  /** The turn was taken to be over, and the person went on after this long. */
  cutOff: (afterMs: number) => void;
  /** A turn was over where it was taken to be. */
  wasRight: () => void;
}

/** Listens until it is closed; the browser's own recognition, to one turn. */
export interface Ear {
  /** The person ended the turn by a tap. */
  finish: () => void;
  /** Ends what is being said and gives it, as sound or as text; null where nobody speaks. Its words are told no more. */
  takeSaid: () => Blob | string | null;
  /** Lets no turn begin for this long, because the page itself makes a sound. */
  disregard: (ms: number) => void;
  /** From now on the pet is quiet. */
  attendOwner: () => void;
  /** From now on the pet speaks: only who talks over it counts. */
  attendPet: () => void;
  /** Frees the microphone. The words of a turn that is over are still told. */
  close: () => void;
}

export interface EarOptions {
  /** BCP 47. */
  language: string;
  turnEnd: TurnEnd | null;
  tell: (event: MicrophoneEvent) => void;
}
type OpenEar = (options: EarOptions) => Ear;

interface MicrophoneOptions {
  recognizer: Recognizer;
  ears: { server?: OpenEar; browser: OpenEar };
  language: string;
  turnEnd: TurnEnd | null;
}

const UNREACHABLE = t`Your recording could not be sent.`;
const NOT_TAKEN = t`Your recording could not be taken.`;

export class Microphone {
  readonly #options: MicrophoneOptions;
  #recognizer: Recognizer;
  #sending = new AbortController();
  ear: Ear | null = null;

  constructor(options: MicrophoneOptions) {
    this.#options = options;
    this.#recognizer = options.recognizer;
  }

  /** Opens it. Call it in a tap, or where it was open by one before. */
  listen(tell: (event: MicrophoneEvent) => void): void {
    const { ears, language, turnEnd } = this.#options;
    const open = this.#recognizer === "server" && ears.server !== undefined ? ears.server : ears.browser;
    this.ear = open({ language, turnEnd, tell });
  }

  /** Sends a recording for its words; what comes of it is told, unless the microphone is closed before. */
  async send(recording: Blob, tell: (event: MicrophoneEvent) => void): Promise<void> {
    this.#sending.abort();
    this.#sending = new AbortController();
    const { signal } = this.#sending;
    const event = await this.#textOf(recording, tell, signal).catch((error: unknown) => this.#failed(error));
    if (!signal.aborted) tell(event);
  }

  close(): void {
    this.#sending.abort();
    this.ear?.close();
  }

  async #textOf(file: Blob, tell: (event: MicrophoneEvent) => void, signal: AbortSignal): Promise<MicrophoneEvent> {
    const fetch = sendWithProgress(({ sent, total }) => {
      if (!signal.aborted) tell({ type: "progress", share: sent / total });
    });
    const { language } = this.#options;
    const { text } = await call(transcribe, { file, filename: "recording.wav", body: { language } }, { signal, fetch });
    return text.trim() === "" ? { type: "nothing" } : { type: "understood", text: text.trim() };
  }

  #failed(error: unknown): MicrophoneEvent {
    if (!(error instanceof ApiError))
      return { type: "failed", failure: { kind: "unsent", message: UNREACHABLE, error } };
    const message = error.serverMessage ?? NOT_TAKEN;
    if (error.code === "no_speech") return { type: "nothing" };
    if (error.code !== "no_recogniser") return { type: "failed", failure: { kind: "unsent", message, error } };
    if (!hasSpeechRecognition()) return { type: "failed", failure: { kind: "no recognizer", message } };
    this.#recognizer = "browser";
    return { type: "sayAgain" };
  }
}

/** Letters of languages that put no space between words. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]$/u;

/** The two parts of a sentence that was taken to be over after the first. */
export function joinSaid(before: string, after: string): string {
  if (before === "") return after;
  if (after === "") return before;
  // A recognizer ends each part with a full stop. A question mark was heard.
  const first = before.replace(/[.。।…\s]+$/u, "");
  return `${first}${UNSPACED.test(first) ? "" : " "}${after}`;
}
