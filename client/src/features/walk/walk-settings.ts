import { deviceSetting } from "@/lib/device-setting.ts";
import type { TalkOver } from "./walk-state.ts";

export const PAUSE_MS = { min: 300, max: 2000, step: 100, usual: 700 } as const;

/** The length of the silence that ends an utterance, in milliseconds. */
export const pauseLength = deviceSetting<number>("walk-pause-ms", (stored) => {
  const ms = Number(stored ?? PAUSE_MS.usual);
  return ms >= PAUSE_MS.min && ms <= PAUSE_MS.max ? ms : PAUSE_MS.usual;
});

/** Whether soft tones tell when the app listens; on by default. */
export const cueTones = deviceSetting<boolean>("walk-tones", (stored) => stored !== "false");

/**
 * Whether the microphone stays open while the pet speaks, so that one can talk over it. The speaker check switches it by how
 * much of the pet's voice the microphone hears.
 */
export const talkOver = deviceSetting<TalkOver>("walk-talk-over", (stored) => (stored === "on" ? "on" : "off"));
