import { readFile } from "node:fs/promises";
import { expect, type Locator, type Page } from "@playwright/test";
import {
  chooseTab,
  DEMO_PET,
  expectDialog,
  expectMessage,
  openDashboard,
  openSettingsPart,
  rowOf,
  send,
  signInByCall,
} from "./support/administration.ts";
import { administratorTest as test } from "./support/product.ts";
import { phone } from "./support/screens.ts";

/** One way through the dashboard. What each tab does is in the tests beside it, under client/src/features/admin. */

test("a user is added, given a role and a pet, their chat is read and deleted, and the log tells of it", async ({
  page,
  context,
  playwright,
  product: { url },
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"], { origin: url });
  await openDashboard(page, url);
  const users = page.getByRole("tabpanel", { name: "Users" });
  await users.getByRole("button", { name: "Add User" }).click();
  let dialog = await expectDialog(page, "Create New User");
  await dialog.getByLabel("Email").fill("nora@example.com");
  await dialog.getByLabel("First Name").fill("Nora");
  await dialog.getByLabel("Last Name").fill("Meadow");
  await dialog.getByRole("button", { name: "Create User" }).click();
  dialog = await expectDialog(page, "Default password for Nora Meadow");
  const password = await dialog.getByRole("textbox", { name: "Default Password" }).inputValue();
  await expectMessage(page, "User created successfully", `${password} (copied to clipboard)`);
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(password);
  await dialog.getByRole("button", { name: "Done" }).click();
  await users.getByRole("searchbox", { name: "Search users" }).fill("meadow");
  await expect(users.getByRole("heading", { name: "Users (1)" })).toBeVisible();
  const user = rowOf(users.getByRole("list", { name: "Users" }), "Nora Meadow");
  const [username = ""] = (await user.getByText(/^@/).textContent())?.match(/[^@\s]+/) ?? [];
  await user.getByRole("button", { name: "Roles" }).click();
  dialog = await expectDialog(page, "Manage Roles for nora@example.com");
  await rowOf(dialog, "Talks with the pets that were shared").getByRole("button", { name: "Assign" }).click();
  await expectMessage(page, "Role assigned successfully");
  await dialog.getByRole("button", { name: "Done" }).click();
  await expect(user.getByText("viewer", { exact: true })).toBeVisible();

  const access = await chooseTab(page, "Agent Access");
  const person = access.getByRole("combobox", { name: "User" });
  await person.click();
  await person.fill("meadow");
  await expect(page.getByRole("option")).toHaveText([/Nora Meadow.*nora@example\.com/]);
  await person.press("Enter");
  await access.getByRole("combobox", { name: "Agent" }).click();
  await page.getByRole("option", { name: DEMO_PET }).first().click();
  await access.getByRole("button", { name: "Grant Access" }).click();
  await expectMessage(page, "User access granted successfully");

  const visitor = await playwright.request.newContext({ storageState: { cookies: [], origins: [] } });
  await signInByCall(visitor, url, username, password);
  const change = { currentPassword: password, newPassword: "Brave-Umbrella-2026!" };
  await send(visitor, `${url}/api/auth/change-password`, change);
  const { agents } = await (await visitor.get(`${url}/api/agents`)).json();
  const question = { message: "What do you think of umbrellas?", generateAudio: false };
  await send(visitor, `${url}/api/agents/${agents[0].id}/chat`, question);

  const chats = await chooseTab(page, "Chat Sessions");
  await chats.getByRole("searchbox", { name: "Search chat sessions" }).fill("umbrellas");
  await chats.getByRole("button", { name: "Search" }).click();
  await expectMessage(page, "Search completed");
  const list = chats.getByRole("list", { name: "Chat Sessions" });
  await expect(list.locator("mark").first()).toHaveText("umbrellas");
  const chat = rowOf(list, "Nora Meadow");
  await chat.getByRole("button", { name: "View" }).click();
  dialog = await expectDialog(page, `Chat with ${DEMO_PET}`);
  await expect(dialog.getByText("That you read it is noted in the audit log.")).toBeVisible();
  await dialog.getByRole("button", { name: "Done" }).click();
  await chat.getByRole("button", { name: "Delete" }).click();
  dialog = await expectDialog(page, "Delete Chat Session", "alertdialog");
  await dialog.getByRole("button", { name: "Delete Session" }).click();
  await expectMessage(page, "Chat session deleted successfully");
  expect((await (await visitor.get(`${url}/api/admin/chat-sessions`)).json()).sessions).toEqual([]);
  await visitor.dispose();

  await chooseTab(page, "Settings");
  const log = await openSettingsPart(page, "Audit Log");
  await log.getByLabel("Search the log").fill(username);
  const entries = log.getByRole("list", { name: "Audit Log" }).getByRole("listitem");
  await expect(entries.filter({ hasText: username }).first()).toBeVisible();
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    log.getByRole("link", { name: "Download CSV" }).click(),
  ]);
  expect(download.suggestedFilename()).toBe("audit-log.csv");
  expect(await readFile(await download.path(), "utf8")).toContain(username);
});

