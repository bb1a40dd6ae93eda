import { deviceSetting } from "@/lib/device-setting.ts";

export const SPEEDS = [0.75, 1, 1.25, 1.5] as const;

/** How fast voices are played on this device; 1 is as they were spoken. */
export const playbackSpeed = deviceSetting<number>(
  "voice-speed",
  (stored) => SPEEDS.find((speed) => speed === Number(stored)) ?? 1,
);
