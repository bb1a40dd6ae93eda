import { expect, type Page } from "@playwright/test";
import english from "#server/understanding/data/en/diary-questions.json" with { type: "json" };
import { expectAccessible, expectFitsPhone } from "./support/accessible.ts";
import { makePet, openSetup, questionsOf } from "./support/pets.ts";
import { ownerTest as test } from "./support/product.ts";

/** The diary as a talk with Will, in a real browser with a real voice. */

const card = (page: Page) => page.getByRole("region", { name: "Diary interview" });
const log = (page: Page) => page.getByRole("log", { name: "Interview with Will" });
const field = (page: Page) => card(page).getByRole("textbox");

/** How Will asks the seeded question of that number, from 1. */
const asked = (pet: string, number: number) => Object.values(english)[number - 1]?.about.replaceAll("{pet}", pet);

async function begin(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Try Interactive Mode" }).click();
  await expect(card(page)).toBeVisible();
}

test("Will greets, asks, saves each answer and goes on; a question can be skipped or gone back to", async ({
  page,
  product: { url },
}) => {
  const at = { page, url };
  const id = await makePet(at, { name: "Pip" });
  const second = (await questionsOf(at))[1]?.question;
  await openSetup(at, "Pip");
  await expect(page.getByRole("button", { name: "Save Changes" })).toBeVisible();
  // In a wide window the diary and Will are seen without scrolling.
  await page.evaluate(() => scrollTo(0, 0));
  await expect(page.getByRole("button", { name: "Try Interactive Mode" })).toBeInViewport({ ratio: 1 });
  await begin(page);
  await expect(page.getByRole("button", { name: "Save Changes" })).toHaveCount(0);
  await expect(log(page)).toContainText(`Hi, I'm Will! Let's fill in Pip's diary together.`);
  await expect(log(page)).toContainText(`Question 1: ${asked("Pip", 1)}`);
  const box = await card(page).boundingBox();
  expect(box?.height).toBe(600);
  await expectAccessible(page, "the interview");
  await expectFitsPhone(page, "the interview");

  // The focus comes by itself, a moment after the question.
  await expect(field(page)).toBeFocused();
  const send = card(page).getByRole("button", { name: "Send answer" });
  await expect(send).toBeDisabled();
  await page.keyboard.type("A ginger cat");
  await page.keyboard.press("Shift+Enter");
  await page.keyboard.type("of no known breed");
  await expect(field(page)).toHaveValue("A ginger cat\nof no known breed");
  await page.keyboard.press("Enter");
  await expect(log(page)).toContainText("A ginger cat\nof no known breed");
  await expect(log(page)).toContainText(`Question 2: ${asked("Pip", 2)}`);
  const saved = await page.request.get(`${url}/api/agents/${id}/diary/answers`);
  expect(await saved.json()).toMatchObject([{ answer: "A ginger cat\nof no known breed" }]);
  await expect(field(page)).toHaveValue("");
  await expect(card(page).getByText(/^1 of \d+ answered$/)).toBeVisible();

  await card(page).getByRole("button", { name: "Skip" }).click();
  await expect(log(page)).toContainText(`Question 3: ${asked("Pip", 3)}`);
  await card(page).getByRole("button", { name: "Previous" }).click();
  await expect(log(page).getByText(`Question 2: ${asked("Pip", 2)}`)).toHaveCount(2);

  await field(page).fill("What I am still writing");
  await card(page).getByRole("button", { name: "Exit" }).click();
  await expect(card(page)).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Try Interactive Mode" })).toBeFocused();
  await expect(page.getByText("A ginger cat")).toBeVisible();
  await expect(page.getByRole("textbox", { name: second ?? "" })).toHaveValue("What I am still writing");

  await begin(page);
  await expect(log(page)).toContainText("Welcome back!");
  await expect(log(page)).toContainText(`Question 2: ${asked("Pip", 2)}`);
});
