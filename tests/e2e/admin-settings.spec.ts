import { readFile } from "node:fs/promises";
import { expect, type Locator, type Page, test } from "@playwright/test";
import {
  expectDialog,
  expectMessage,
  openDashboard,
  openSettingsPart,
  rowOf,
  send,
  signInByCall,
} from "./support/administration.ts";
import { onPhoneToo } from "./support/screens.ts";
import { serving } from "./support/serving.ts";

const server = serving();
test.beforeEach(async ({ page }) => {
  await signInByCall(page.request, server.url);
});

const cardOf = (page: Page, title: string) => page.getByRole("region", { name: title });

test("the speaker link is checked, kept, and put back by Cancel", async ({ page }) => {
  await openDashboard(page, server.url, "settings");
  const card = cardOf(page, "Application Settings");
  await expect(card.getByText("Speaker Purchase Link (Amazon)")).toBeVisible();
  const edit = card.getByRole("button", { name: "Edit Link" });
  await edit.click();
  const input = card.getByRole("textbox", { name: "Speaker Purchase Link (Amazon)" });
  const before = await input.inputValue();
  const save = card.getByRole("button", { name: "Save" });
  await input.fill("   ");
  await save.click();
  await expectMessage(page, "Validation Error", "Speaker link cannot be empty");
  await expect(input).toHaveAttribute("aria-invalid", "true");
  await input.fill("not a link");
  await save.click();
  await expectMessage(page, "Validation Error", "Please enter a valid URL");
  await expect(input).toHaveValue("not a link");
  await card.getByRole("button", { name: "Cancel" }).click();
  await expect(card.getByText(before)).toBeVisible();
  await edit.click();
  await expect(input).toHaveValue(before);
  await input.fill("https://shop.example.com/collar-speaker");
  await save.click();
  await expectMessage(page, "Settings Updated", "Speaker purchase link has been updated successfully.");
  await expect(card.getByText("https://shop.example.com/collar-speaker")).toBeVisible();
  await expect(edit).toBeVisible();
});

test("promo codes are made, limited, switched off and deleted", async ({ page }) => {
  await openDashboard(page, server.url, "settings&part=promo-codes");
  const card = cardOf(page, "Promo Codes");
  await card.getByRole("button", { name: "Add Promo Code" }).click();
  let dialog = await expectDialog(page, "Create Promo Code");
  await dialog.getByLabel("Code").fill("PUPPIES-2026");
  await dialog.getByLabel("Number of uses").fill("0");
  await dialog.getByRole("button", { name: "Create Promo Code" }).click();
  await expect(dialog.getByLabel("Number of uses")).toHaveAttribute("aria-invalid", "true");
  await dialog.getByLabel("Number of uses").fill("3");
  await dialog.getByRole("button", { name: "Create Promo Code" }).click();
  await expectMessage(page, "Promo code created successfully", "PUPPIES-2026");
  await expect(dialog).toBeHidden();
  const row = rowOf(card.getByRole("list", { name: "Promo Codes" }), "PUPPIES-2026");
  await expect(row.getByText("0 of 3 uses")).toBeVisible();

  await row.getByRole("button", { name: "Edit" }).click();
  dialog = await expectDialog(page, "Edit Promo Code: PUPPIES-2026");
  await dialog.getByLabel("Description").fill("For the puppy class");
  await dialog.getByLabel("Last day").fill("2020-01-31");
  await dialog.getByRole("button", { name: "Update Promo Code" }).click();
  await expect(row.getByText("Expired")).toBeVisible();
  await expect(row.getByText("For the puppy class")).toBeVisible();

  await row.getByRole("switch").click();
  await expect(row.getByText("Off", { exact: true })).toBeVisible();
  await row.getByRole("button", { name: "Delete" }).click();
  dialog = await expectDialog(page, "Delete Promo Code", "alertdialog");
  await dialog.getByRole("button", { name: "Delete Promo Code" }).click();
  await expect(row).toBeHidden();
});

onPhoneToo(
  test,
  "diary questions are added, worded anew, put in another order and switched off",
  async ({ page, isMobile }) => {
    const place = isMobile ? "pond" : "puddle";
    const [asked, reworded] = [`Which ${place} is my favourite?`, `Which ${place} do I like best?`];
    await openDashboard(page, server.url, "settings&part=diary-questions");
    const card = cardOf(page, "Diary Questions");
    const list = card.getByRole("list", { name: "Diary Questions" });
    await card.getByRole("button", { name: "Add Question" }).click();
    let dialog = await expectDialog(page, "Add Diary Question");
    await dialog.getByRole("button", { name: "Add Question" }).click();
    await expect(dialog.getByLabel("Question")).toHaveAttribute("aria-invalid", "true");
    await dialog.getByLabel("Question").fill(asked);
    await dialog.getByRole("button", { name: "Add Question" }).click();
    await expect(dialog).toBeHidden();
    const added = rowOf(list, asked);
    await added.getByRole("button", { name: "Edit" }).click();
    dialog = await expectDialog(page, "Edit Diary Question");
    await dialog.getByLabel("Question").fill(reworded);
    await dialog.getByRole("button", { name: "Update Question" }).click();
    await expect(dialog).toBeHidden();

    const row = rowOf(list, reworded);
    await row.getByRole("switch", { name: "Asked" }).click();
    await expect(row.getByText("Off", { exact: true })).toBeVisible();
    expect(await askedOf(page)).not.toContain(reworded);

    const [first = "", second = "", third = ""] = await askedOf(page);
    await list.evaluate((element) => element.scrollTo(0, 0));
    const down = rowOf(list, first).getByRole("button", { name: "Move down" });
    await down.focus();
    await page.keyboard.press("Enter");
    await expect.poll(async () => (await askedOf(page)).slice(0, 3)).toEqual([second, first, third]);
    await expect(card.getByRole("status")).toHaveText(`${first} is now number 2`);
    await expect(down).toBeFocused();

    await drag(page, rowOf(list, third), rowOf(list, second), isMobile);
    await expect.poll(async () => (await askedOf(page)).slice(0, 3)).toEqual([third, second, first]);
  },
);

