import { devices } from "@playwright/test";

const { isMobile, hasTouch, userAgent } = devices["Pixel 7"];
/**
 * A phone, for layout, touch, voice and the keyboard. With all motion, which is left out elsewhere; without a phone's fine
 * dots, which only cost time to draw.
 */
export const phone = { isMobile, hasTouch, userAgent, viewport: { width: 390, height: 844 }, contextOptions: {} };
