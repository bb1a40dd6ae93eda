import { expect, type Page, test } from "@playwright/test";
import { PASSWORD, PROMO_CODE } from "#tests/support/first-start.ts";
import { saying } from "../support/openai-server.ts";
import { expectAccessible } from "./support/accessible.ts";
import { answerDiary, ask, choosePassword, signIn, signUpInBrowser } from "./support/journey.ts";
import { petPdf, petPicture } from "./support/pet-files.ts";
import { wakeVoice } from "./support/pets.ts";
import { modelTest } from "./support/product.ts";
import { phone } from "./support/screens.ts";
import { type RunningServer, startServer, temporaryDataDir } from "./support/server.ts";

/** The whole story of a new owner, from the landing page to signing out. */
async function becomeAnOwner(page: Page, url: string, promoCode: string, username: string): Promise<void> {
  await page.goto(url);
  await expect(page.getByRole("link", { name: "Start Chatting" })).toBeVisible();
  await signUpInBrowser(page, promoCode, username);
  await choosePassword(page, PASSWORD);
  await page.getByRole("link", { name: "Meet your pet" }).click();
  await expect(page.getByRole("heading", { name: "What is your pet's name?" })).toBeVisible();
  await expectAccessible(page, "the first visit");
}

/** By the two screens of the first visit. */
async function meetFirstPet(page: Page): Promise<void> {
  await page.getByLabel("Pet Name").fill("Biscuit");
  await page.getByRole("button", { name: "Next" }).click();
  await expect(page.getByRole("heading", { name: "Three things about Biscuit" })).toBeVisible();
  await page.getByRole("button", { name: "What is my favorite toy?" }).click();
  await page.getByLabel("What is my favorite toy?").fill("A sock with a knot in it.");
  await expectAccessible(page, "three questions");
  const meet = page.getByRole("button", { name: "Meet Biscuit" });
  await expect(meet).toBeInViewport({ ratio: 1 });
  await meet.click();
  await expect(page).toHaveURL(/tab=chat/);
  await expect(
    page.getByText(/^Hello, Robin! I'm Biscuit\. .+ my favorite toy: “A sock with a knot in it\.”$/),
  ).toBeVisible();
  const starters = page.getByRole("list", { name: "Questions to begin with" });
  // The words of the first one vary; it is about the toy.
  await expect(starters.getByRole("button").first()).toHaveText(/toy|balls|plaything|teddy/i);
  await expectAccessible(page, "the first chat");
}

/** By the setup, which has all that the first visit leaves out. */
async function createPet(page: Page): Promise<void> {
  await page.getByRole("link", { name: "all settings" }).click();
  await expect(page.getByText("No saved configurations yet. Create your first agent below!")).toBeVisible();
  await page.getByLabel("Pet Name").fill("Biscuit");
  const picture = await petPicture(900);
  expect(picture.length).toBeGreaterThan(500 * 1024);
  await page
    .getByLabel("Picture of your pet")
    .setInputFiles({ name: "biscuit.jpg", mimeType: "image/jpeg", buffer: picture });
  await expect(page.getByText("Avatar uploaded successfully!", { exact: true })).toBeVisible();
  await addDocument(page);
  await expect(page.getByText("1 document(s) selected")).toBeVisible();
  await page.getByRole("button", { name: "Create Pet & Update Knowledge Base" }).click();
  await expect(page).toHaveURL(/tab=chat/);
  await expect(page.getByText("I'm ready for a conversation. How are you doing today?")).toBeVisible();
}

const addDocument = async (page: Page) =>
  page
    .getByLabel("Documents, PDF or TXT")
    .setInputFiles({ name: "clinic-record.pdf", mimeType: "application/pdf", buffer: await petPdf() });

const openSetup = (page: Page) => page.goto(page.url().replace("tab=chat", "tab=setup"));

async function fillDiary(page: Page): Promise<void> {
  await expect(page.getByText("Processed", { exact: true })).toBeVisible({ timeout: 60_000 });
  await page.getByRole("button", { name: /Pet Diary/ }).click();
  await answerDiary(page, "What is my favorite food or treat?", "I would sell the house for warm chicken hearts.");
  await answerDiary(page, "What am I afraid of?", "The vacuum cleaner, which I call the Howling Worm.");
  await expect(page.getByText(/^[23]\/44$/)).toBeVisible();
}

const openChat = (page: Page) => page.goto(page.url().replace("tab=setup", "tab=chat"));

async function hearTheReply(page: Page): Promise<void> {
  const advances = () => page.evaluate(() => document.querySelector("audio")?.currentTime ?? 0);
  await expect.poll(advances, { timeout: 20_000 }).toBeGreaterThan(0.1);
}

test.describe("with nothing configured, on a phone", () => {
  test.use(phone);
  const data = temporaryDataDir();
  let server: RunningServer;
  test.beforeAll(async () => {
    server = await startServer(data.path);
  });
  test.afterAll(async () => {
    await server.stop();
    data.remove();
  });

  test("a new owner makes a pet that answers from its diary and documents", async ({ page, context }) => {
    const username = "robin-walker";
    await context.grantPermissions(["clipboard-write", "clipboard-read"]);
    await becomeAnOwner(page, server.url, server.firstSignIn?.promoCode ?? "", username);
    await meetFirstPet(page);
    await openSetup(page);
    await addDocument(page);
    await fillDiary(page);
    await wakeVoice({ page, url: server.url });
    await openChat(page);

    await ask(page, "What do you like to munch on?");
    await expect(page.getByText(/warm chicken hearts/).last()).toBeVisible();
    await hearTheReply(page);
    await page.getByRole("button", { name: /favorite food or treat/ }).click();
    await expect(page.getByRole("dialog").getByText("I would sell the house for warm chicken hearts.")).toBeVisible();
    await page.keyboard.press("Escape");
    // Until it is gone it holds the focus, and would take the next Enter.
    await expect(page.getByRole("dialog")).toBeHidden();

    await ask(page, "What is your microchip number?");
    await expect(page.getByText(/985112004217733/).last()).toBeVisible();
    await expect(page.getByRole("button", { name: /clinic-record\.pdf, page 3/ })).toBeVisible();

    const chips = await page.getByRole("button", { name: /clinic-record|favorite food|afraid of/ }).count();
    await ask(page, "What is the capital of Australia?");
    await expect(page.getByText(/just a pet/i).last()).toBeVisible();
    expect(await page.getByRole("button", { name: /clinic-record|favorite food|afraid of/ }).count()).toBe(chips);

    await page.reload();
    await expect(page.getByText(/985112004217733/).first()).toBeVisible();
    await expect(page.getByText("What do you like to munch on?")).toBeVisible();

    await page.getByRole("button", { name: "Open menu" }).click();
    await page.getByRole("button", { name: "Sign Out" }).click();
    await expect(page.getByText("You have been successfully logged out.", { exact: true })).toBeVisible();
    await page.goto(`${server.url}/app`);
    await expect(page.getByText("Sign in to chat with your pet")).toBeVisible();

    // The next day, on a device that knows nothing yet: one click to where the talk ended.
    await signIn(page, username, PASSWORD);
    await page.getByRole("link", { name: "Chat", exact: true }).click();
    await expect(page.getByText("What do you like to munch on?")).toBeVisible();
    await expect(page.getByPlaceholder("Ask Biscuit...")).toBeVisible();
  });
});

modelTest.describe("with a PostgreSQL and a language model of one's own", () => {
  modelTest.use({ storageState: { cookies: [], origins: [] } });

  modelTest(
    "the same story is told by the model, from the same diary and documents",
    async ({ page, context, model, product: { url } }) => {
      await context.grantPermissions(["clipboard-write", "clipboard-read"]);
      await becomeAnOwner(page, url, PROMO_CODE, "kim-walker");
      await createPet(page);
      await openSetup(page);
      await fillDiary(page);
      await wakeVoice({ page, url });
      await openChat(page);

      model.behave(saying("Chicken hearts, obviously, and keep them coming!", 20));
      await ask(page, "What do you like to munch on?");
      await expect(page.getByText("Chicken hearts, obviously, and keep them coming!").last()).toBeVisible();
      expect(JSON.stringify(model.calls.at(-1)?.body.messages)).toContain("warm chicken hearts");
      await hearTheReply(page);

      // A model that names all that it knows is believed where its words show it.
      const numbers = Array.from({ length: 60 }, (_, index) => index + 1);
      model.behave(saying(`The number in my shoulder is 985112004217733. [[${numbers.slice(0, 12).join(", ")}]]`));
      await ask(page, "What is your microchip number?");
      await expect(page.getByRole("button", { name: /clinic-record\.pdf, page 3/ })).toBeVisible();
      expect(JSON.stringify(model.calls.at(-1)?.body.messages)).toContain("985112004217733");

      model.behave({ kind: "status", status: 500 });
      const box = page.getByPlaceholder("Ask Biscuit...");
      await box.fill("Are you there?");
      await box.press("Enter");
      await expect(page.getByRole("button", { name: "Try again" })).toBeVisible({ timeout: 30_000 });
      model.behave(saying("Always."));
      await page.getByRole("button", { name: "Try again" }).click();
      await expect(page.getByText("Always.", { exact: true }).last()).toBeVisible();
      await page.reload();
      await expect(page.getByText("Are you there?", { exact: true })).toHaveCount(1);
    },
  );
});
