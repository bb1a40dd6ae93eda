import { expect } from "@playwright/test";
import { expectAccessibleInBothThemes, expectFitsPhone } from "./support/accessible.ts";
import { heardOn, watchSound } from "./support/microphone.ts";
import { openChatOf, wakeVoice } from "./support/pets.ts";
import { administratorTest as test } from "./support/product.ts";

/** An emergency is met by plain help before the pet's own words, with nothing configured. */

test("an emergency gets plain help first, read aloud, and the chat's history keeps it apart", async ({
  page,
  product,
}) => {
  await wakeVoice({ page, url: product.url });
  await watchSound(page);
  await openChatOf(page, product.url);
  await expect(page.getByText("Tucker is an AI. It can be wrong.")).toBeVisible();
  const field = page.getByRole("textbox", { name: "Message to Tucker" });
  await field.fill("Help, my dog just ate a whole bar of dark chocolate!");
  await field.press("Enter");

  const reply = page.getByRole("article", { name: "Tucker" });
  await expect(reply.getByText("Help first")).toBeVisible();
  await expect(reply.getByText(/^This sounds like an emergency\. Please call your vet/)).toBeVisible();
  await expect.poll(async () => (await heardOn(page)).clips, { timeout: 30_000 }).toBeGreaterThan(0);
  await expectAccessibleInBothThemes(page, "help in an emergency");
  await expectFitsPhone(page, "help in an emergency");

  await page.goto(`${product.url}/app?tab=reporting`);
  await page.getByRole("button", { name: "View", exact: true }).first().click();
  const transcript = page.getByRole("dialog");
  await expect(transcript.getByText("Help first")).toBeVisible();
  await expectAccessibleInBothThemes(page, "help in a transcript", "[role=dialog]");
  await expectFitsPhone(page, "help in a transcript");
});
