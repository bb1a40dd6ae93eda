import { AxeBuilder } from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";

/** No violation, nothing wider than the window. Only what lies in `within` is looked at, which is much quicker. */
export async function expectAccessible(page: Page, name: string, within = "body"): Promise<void> {
  await settled(page);
  expect(await violationsOf(axeOf(page, within)), name).toEqual([]);
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(overflow, `${name} scrolls sideways`).toBeLessThanOrEqual(0);
}

/** As `expectAccessible`, and the colours of the other theme as well: nothing but they depend on it. */
export async function expectAccessibleInBothThemes(page: Page, name: string, within = "body"): Promise<void> {
  await page.emulateMedia({ colorScheme: "light" });
  await expectAccessible(page, name, within);
  await page.emulateMedia({ colorScheme: "dark" });
  await expect(page.locator("html")).toHaveClass(/dark/);
  await settled(page);
  expect(await violationsOf(axeOf(page, within).withRules("color-contrast")), `${name}, dark`).toEqual([]);
}

/** Rules about the page as a whole hold for the whole only. */
const axeOf = (page: Page, within: string): AxeBuilder =>
  within === "body" ? new AxeBuilder({ page }) : new AxeBuilder({ page }).include(within);

async function violationsOf(axe: AxeBuilder): Promise<string[]> {
  const { violations } = await axe.analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(" | ")}`);
}

/** Colours in the middle of a transition are nobody's. */
const settled = (page: Page) =>
  page.waitForFunction(() =>
    document
      .getAnimations()
      .every(
        (animation) =>
          animation.playState !== "running" || animation.effect?.getTiming().iterations === Number.POSITIVE_INFINITY,
      ),
  );
