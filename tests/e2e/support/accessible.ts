import { AxeBuilder } from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";

/** No violation, nothing wider than the window. */
export async function expectAccessible(page: Page, name: string): Promise<void> {
  await settled(page);
  expect(await violationsOf(new AxeBuilder({ page })), name).toEqual([]);
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(overflow, `${name} scrolls sideways`).toBeLessThanOrEqual(0);
}

/** As `expectAccessible`, and the colours of the other theme as well: nothing but they depend on it. */
export async function expectAccessibleInBothThemes(page: Page, name: string): Promise<void> {
  await page.emulateMedia({ colorScheme: "light" });
  await expect(page.locator("html")).not.toHaveClass(/dark/);
  await expectAccessible(page, name);
  await page.emulateMedia({ colorScheme: "dark" });
  await expect(page.locator("html")).toHaveClass(/dark/);
  await settled(page);
  expect(await violationsOf(new AxeBuilder({ page }).withRules("color-contrast")), `${name}, dark`).toEqual([]);
}

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
