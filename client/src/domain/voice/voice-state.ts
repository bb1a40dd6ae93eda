export type VoiceState =
  | { phase: "idle" }
  /** The browser asks the person for the microphone. */
  | { phase: "asking" }
  /** `heard` is the text so far, where the server turns speech into text while it is said. */
  | { phase: "recording"; level: () => number; startedAt: number; heard: string }
  /** The browser's own recognition listens; `heard` is the text so far. */
  | { phase: "listening"; heard: string }
  /**
   * `progress` is 0..1 while a recording is sent, null while the server turns it into text. `isSlow`: that takes unusually
   * long.
   */
  | { phase: "working"; progress: number | null; isSlow?: boolean }
  /** A recording without a text yet, and why. `next`: it can be sent for the first time, again, or not at all. */
  | { phase: "kept"; why: string; next: "send" | "retry" | "none" };

export interface VoiceInput {
  state: VoiceState;
  /** How to make the microphone work, after it could not be used; null again at the next tap. */
  hint: string | null;
  /** Begins to listen. The next tap ends that and hands over the text. With a kept recording, it sends that (again). */
  tap: () => void;
  /** Stops listening and drops what was said. */
  cancel: () => void;
}

export interface VoiceInputOptions {
  /** BCP 47, such as `en-US`. */
  language: string;
  /** The pet that it is said to. Without it, text comes only at the end. */
  agentId?: string;
  /** A name for this screen; under it an unsent recording is kept after the screen is left. */
  keptAs: string;
  onStart: () => void;
  /** The person ended the input: send this text. */
  onSaid: (text: string) => void;
  /** The input ended by itself: keep this text for the person to check. */
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
  /** The options of the latest render. */
  options: () => Options;
  onState: (state: VoiceState) => void;
  onHint: (hint: string | null) => void;
}

/** Appends what was said to what was typed. */
export const withSpoken = (typed: string, said: string): string =>
  [typed.trim(), said].filter((part) => part !== "").join(" ");
