import { expect, type Page } from "@playwright/test";
import { expectAccessible, expectAccessibleInBothThemes, expectFitsPhone } from "./support/accessible.ts";
import { ask } from "./support/journey.ts";
import { loadPet, makePet, openSetup, questionsOf, saveAnswer } from "./support/pets.ts";
import { ownerTest as test } from "./support/product.ts";

/** What a pet makes up, and how it becomes a memory. */

const KITE = "Have you ever flown a kite in Norway?";
const OLAV = "Once, with Uncle Olav, and it pulled me into the fjord.";

const reply = (page: Page) => page.getByRole("article", { name: "Biscuit" }).last();
const teaching = (page: Page) => reply(page).getByRole("button", { name: "Teach Biscuit" });
const openQuestions = (page: Page) => page.getByRole("region", { name: /^What Biscuit could not answer/ });

async function chatWithNewPet(page: Page, url: string): Promise<void> {
  await makePet({ page, url }, { name: "Biscuit" });
  await page.goto(`${url}/app?tab=setup`);
  await loadPet(page, "Biscuit");
}

async function expectRemembered(page: Page): Promise<void> {
  await ask(page, KITE);
  await expect(reply(page)).toContainText(OLAV);
  await expect(teaching(page)).toHaveCount(0);
  await reply(page).getByRole("button", { name: KITE }).click();
  await expect(page.getByRole("dialog", { name: "Pet diary" })).toContainText(OLAV);
  await page.keyboard.press("Escape");
}

test("what the pet could not answer can be taught at once, or answered from the owner's list, and remembered", async ({
  page,
  product: { url },
}) => {
  await chatWithNewPet(page, url);
  await ask(page, KITE);
  await expect(teaching(page)).toBeVisible();
  await expectAccessibleInBothThemes(page, "a reply to what the pet does not know");
  await expectFitsPhone(page, "a reply to what the pet does not know");

  await openSetup({ page, url }, "Biscuit");
  const question = openQuestions(page).getByRole("listitem").filter({ hasText: KITE });
  await expect(question).toContainText("Asked once, by you");
  await expectAccessibleInBothThemes(page, "what the pet could not answer");
  await expectFitsPhone(page, "what the pet could not answer");
  await question.getByRole("button", { name: "Put aside" }).click();
  await expect(question).toHaveCount(0);
  await page.getByRole("button", { name: "Undo" }).click();
  await question.getByRole("button", { name: "Answer" }).click();
  const dialog = page.getByRole("dialog", { name: "Answer the question" });
  await expect(dialog.getByLabel("Question")).toHaveValue(KITE);
  await expect(dialog.getByLabel("Biscuit's answer")).toBeFocused();
  await expectAccessible(page, "an answer to an open question");
  await expectFitsPhone(page, "an answer to an open question");
  await page.keyboard.type(OLAV);
  await dialog.getByRole("button", { name: "Save to the diary" }).click();
  await expect(page.getByText("From now on Biscuit remembers it.", { exact: true })).toBeVisible();
  await expect(openQuestions(page)).toContainText("Nothing is open.");

  await page.goto(`${url}/app?tab=chat`);
  await expectRemembered(page);
});

test("a reply from the diary that its owner says was wrong is put right in the chat", async ({
  page,
  product: { url },
}) => {
  const petId = await makePet({ page, url }, { name: "Biscuit" });
  const size = (await questionsOf({ page, url })).find(({ question }) => question.includes("weigh"));
  await saveAnswer({ page, url }, petId, size?.id ?? "", "I weigh 4.2 kilos.");
  await page.goto(`${url}/app?tab=setup`);
  await loadPet(page, "Biscuit");
  await ask(page, "How much do you weigh?");
  await ask(page, "No, that was wrong: I weigh 5 kilos now.");
  const card = page.getByRole("region", { name: /^Change the answer to/ });
  await expect(card).toContainText("I weigh 4.2 kilos.");
  await expectAccessibleInBothThemes(page, "a change of the diary that is offered");
  await expectFitsPhone(page, "a change of the diary that is offered");
  await card.getByRole("button", { name: "Change the answer" }).click();
  await expect(card).toContainText("The diary says that now.");
  await page.reload();
  await expect(reply(page)).toBeVisible();
  await expect(card).toHaveCount(0);
  await ask(page, "How much do you weigh?");
  await expect(reply(page)).toContainText("5 kilos");
});
