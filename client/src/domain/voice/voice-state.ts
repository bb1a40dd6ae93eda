export type VoiceState =
  | { phase: "idle" }
  /** The browser asks whether it may listen. */
  | { phase: "asking" }
  | { phase: "recording"; level: () => number; startedAt: number }
  /** The browser's own recognition; what it understood so far. */
  | { phase: "listening"; heard: string }
  /** 0..1 while a recording is sent, null while its words are awaited. */
  | { phase: "working"; progress: number | null }
  /** A recording that is not understood yet, and why; it may be sent for the first time, again, or not at all. */
  | { phase: "kept"; why: string; next: "send" | "retry" | "none" };

export interface VoiceInput {
  state: VoiceState;
  /** How to let the microphone be used, after it could not be; until the next tap. */
  hint: string | null;
  /** Begins to listen. The next tap ends it and hands over what was said; a kept recording is sent (again). */
  tap: () => void;
  /** Ends it; what was said is dropped. */
  cancel: () => void;
}

export interface VoiceInputOptions {
  /** BCP 47, such as `en-US`. */
  language: string;
  /** Under this name a recording that could not be sent outlives the screen. */
  keptAs: string;
  onStart: () => void;
  /** The person ended the recording: send this. */
  onSaid: (text: string) => void;
  /** It ended otherwise: keep this for the person to look at. */
  onKept: (text: string) => void;
}

/** Listens to a person and reports to a screen. */
export interface Voice {
  tap: () => void;
  cancel: () => void;
  /** Called when the screen is left. */
  stop: () => void;
}

export interface VoiceWiring<Options extends VoiceInputOptions = VoiceInputOptions> {
  /** Those of the latest render. */
  options: () => Options;
  onState: (state: VoiceState) => void;
  onHint: (hint: string | null) => void;
}

/** Appends what was said to what was typed. */
export const withSpoken = (typed: string, said: string): string =>
  [typed.trim(), said].filter((part) => part !== "").join(" ");
