import { deviceSetting } from "@/lib/device-setting.ts";

export const PAUSE_MS = { min: 300, max: 1500, step: 100, usual: 700 } as const;

/** The length of the silence that ends an utterance, in milliseconds. */
export const pauseLength = deviceSetting<number>("walk-pause-ms", (stored) => {
  const ms = Number(stored ?? PAUSE_MS.usual);
  return ms >= PAUSE_MS.min && ms <= PAUSE_MS.max ? ms : PAUSE_MS.usual;
});

/** Whether soft tones tell when the app listens; on by default. */
export const cueTones = deviceSetting<boolean>("walk-tones", (stored) => stored !== "false");
