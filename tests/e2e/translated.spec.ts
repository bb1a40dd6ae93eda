import { expect, type Page } from "@playwright/test";
import { PASSWORD, PROMO_CODE } from "#tests/support/first-start.ts";
import { saying } from "../support/openai-server.ts";
import { chooseTab, expectDialog, expectMessage, openDashboard } from "./support/administration.ts";
import { answerDiary, choosePassword, signIn, signUpInBrowser } from "./support/journey.ts";
import { loadPet, makePet, openSetup, questionsOf } from "./support/pets.ts";
import { modelTest as test } from "./support/product.ts";
import { translate } from "./support/translation.ts";

/** The browser translates the page: each text node is replaced, at load and whenever one arrives. */

let complaints: string[];
test.beforeEach(async ({ page, model }) => {
  model.behave(saying("Under the sofa, where it belongs. I chewed it."));
  complaints = await translate(page);
});
test.afterEach(async ({ page }) => {
  await expect(page.getByText("Something went wrong")).toHaveCount(0);
  expect(complaints).toEqual([]);
});

test.describe("for a visitor", () => {
  test.use({ storageState: { cookies: [], origins: [] } });

  for (const [part, script] of [
    ["before its script runs", "index"],
    ["while its parts are loaded", "login-page"],
  ])
    test(`a page that is translated ${part} goes on with what was typed [T149]`, async ({
      context,
      product: { url },
    }) => {
      const page = await context.newPage();
      complaints = await translate(page, " (translated)");
      let goOn = () => {};
      const isTyped = new Promise<void>((resolve) => {
        goOn = resolve;
      });
      await page.route(`**/assets/${script}-*.js`, async (route) => {
        await isTyped;
        await route.continue();
      });
      await page.goto(`${url}/login`, { waitUntil: "commit" });
      await expect(page.getByText("Username (translated)")).toBeVisible();
      await page.getByLabel("Username").fill("administrator");
      await page.getByRole("textbox", { name: "Password" }).fill("Wrong-Dog-2026!");
      goOn();
      await page.getByRole("button", { name: "Sign In" }).click();
      await expect(page.getByText("Invalid credentials").first()).toBeVisible();
      await expect(page.getByRole("main")).toHaveCount(1);
      await signIn(page, "administrator", PASSWORD);
      await expect(page).toHaveURL(/\/app/);
    });

  test("a translated page lets somebody try a pet, sign up, make one of their own, and sign in again [T149]", async ({
    page,
    product: { url },
  }) => {
    await page.goto(url);
    const talk = page.getByRole("region", { name: "Ask Tucker anything" });
    await page.getByRole("button", { name: "Hear Tucker answer" }).click();
    await expect(talk.getByText(/grilled cheese/).first()).toBeVisible({ timeout: 60_000 });
    await talk.getByRole("textbox").fill("What are you afraid of?");
    await talk.getByRole("textbox").press("Enter");
    await expect(talk.getByText("Make your own")).toBeVisible();

    await signUpInBrowser(page, PROMO_CODE, "ines-translated");
    await choosePassword(page, PASSWORD);
    await page.getByRole("link", { name: "Meet your pet" }).click();
    await page.getByLabel("Pet Name").fill("Biscuit");
    await page.getByRole("button", { name: "Next" }).click();
    await expect(page.getByRole("heading", { name: "Three things about Biscuit" })).toBeVisible();
    await page.getByRole("button", { name: "Meet Biscuit" }).click();
    await expect(page.getByText("I'm ready for a conversation. How are you doing today?")).toBeVisible();

    await page.getByRole("button", { name: /User menu/ }).click();
    await page.getByRole("menuitem", { name: "Sign Out" }).click();
    await expect(page).toHaveURL(/\/$/);
    await page.goto(`${url}/login`);
    await signIn(page, "ines-translated", "Wrong-Dog-2026!");
    await expect(page.getByText("Invalid credentials").first()).toBeVisible();
    await signIn(page, "ines-translated", PASSWORD);
    await expect(page).toHaveURL(/\/app/);
  });
});

test("a translated setup is saved, its lists chosen from, its diary written, alone and with Will [T149]", async ({
  page,
  product: { url },
}) => {
  const at = { page, url };
  await makePet(at, { name: "Pip" });
  const questions = await questionsOf(at);
  await openSetup(at, "Pip");
  await page.getByLabel("Pet Name").fill("Pippa");
  await expect(page.getByText("Not saved yet: Pet Name.")).toBeVisible();
  for (const voice of ["Guy", "Jenny"]) {
    await page.getByLabel("Voice", { exact: true }).click();
    await page.getByRole("option", { name: voice }).click();
    await expect(page.getByLabel("Voice", { exact: true })).toContainText(voice);
  }
  await page.getByRole("button", { name: "Save Changes" }).click();
  await expectMessage(page, "Agent updated successfully!");
  await expect(page.getByText("All changes are saved.")).toBeVisible();

  await page.getByRole("button", { name: /Pet Diary/ }).click();
  await answerDiary(page, questions[0]?.question ?? "", "A ginger cat.");
  await expect(page.getByText(`1/${questions.length}`)).toBeVisible();
  await page.getByRole("button", { name: "Try Interactive Mode" }).click();
  const card = page.getByRole("region", { name: "Diary interview" });
  await expect(card.getByText("Question 2: ")).toBeVisible();
  await card.getByRole("textbox").fill("Fish.");
  await card.getByRole("textbox").press("Enter");
  await expect(card.getByText("Question 3: ")).toBeVisible();
  await expect(card.getByText(`2 of ${questions.length} answered`)).toBeVisible();
  await card.getByRole("button", { name: "Exit" }).click();
  await expect(page.getByText("Fish.")).toBeVisible();
});