/** What owners are asked, in the order of the server. */
async function askedOf(page: Page): Promise<string[]> {
  const questions: { question: string }[] = await (await page.request.get(`${server.url}/api/diary/questions`)).json();
  return questions.map(({ question }) => question);
}

/** By the handle, with the mouse or a finger. */
async function drag(page: Page, row: Locator, onto: Locator, byFinger: boolean): Promise<void> {
  const handle = row.getByTitle("Drag to reorder");
  await handle.scrollIntoViewIfNeeded();
  const [from, to] = [await centreOf(handle), await centreOf(onto.getByTitle("Drag to reorder"))];
  if (!byFinger) {
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    await page.mouse.move(to.x, to.y, { steps: 5 });
    await page.mouse.up();
    return;
  }
  const devices = await page.context().newCDPSession(page);
  await devices.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: [from] });
  for (const part of [0.25, 0.5, 0.75, 1])
    await devices.send("Input.dispatchTouchEvent", {
      type: "touchMove",
      touchPoints: [{ x: from.x, y: from.y + (to.y - from.y) * part }],
    });
  await devices.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
}

async function centreOf(locator: Locator): Promise<{ x: number; y: number }> {
  const { x, y, width, height } = (await locator.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  return { x: x + width / 2, y: y + height / 2 };
}

test("engines are tried out, use is counted and limited, and the log tells of all of it", async ({ page }) => {
  const { agents } = await (await page.request.get(`${server.url}/api/agents`)).json();
  await send(page.request, `${server.url}/api/agents/${agents[0].id}/chat`, {
    message: "Do you like the sea?",
    generateAudio: false,
  });
  await openDashboard(page, server.url, "settings");
  const engines = await openSettingsPart(page, "Engines");
  for (const name of ["Language model", "Files", "Database"]) {
    await engines.getByRole("button", { name: `Test ${name}` }).click();
    await expect(
      engines
        .locator("div")
        .filter({ hasText: name })
        .last()
        .getByText(/^Works after [\d,]+ ms\. It /),
    ).toBeVisible();
  }
  await engines.getByRole("button", { name: "Test Speech recognition" }).click();
  await expect(engines.getByText(/^Failed after [\d,]+ ms\. /)).toBeVisible();

  const usage = await openSettingsPart(page, "Usage");
  await expect(usage.getByRole("button", { name: "Messages 1" })).toHaveAttribute("aria-pressed", "true");
  await usage.getByRole("button", { name: "Show as Table" }).click();
  await expect(usage.getByRole("table", { name: "Usage by day" }).getByRole("row")).toHaveCount(31);
  await usage.getByRole("combobox", { name: "Period" }).click();
  await page.getByRole("option", { name: "Last 7 days" }).click();
  await expect(usage.getByRole("table", { name: "Usage by day" }).getByRole("row")).toHaveCount(8);
  const user = usage.getByRole("list", { name: "Usage by user" }).getByRole("listitem").first();
  await user.getByRole("button", { name: "Show Days" }).click();
  await expect(usage.getByText(/^Only /)).toBeVisible();
  await usage.getByRole("button", { name: "Show All Users" }).click();
  await expect(usage.getByText(/^Only /)).toBeHidden();

  const limits = await openSettingsPart(page, "Daily Limits");
  const viewer = rowOf(limits.getByRole("list", { name: "Daily Limits" }), "viewer");
  await expect(viewer.getByText("No limits")).toBeVisible();
  await viewer.getByRole("button", { name: "Edit Limits" }).click();
  const dialog = await expectDialog(page, "Daily Limits for Role: viewer");
  await dialog.getByLabel("Messages").fill("many");
  await dialog.getByRole("button", { name: "Save Limits" }).click();
  await expect(dialog.getByLabel("Messages")).toHaveAttribute("aria-invalid", "true");
  await dialog.getByLabel("Messages").fill("50");
  await dialog.getByRole("button", { name: "Save Limits" }).click();
  await expect(viewer.getByText("At most 50 messages a day")).toBeVisible();

  const log = await openSettingsPart(page, "Audit Log");
  const entries = log.getByRole("list", { name: "Audit Log" }).getByRole("listitem");
  await expect(entries.first()).toContainText("Changed a role's daily limits: viewer");
  await log.getByRole("combobox", { name: "What" }).click();
  await page.getByRole("option", { name: "Tested an engine" }).click();
  await expect(log.getByRole("heading", { name: "Audit Log (4)" })).toBeVisible();
  await log.getByLabel("Search the log").fill("administrator");
  await expect(log.getByRole("heading", { name: "Audit Log (4)" })).toBeVisible();
  await log.getByLabel("To").fill("2020-12-31");
  await expect(log.getByText("No entries found")).toBeVisible();
  await log.getByLabel("To").fill("");
  await expect(entries).toHaveCount(4);
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    log.getByRole("link", { name: "Download CSV" }).click(),
  ]);
  expect(download.suggestedFilename()).toBe("audit-log.csv");
  const lines = (await readFile(await download.path(), "utf8")).trim().split("\r\n");
  expect(lines).toHaveLength(5);
  expect(lines[1]).toContain("engine.test");
});
