import { expect } from "@playwright/test";
import { expectAccessibleInBothThemes, expectFitsPhone } from "./support/accessible.ts";
import { signUpByLink } from "./support/invitation.ts";
import { ask } from "./support/journey.ts";
import { makePet } from "./support/pets.ts";
import { ownerTest as test } from "./support/product.ts";
import { phone } from "./support/screens.ts";

test.use(phone);

const MEMORY = "He stole a whole salmon from the Petersens' raft.";

test("somebody of the family contributes an answer and a memory on a phone; the owner approves one, declines one, and the pet says whose it is [T152]", async ({
  browser,
  page,
  product: { url },
}) => {
  const id = await makePet({ page, url }, { name: "Miso" });
  await page.goto(`${url}/family/${id}`);
  const contributions = page.getByRole("region", { name: "Contributions" });
  await expect(contributions.getByText("Nothing waits for you.")).toBeVisible();
  await page.getByLabel("They may").click();
  await page.getByRole("option", { name: "Contribute" }).click();
  await expect(page.getByText("They may talk with Miso, answer open questions of its diary, and add")).toBeVisible();
  await page.getByRole("button", { name: "Make a link" }).click();
  const link = await page.getByRole("textbox", { name: "Link to Miso" }).inputValue();

  const guest = await browser.newPage({ ...phone, storageState: { cookies: [], origins: [] } });
  await guest.goto(link);
  await expect(guest.getByText("You may talk with Miso, answer open questions")).toBeVisible();
  await signUpByLink(guest, { username: "anna-contributes", firstName: "Anna" });
  await guest.getByRole("button", { name: "Add what you know of Miso" }).click();
  const form = guest.getByRole("region", { name: "Contribute" });
  await expect(form.getByText("Somebody who looks after Miso reads it first.")).toBeVisible();
  await form.getByRole("button", { name: "Another question" }).click();
  await form.getByRole("textbox").fill("A squeaky hedgehog without ears.");
  await form.getByRole("button", { name: "Give this answer" }).click();
  await expect(form.getByText("What waits to be approved")).toBeVisible();
  await form.getByRole("tab", { name: "Add a memory" }).click();
  await form.getByLabel("What happened, in your words").fill(MEMORY);
  await form.getByLabel("Year").fill("2021");
  await expectAccessibleInBothThemes(guest, "a contribution");
  await expectFitsPhone(guest, "a contribution");
  await form.getByRole("button", { name: "Give this memory" }).click();
  await expect(form.getByRole("listitem")).toHaveCount(2);
  await expect(form.getByLabel("What happened, in your words")).toHaveValue("");

  await page.goto(`${url}/app?tab=setup`);
  await page.getByRole("button", { name: "Open menu" }).click();
  await expect(page.getByRole("link", { name: "Settings, 2 contributions wait" })).toBeVisible();
  await page.goto(`${url}/family/${id}`);
  const rows = contributions.getByRole("listitem");
  await expect(rows).toHaveCount(2);
  await expectAccessibleInBothThemes(page, "contributions that wait");
  await expectFitsPhone(page, "contributions that wait");
  await rows.filter({ hasText: MEMORY }).getByRole("button", { name: "Approve" }).click();
  await expect(rows).toHaveCount(1);
  await rows.getByRole("button", { name: "Decline" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Decline" }).click();
  await expect(contributions.getByText("Nothing waits for you.")).toBeVisible();
  await guest.reload();
  await expect(form.getByRole("tab", { name: "Answer a question" })).toBeVisible();
  await expect(form.getByText("What waits to be approved")).toBeHidden();
  await guest.close();

  await page.goto(`${url}/chat/${id}`);
  await ask(page, "What did you steal from the raft?");
  const reply = page.getByRole("article", { name: "Miso" }).last();
  await expect(reply).toContainText("Anna");
  await expect(reply).toContainText("He stole a whole salmon from the Petersens' raft (2021).");
});
