import { expect } from "@playwright/test";
import { expectAccessibleInBothThemes, expectFitsPhone } from "./support/accessible.ts";
import { ask } from "./support/journey.ts";
import { makePet, openSetup } from "./support/pets.ts";
import { ownerTest as test } from "./support/product.ts";

/** What happened in a pet's life, beside its diary. */

test("a memory of the pet's life is written down, told, and corrected where it was told", async ({
  page,
  product: { url },
}) => {
  await makePet({ page, url }, { name: "Biscuit" });
  await openSetup({ page, url }, "Biscuit");
  const card = page.getByRole("region", { name: /^Pet Memories/ });
  await card.getByRole("button", { name: /^Pet Memories/ }).click();
  await expect(card).toContainText("Biscuit has no memories beside its diary yet.");
  await card.getByRole("button", { name: "Add Memory" }).click();
  await card.getByLabel("What happened, as your pet would tell it").fill("I stole a whole salmon from the raft.");
  await card.getByLabel("Year").fill("2021");
  await card.getByRole("combobox", { name: "Month" }).click();
  await page.getByRole("option", { name: "June" }).click();
  await expectAccessibleInBothThemes(page, "a memory of the pet as it is written");
  await expectFitsPhone(page, "a memory of the pet as it is written");
  await card.getByRole("button", { name: "Save" }).click();
  await expect(card.getByRole("listitem")).toContainText("June 2021");
  await expectAccessibleInBothThemes(page, "the memories of a pet");
  await expectFitsPhone(page, "the memories of a pet");

  await page.goto(`${url}/app?tab=chat`);
  await ask(page, "What did you steal from the raft?");
  const reply = page.getByRole("article", { name: "Biscuit" }).last();
  await expect(reply).toContainText("I stole a whole salmon from the raft (June 2021).");
  await reply.getByRole("button", { name: "from a memory" }).click();
  const dialog = page.getByRole("dialog", { name: "From a memory" });
  await expectAccessibleInBothThemes(page, "the memory behind a chip");
  await dialog.getByRole("button", { name: "Correct" }).click();
  await dialog.getByRole("textbox").fill("I stole a whole cake from the raft.");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog.getByText("I stole a whole cake from the raft.")).toBeVisible();
});
