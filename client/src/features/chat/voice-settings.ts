import { deviceSetting } from "@/lib/device-setting.ts";

/** Whether replies are spoken on this device; they are until someone says no. */
export const readAloud = deviceSetting<boolean>("read-replies-aloud", (stored) => stored !== "false");

/** Whether a reply is spoken sentence by sentence while it is still written, and not in one piece after it. */
export const speakAtOnce = deviceSetting<boolean>("speak-at-once", (stored) => stored === "true");
