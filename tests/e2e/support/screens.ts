import { devices, type TestDetails } from "@playwright/test";

const { isMobile, hasTouch, userAgent } = devices["Pixel 7"];
/** With all motion, which is left out elsewhere; without a phone's fine dots, which only cost time to draw. */
const phone = { isMobile, hasTouch, userAgent, viewport: { width: 390, height: 844 }, contextOptions: {} };

interface Tests<Run> {
  (title: string, details: TestDetails, run: Run): void;
  describe(title: string, declare: () => void): void;
  use(options: typeof phone): void;
}

/**
 * A test that runs on the desktop and then on a phone, in the same browser and with the same server: what it makes needs
 * another name there (`isMobile`).
 */
export function onPhoneToo<Run>(test: Tests<Run>, title: string, run: Run): void {
  test(title, {}, run);
  test.describe("on a phone", () => {
    test.use(phone);
    test(title, {}, run);
  });
}
