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
  /** Starts; tapped again, ends and hands over what was said. Sends a kept recording again. */
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

/** Listens to a person, and tells a screen of it. */
export interface Voice {
  tap: () => void;
  cancel: () => void;
  /** The screen is left. */
  stop: () => void;
}

export interface VoiceWiring<Options extends VoiceInputOptions = VoiceInputOptions> {
  /** As they are now. */
  options: () => Options;
  onState: (state: VoiceState) => void;
  onHint: (hint: string | null) => void;
}

/** What was said stands behind what was typed. */
export const withSpoken = (typed: string, said: string): string =>
  [typed.trim(), said].filter((part) => part !== "").join(" ");
