import { deviceSetting } from "@/lib/device-setting.ts";

/** Whether replies are read aloud on this device; on by default. */
export const readAloud = deviceSetting<boolean>("read-replies-aloud", (stored) => stored !== "false");

/**
 * Whether a reply is spoken sentence by sentence while it is being made, and not as one clip after it; off by default.
 */
export const speakAtOnce = deviceSetting<boolean>("speak-at-once", (stored) => stored === "true");
