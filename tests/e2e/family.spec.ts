import { expect } from "@playwright/test";
import { expectAccessibleInBothThemes, expectFitsPhone } from "./support/accessible.ts";
import { signUpByLink } from "./support/invitation.ts";
import { ask } from "./support/journey.ts";
import { makePet, openSetup } from "./support/pets.ts";
import { ownerTest as test } from "./support/product.ts";
import { phone } from "./support/screens.ts";

test("an owner invites somebody, who signs up by the link on a phone, talks, and is removed [T152]", async ({
  browser,
  page,
  product: { url },
}) => {
  await makePet({ page, url }, { name: "Miso" });
  await openSetup({ page, url }, "Miso");
  await page.getByRole("link", { name: /^Family/ }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Miso's family" })).toBeVisible();
  await page.getByLabel(/What Miso calls them/).fill("Anna, my big girl");
  await expectAccessibleInBothThemes(page, "a family without people");
  await page.getByRole("button", { name: "Make a link" }).click();
  await expect(page.getByRole("img", { name: "QR code of the link to Miso" })).toBeVisible();
  const link = await page.getByRole("textbox", { name: "Link to Miso" }).inputValue();
  expect(link).toContain(`${url}/invitation#`);
  await expectAccessibleInBothThemes(page, "a new link");
  await expectFitsPhone(page, "a new link");
  await page.getByRole("button", { name: "Done" }).click();

  const guest = await browser.newPage({ ...phone, storageState: { cookies: [], origins: [] } });
  await guest.goto(link);
  await expect(guest.getByRole("heading", { level: 1 })).toHaveText("Robin invites you to meet Miso");
  await expect(guest.getByText("Hello, Anna, my big girl! I'm Miso.")).toBeVisible();
  await expect(guest.getByText("You may chat, speak and walk with Miso. Your chats are your own")).toBeVisible();
  expect(guest.url()).toBe(`${url}/invitation`);
  await expectAccessibleInBothThemes(guest, "an invitation");
  await signUpByLink(guest, { username: "anna-on-a-phone", firstName: "Anna" });
  await expect(guest.getByRole("heading", { level: 1 })).toHaveText("You are in Miso's family");
  await guest.getByRole("button", { name: "Talk with Miso" }).click();
  await ask(guest, "Hello Miso!");
  await expect(guest.getByRole("article", { name: "Miso" }).last()).toBeVisible();

  await page.reload();
  const people = page.getByRole("region", { name: "People" });
  const anna = people.getByRole("listitem").filter({ hasText: "Anna Walker" });
  await expect(anna).toContainText("1 chat, 1 message");
  await expect(anna).toContainText("Anna, my big girl");
  await anna.getByRole("button", { name: "Change" }).click();
  await expectAccessibleInBothThemes(page, "a family with people");
  await expectFitsPhone(page, "a family with people");
  await anna.getByRole("button", { name: "Cancel" }).click();
  await anna.getByRole("button", { name: "Remove" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Remove" }).click();
  await expect(anna).toBeHidden();

  const composer = guest.getByPlaceholder("Ask Miso...");
  await composer.fill("Are you still there?");
  await composer.press("Enter");
  // The first where the question comes after the removal, the second where it is under way by then.
  await expect(guest.getByText(/^Pet not found\.$|no longer there\.$/).first()).toBeVisible();
  await guest.goto(link);
  await expect(guest.getByRole("heading", { level: 1 })).toHaveText("This link leads nowhere");
  await expect(guest.getByRole("alert")).toContainText("Please ask Robin for a new one.");
  await guest.close();
});