test.describe("on a phone", () => {
  test.use(phone);

  test("diary questions are added, worded anew, and put in another order by finger and by key", async ({
    page,
    product: { url },
  }) => {
    const [asked, reworded] = ["Which pond is my favourite?", "Which pond do I like best?"];
    await openDashboard(page, url, "settings&part=diary-questions");
    const card = page.getByRole("region", { name: "Diary Questions" });
    const list = card.getByRole("list", { name: "Diary Questions" });
    await card.getByRole("button", { name: "Add Question" }).click();
    let dialog = await expectDialog(page, "Add Diary Question");
    await dialog.getByLabel("Question").fill(asked);
    await dialog.getByRole("button", { name: "Add Question" }).click();
    await expect(dialog).toBeHidden();
    await rowOf(list, asked).getByRole("button", { name: "Edit" }).click();
    dialog = await expectDialog(page, "Edit Diary Question");
    await dialog.getByLabel("Question").fill(reworded);
    await dialog.getByRole("button", { name: "Update Question" }).click();
    await expect(dialog).toBeHidden();
    await rowOf(list, reworded).getByRole("switch", { name: "Asked" }).click();
    await expect(rowOf(list, reworded).getByText("Off", { exact: true })).toBeVisible();
    expect(await askedOf(page, url)).not.toContain(reworded);

    // Other tests of this server ask in the order of the seed, which is there again at the end.
    const [first = "", second = ""] = await askedOf(page, url);
    await list.evaluate((element) => element.scrollTo(0, 0));
    await dragByFinger(page, rowOf(list, second), rowOf(list, first));
    await expect.poll(async () => (await askedOf(page, url)).slice(0, 2)).toEqual([second, first]);
    const down = rowOf(list, second).getByRole("button", { name: "Move down" });
    await down.focus();
    await page.keyboard.press("Enter");
    await expect.poll(async () => (await askedOf(page, url)).slice(0, 2)).toEqual([first, second]);
    await expect(card.getByRole("status")).toHaveText(`${second} is now number 2`);
    await expect(down).toBeFocused();
  });
});

/** What owners are asked, in the order of the server. */
async function askedOf(page: Page, url: string): Promise<string[]> {
  const questions: { question: string }[] = await (await page.request.get(`${url}/api/diary/questions`)).json();
  return questions.map(({ question }) => question);
}

async function dragByFinger(page: Page, row: Locator, onto: Locator): Promise<void> {
  const handle = row.getByTitle("Drag to reorder");
  await handle.scrollIntoViewIfNeeded();
  const [from, to] = [await centerOf(handle), await centerOf(onto.getByTitle("Drag to reorder"))];
  const devices = await page.context().newCDPSession(page);
  await devices.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: [from] });
  for (const part of [0.25, 0.5, 0.75, 1])
    await devices.send("Input.dispatchTouchEvent", {
      type: "touchMove",
      touchPoints: [{ x: from.x, y: from.y + (to.y - from.y) * part }],
    });
  await devices.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
}

async function centerOf(locator: Locator): Promise<{ x: number; y: number }> {
  const { x, y, width, height } = (await locator.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  return { x: x + width / 2, y: y + height / 2 };
}
