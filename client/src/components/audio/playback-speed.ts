import { deviceSetting } from "@/lib/device-setting.ts";

export const SPEEDS = [0.75, 1, 1.25, 1.5] as const;

/** The playback rate of voices on this device; 1 is normal speed. */
export const playbackSpeed = deviceSetting<number>(
  "voice-speed",
  (stored) => SPEEDS.find((speed) => speed === Number(stored)) ?? 1,
);
