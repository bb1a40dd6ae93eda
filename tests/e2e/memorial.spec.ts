import { expect } from "@playwright/test";
import { expectAccessibleInBothThemes, expectFitsPhone } from "./support/accessible.ts";
import { makePet, openSetup, questionsOf, saveAnswer } from "./support/pets.ts";
import { ownerTest as test } from "./support/product.ts";
import { phone } from "./support/screens.ts";

test("a pet dies, its page is read without account and script, a guest writes, and the owner says yes [T153]", async ({
  browser,
  page,
  product: { url },
}) => {
  const id = await makePet({ page, url }, { name: "Miso" });
  const [question] = await questionsOf({ page, url });
  await saveAnswer({ page, url }, id, question?.id ?? "", "I was called Miso for the soup.");
  for (const text of ["I swam to the island and back.", "I stole a whole salmon."])
    await page.request.post(`${url}/api/agents/${id}/memories`, { data: { store: "pet", kind: "event", text } });
  const died = { diedOn: "2026-03-01", isAtRest: false };
  expect((await page.request.put(`${url}/api/agents/${id}/in-memory`, { data: died })).ok()).toBe(true);

  await openSetup({ page, url }, "Miso");
  await page.getByRole("link", { name: /^Memorial page/ }).click();
  await expect(page.getByRole("heading", { level: 1, name: "In memory of Miso" })).toBeVisible();
  await page.getByLabel("A few words about Miso").fill("Thirteen years of joy.");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Saved", { exact: true })).toBeVisible();
  const others = page.getByRole("list", { name: "Not shown" });
  const shown = page.getByRole("list", { name: "Shown on the page" }).getByRole("listitem");
  await others.getByRole("listitem", { name: "I swam" }).getByRole("button", { name: "Show on the page" }).click();
  await others
    .getByRole("listitem", { name: question?.question ?? "" })
    .getByRole("button")
    .click();
  await expect(shown).toHaveCount(2);
  const up = shown.last().getByRole("button", { name: "Move up" });
  await up.focus();
  await page.keyboard.press("Enter");
  await expect(shown.first()).toContainText("for the soup");
  await expect(shown.first().getByRole("button", { name: "Move up" })).toBeFocused();
  await expectAccessibleInBothThemes(page, "a memorial page that is made");
  await expectFitsPhone(page, "a memorial page that is made");

  await page.getByRole("button", { name: "Open the page" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Open the page" }).click();
  await expect(page.getByRole("img", { name: "QR code of the page in memory of Miso" })).toBeVisible();
  const link = await page.getByRole("textbox", { name: "Link to the page" }).inputValue();
  expect(link).toContain(`${url}/memorial/`);

  const nobody = { storageState: { cookies: [], origins: [] } };
  const guest = await browser.newPage({ ...phone, ...nobody, javaScriptEnabled: false });
  await guest.goto(link);
  await expect(guest.getByRole("heading", { level: 1 })).toHaveText("In memory of Miso");
  await expect(guest.getByText("Thirteen years of joy.")).toBeVisible();
  await expect(guest.getByRole("article").first()).toContainText("for the soup");
  await expect(guest.getByText("salmon")).toHaveCount(0);
  await guest.getByLabel("Your name").fill("Ana");
  await guest.getByLabel("Your words").fill("Best walks of my life.\nThank you, Miso.");
  await guest.getByRole("button", { name: "Leave these words" }).click();
  await expect(guest.getByRole("status")).toContainText("Thank you.");
  await expect(guest.getByText("Best walks")).toHaveCount(0);

  await page.reload();
  const book = page.getByRole("region", { name: "Guest book" });
  await expect(book.getByText("1 entry waits")).toBeVisible();
  await expectAccessibleInBothThemes(page, "a guest book in which words wait");
  await expectFitsPhone(page, "a guest book in which words wait");
  await book.getByRole("button", { name: "Approve" }).click();
  await expect(book.getByRole("button", { name: "Take off the page" })).toBeVisible();

  await guest.goto(link);
  await expect(guest.getByText("Best walks of my life.")).toBeVisible();
  const reader = await browser.newPage({ ...nobody, colorScheme: "dark", locale: "ar" });
  await reader.goto(link);
  await expect(reader.locator("html")).toHaveAttribute("dir", "rtl");
  await expectAccessibleInBothThemes(reader, "a memorial page in Arabic");
  await expectFitsPhone(reader, "a memorial page in Arabic");

  await page.getByRole("button", { name: "Close the page" }).click();
  await expect(page.getByRole("button", { name: "Open the page" })).toBeVisible();
  const closed = await reader.goto(link);
  expect(closed?.status()).toBe(404);
  await reader.close();
  await guest.close();
});
