import { expect, type Page } from "@playwright/test";
import axe from "axe-core";

/** No violation, nothing wider than the window. Only what lies in `within` is looked at, which is much quicker. */
export async function expectAccessible(page: Page, name: string, within = "body"): Promise<void> {
  await settled(page);
  expect(await violationsOf(page, within), name).toEqual([]);
  await expectNoSidewaysScroll(page, name);
}

/** As `expectAccessible`, but for colors: they are the same in every language, and take the most time. */
export async function expectAccessibleWords(page: Page, name: string): Promise<void> {
  await settled(page);
  expect(await violationsOf(page, "body", { rules: { "color-contrast": { enabled: false } } }), name).toEqual([]);
  await expectNoSidewaysScroll(page, name);
}

/** As `expectAccessible`, and the colors of the other theme as well: nothing but they depend on it. */
export async function expectAccessibleInBothThemes(page: Page, name: string, within = "body"): Promise<void> {
  await expectAccessible(page, name, within);
  const isDark = await page.evaluate(() => matchMedia("(prefers-color-scheme: dark)").matches);
  const other = isDark ? "light" : "dark";
  await switchTheme(page, other);
  await settled(page);
  expect(await violationsOf(page, within, { runOnly: ["color-contrast"] }), `${name}, ${other}`).toEqual([]);
}

/**
 * At once: a transition of every color on the screen takes seconds on a busy machine. The document stays without them,
 * because to take them away and give them back are two more styles for each element.
 */
async function switchTheme(page: Page, colorScheme: "light" | "dark"): Promise<void> {
  await page.evaluate(() => {
    if (document.adoptedStyleSheets.length > 0) return;
    const sheet = new CSSStyleSheet();
    sheet.replaceSync("*, ::before, ::after { transition: none !important }");
    document.adoptedStyleSheets = [sheet];
  });
  await page.emulateMedia({ colorScheme });
  await expect
    .poll(() => page.evaluate((query) => matchMedia(query).matches, `(prefers-color-scheme: ${colorScheme})`))
    .toBe(true);
}

async function expectNoSidewaysScroll(page: Page, name: string): Promise<void> {
  const overflow = () =>
    page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  // A screen that was made narrow just now may first have to be drawn anew.
  await expect.poll(overflow, { message: `${name} scrolls sideways` }).toBeLessThanOrEqual(0);
}

/** What is open now, in windows as wide as the usual and the smallest phone's: for a screen whose test isn't run on a phone. */
export async function expectFitsPhone(page: Page, name: string): Promise<void> {
  const size = page.viewportSize();
  for (const width of [390, 320]) {
    await page.setViewportSize({ width, height: 844 });
    await expectNoSidewaysScroll(page, `${name}, in ${width} px,`);
  }
  if (size !== null) await page.setViewportSize(size);
}

/** By axe, which is put into each document once; only what is wrong is described. */
async function violationsOf(page: Page, within: string, chosen: axe.RunOptions = {}): Promise<string[]> {
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axe.source);
  // Rules about the page as a whole hold for the whole only.
  const context = within === "body" ? "document" : JSON.stringify({ include: [[within]] });
  // Of what it loads beforehand, no rule that is on reads the style sheets.
  const all = { resultTypes: ["violations"], preload: { assets: ["media"] } };
  const options = JSON.stringify({ ...all, ...chosen });
  const violations = await page.evaluate<axe.AxeResults["violations"]>(
    `axe.run(${context}, ${options}).then(({ violations }) => violations)`,
  );
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(" | ")}`);
}

/**
 * Waits for the end of transitions, because colors within one belong to no theme, and then for what the page does once it
 * has been laid out: an observer of sizes sets an attribute in the frame after.
 */
async function settled(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    document
      .getAnimations()
      .every(
        (animation) =>
          animation.playState !== "running" || animation.effect?.getTiming().iterations === Number.POSITIVE_INFINITY,
      ),
  );
  await page.evaluate(async () => {
    for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame);
    await new Promise((resolve) => setTimeout(resolve));
  });
}
