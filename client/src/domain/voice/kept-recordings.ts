import type { VoiceState } from "./voice-state.ts";

/** Recordings that were not sent or not understood yet, by the `keptAs` of the screen that shows them. */
export const keptRecordings = new Map<string, Blob>();

/** The first state of a screen. Where it was left with an unsent recording, it offers that again. */
export const firstState = (keptAs: string): VoiceState =>
  keptRecordings.has(keptAs)
    ? { phase: "kept", why: "This recording was not sent yet.", next: "send" }
    : { phase: "idle" };
