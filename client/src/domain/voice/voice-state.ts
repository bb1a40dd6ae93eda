import { t } from "@lingui/core/macro";
import type { MicrophoneState } from "./microphone.ts";

export type VoiceState =
  | { at: "closed" }
  | MicrophoneState
  /** A recording without a text yet, and why. `next`: it can be sent for the first time, again, or not at all. */
  | { at: "kept"; why: string; next: "send" | "retry" | "none" };

/** What a screen shows of its microphone. */
export interface VoiceView {
  state: VoiceState;
  /** The text so far. */
  heard: string;
  /** What is recorded of it; null where the browser's own recognition listens. */
  recording: { level: () => number; startedAt: number } | null;
  /** How to make the microphone work, after it could not be used; null again at the next tap. */
  hint: string | null;
}

export interface VoiceInput extends VoiceView {
  /** Begins to listen. The next tap ends that and hands over the text. With a kept recording, it sends that (again). */
  tap: () => void;
  /** Stops listening and drops what was said. */
  cancel: () => void;
}

export interface VoiceInputOptions {
  /** BCP 47, such as `en-US`. */
  language: string;
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

/** Recordings that were not sent or not understood yet, by the `keptAs` of the screen that shows them. */
export const keptRecordings = new Map<string, Blob>();

/** The first view of a screen. Where it was left with an unsent recording, it offers that again. */
export const firstView = (keptAs: string): VoiceView => ({
  state: keptRecordings.has(keptAs)
    ? { at: "kept", why: t`This recording was not sent yet.`, next: "send" }
    : { at: "closed" },
  heard: "",
  recording: null,
  hint: null,
});

/** Appends what was said to what was typed. */
export const withSpoken = (typed: string, said: string): string =>
  [typed.trim(), said].filter((part) => part !== "").join(" ");