test("a translated chat shows its reply word by word, and is found, read, and gone on with [T149]", async ({
  page,
  model,
  product: { url },
}) => {
  await makePet({ page, url }, { name: "Juno" });
  await page.goto(`${url}/app?tab=setup`);
  await loadPet(page, "Juno");
  await expect(page.getByText("I'm ready for a conversation. How are you doing today?")).toBeVisible();
  model.behave({ kind: "hang", after: ["In the **pond**, ", "with the umbrella. ", "It swims there. "] });
  const box = page.getByPlaceholder("Ask Juno...");
  await box.fill("Where is the umbrella?");
  await box.press("Enter");
  const reply = page.getByRole("article", { name: "Juno" }).last();
  await expect(reply).toContainText("In the pond, with the umbrella. It swims there.");
  await expect(reply).toContainText("typing...");
  await page.getByRole("button", { name: "Stop", exact: true }).click();
  await expect(reply).toContainText("Stopped");

  model.behave({ kind: "status", status: 500 });
  await box.fill("Are you there?");
  await box.press("Enter");
  await expect(page.getByRole("button", { name: "Try again" })).toBeVisible({ timeout: 30_000 });
  model.behave(saying("Always. Where else?"));
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByRole("article", { name: "Juno" }).last()).toContainText("Always. Where else?");
  await expect(page.getByRole("button", { name: "Copy" })).toHaveCount(2);
  await page.getByRole("button", { name: "Copy" }).first().click();

  await page.getByRole("link", { name: "Chat History" }).click();
  await expect(page.getByText(/^Chat Sessions \(\d+\)$/)).toBeVisible();
  await page.getByPlaceholder("Search by agent name or keywords...").fill("umbrella");
  await page.getByRole("button", { name: "Search" }).click();
  await expectMessage(page, "Search completed");
  await expect(page.locator("mark").first()).toHaveText("umbrella");
  await page.getByRole("button", { name: "View" }).first().click();
  await page.getByRole("dialog").getByRole("button", { name: "Continue Chat" }).click();
  await expect(page.getByRole("article", { name: "Juno" }).last()).toContainText("Always. Where else?");
  await openMyData(page);
});

async function openMyData(page: Page): Promise<void> {
  await page.getByRole("button", { name: /^User menu of/ }).click();
  await page.getByRole("menuitem", { name: "My data" }).click();
  await page.getByRole("button", { name: "New access token" }).click();
  await page.getByLabel("What is it for?").fill("A walk");
  await page.getByRole("button", { name: "Make the token" }).click();
  await expect(page.getByText("never used")).toBeVisible();
}

test("a translated dashboard is searched, and what it makes is shown [T149]", async ({ page, product: { url } }) => {
  await openDashboard(page, url);
  const users = page.getByRole("tabpanel", { name: "Users" });
  await users.getByRole("searchbox", { name: "Search users" }).fill("nobody at all");
  await expect(users.getByText("No users found matching your search")).toBeVisible();
  await users.getByRole("searchbox", { name: "Search users" }).fill("administrator");
  await expect(users.getByRole("heading", { name: "Users (1)" })).toBeVisible();
  const roles = await chooseTab(page, "Roles");
  await roles.getByRole("button", { name: "Create Role" }).click();
  const dialog = await expectDialog(page, "Create New Role");
  await dialog.getByLabel("Role Name").fill("walker");
  await dialog.getByRole("button", { name: "Create Role" }).click();
  await expectMessage(page, "Role created successfully");
  const permissions = await chooseTab(page, "Permissions");
  await permissions.getByRole("button", { name: "Create Permission" }).click();
  await page.getByRole("combobox", { name: "Category" }).click();
  await page.getByRole("option", { name: "system" }).click();
  await expect(page.getByRole("combobox", { name: "Category" })).toHaveText("system");
  await page.getByRole("button", { name: "Cancel" }).click();
  await chooseTab(page, "Agent Access");
  const chats = await chooseTab(page, "Chat Sessions");
  await chats.getByRole("searchbox", { name: "Search chat sessions" }).fill("a word that nobody said");
  await chats.getByRole("button", { name: "Search" }).click();
  await expectMessage(page, "No results found");
  await chats.getByRole("button", { name: "Clear" }).click();
  await expect(chats.getByRole("heading", { name: /^Chat Sessions \(\d+\)$/ })).toBeVisible();
  await chooseTab(page, "Settings");
  for (const part of await page.getByRole("navigation", { name: "Settings" }).getByRole("link").all()) {
    await part.click();
    await expect(page.getByRole("tabpanel").getByRole("heading").first()).toBeVisible();
  }
});
