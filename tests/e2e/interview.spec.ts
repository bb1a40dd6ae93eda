import { expect, type Page } from "@playwright/test";
import english from "#server/understanding/data/en/diary-questions.json" with { type: "json" };
import { expectAccessible, expectFitsPhone } from "./support/accessible.ts";
import { makePet, openSetup, questionsOf, saveAnswer } from "./support/pets.ts";
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

test("a failed save keeps the text, and a failed reply goes on to the next question", async ({
  page,
  product: { url },
}) => {
  const at = { page, url };
  const id = await makePet(at, { name: "Moss" });
  await openSetup(at, "Moss");
  await begin(page);
  const answers = `**/api/agents/${id}/diary/answers`;
  await page.route(answers, (route) =>
    route.request().method() === "POST"
      ? route.fulfill({ status: 503, json: { error: "The database is resting", code: "unavailable" } })
      : route.fallback(),
  );
  await page.route("**/api/help-assistant", (route) => route.abort());
  await field(page).fill("A tabby");
  await field(page).press("Enter");
  await expect(page.getByText("Error saving answer", { exact: true })).toBeVisible();
  await expect(page.getByText("Please try again", { exact: true })).toBeVisible();
  await expect(field(page)).toHaveValue("A tabby");
  await page.unroute(answers);
  await card(page).getByRole("button", { name: "Send answer" }).click();
  await expect(log(page)).toContainText(`Question 2: ${asked("Moss", 2)}`);
});

test("a voice that fails is turned off with a word, and can be turned on again", async ({ page, product: { url } }) => {
  const at = { page, url };
  await makePet(at, { name: "Echo" });
  await page.route("**/api/test-voice", (route) =>
    route.fulfill({ status: 503, json: { error: "No voice", code: "unavailable" } }),
  );
  await openSetup(at, "Echo");
  await begin(page);
  const voice = card(page).getByRole("button", { name: "Will's voice" });
  await expect(page.getByText("Voice synthesis unavailable", { exact: true })).toBeVisible();
  await expect(page.getByText("Continuing in text-only mode", { exact: true })).toBeVisible();
  await expect(voice).toHaveAttribute("aria-pressed", "false");
  await expect(log(page)).toContainText("Question 1: ");

  await page.unroute("**/api/test-voice");
  await voice.click();
  await expect(voice).toHaveAttribute("aria-pressed", "true");
  const [spoken] = await Promise.all([
    page.waitForResponse((response) => response.url().endsWith("/api/test-voice")),
    card(page).getByRole("button", { name: "Skip" }).click(),
  ]);
  expect(spoken.ok()).toBe(true);
  await expect(voice).toHaveAttribute("aria-pressed", "true");
});

test("it ends with a congratulation, and a full diary has nothing left to ask", async ({ page, product: { url } }) => {
  const at = { page, url };
  const id = await makePet(at, { name: "Juno" });
  const questions = await questionsOf(at);
  for (const { id: questionId } of questions.slice(0, -1)) await saveAnswer(at, id, questionId, "Yes.");
  await openSetup(at, "Juno");
  await begin(page);
  await expect(log(page)).toContainText(`Question ${questions.length}: ${asked("Juno", questions.length)}`);
  await field(page).fill("The end.");
  await field(page).press("Enter");
  await expect(log(page)).toContainText("Congratulations! That was the last question");
  await expect(field(page)).toBeDisabled();
  await expect(card(page).getByRole("button", { name: "Send answer" })).toBeDisabled();
  await expectAccessible(page, "its end");
  await expectFitsPhone(page, "its end");
  await card(page).getByRole("button", { name: "Back to Regular Diary" }).click();
  await expect(page.getByText("100% complete")).toBeVisible();

  await begin(page);
  await expect(log(page)).toContainText(`All questions are answered: Juno's diary is complete!`);
  await card(page).getByRole("button", { name: "Exit" }).click();
  await expect(card(page)).toHaveCount(0);
});
