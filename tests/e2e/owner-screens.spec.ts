import { expect, type Page } from "@playwright/test";
import { PDFParse } from "pdf-parse";
import { expectAccessible, expectFitsPhone } from "./support/accessible.ts";
import { shareDemoPet } from "./support/administration.ts";
import { ask } from "./support/journey.ts";
import { openChatOf } from "./support/pets.ts";
import { ownerTest as test } from "./support/product.ts";

/** Tucker's own page, the history of what was said there, and the page of the speaker. */

const ATTACK = `<img src=x onerror="document.title='owned'"> your favourite ball?`;

test.beforeEach(async ({ page, product: { admin, url }, owner }) => {
  // A printer's dialog would wait for a person; the sheet stays until it is closed.
  await page.addInitScript(() => {
    window.print = () => document.body.setAttribute("data-printing", "");
  });
  await shareDemoPet(admin, url, owner.username);
});

test("a chat is found again, read, printed, gone on with and deleted; no markup in it runs [T97]", async ({
  page,
  product,
}) => {
  await openChatOf(page, product.url);
  await expect(page.getByRole("link", { name: /powered by/ })).toHaveCount(0);
  await expectAccessible(page, "the chat page");
  await talk(page, product.url);
  await page.goto(`${product.url}/app?tab=chat`);
  await expect(page.getByRole("button", { name: "Copy" })).toHaveCount(5);
  await ask(page, ATTACK);
  await expectAccessible(page, "a chat");
  await expectFitsPhone(page, "a chat");

  await page.goto(`${product.url}/app?tab=reporting`);
  await expect(page.getByText("Chat Sessions (1)")).toBeVisible();
  await page.getByPlaceholder("Search by agent name or keywords...").fill("FAVOURITE");
  await page.getByRole("button", { name: "Search" }).click();
  await expect(page.getByText("Search completed", { exact: true })).toBeVisible();
  await expect(page.locator("mark").first()).toHaveText("favourite");
  await expectAccessible(page, "a search");
  await expectFitsPhone(page, "a search");

  await page.getByRole("button", { name: "View" }).click();
  const dialog = page.getByRole("dialog", { name: "Tucker" });
  await expect(dialog.getByText("<img src=x")).toBeVisible();
  await expectAccessible(page, "a chat of the history");
  await expectFitsPhone(page, "a chat of the history");
  await dialog.getByRole("button", { name: "Print" }).click();
  await expect(page.locator("body[data-printing]")).toBeAttached();
  expect(await page.title()).toMatch(/^Chat with Tucker, /);
  const paper = await textOf(await page.pdf({ format: "A4" }));
  for (const text of ["Chat with Tucker", "12 messages", "Started: ", '<img src=x onerror="', "1 / 1"])
    expect(paper).toContain(text);
  expect(paper).not.toContain("My Chat History");
  await page.evaluate(() => dispatchEvent(new Event("afterprint")));
  await expect(page.locator(".print-sheet")).toHaveCount(0);
  expect(await page.title()).not.toBe("owned");

  await dialog.getByRole("button", { name: "Continue Chat" }).click();
  await expect(page).toHaveURL(/tab=chat/);
  await expect(page.getByRole("article", { name: "You" }).last()).toHaveText(/<img src=x/);

  await page.goto(`${product.url}/app?tab=reporting`);
  await page.getByRole("button", { name: "Delete" }).click();
  await page.getByRole("button", { name: "Delete Session" }).click();
  await expect(page.getByText("Chat session deleted successfully", { exact: true })).toBeVisible();
  await expect(page.getByText("No chat sessions found")).toBeVisible();
});

/** Ten messages in the chat of this browser tab. */
async function talk(page: Page, url: string): Promise<void> {
  const { agentId, sessionId } = await page.evaluate(() => JSON.parse(sessionStorage.getItem("active-pet") ?? "{}"));
  for (const subject of ["food or treat", "toy", "walk", "game", "place to sleep"]) {
    const data = { message: `What is your favourite ${subject}?`, sessionId, generateAudio: false };
    expect((await page.request.post(`${url}/api/agents/${agentId}/chat`, { data })).ok()).toBe(true);
  }
}

test("the speaker's film plays, and stands still for those who want less motion", async ({ page, product }) => {
  await page.emulateMedia({ reducedMotion: "no-preference" });
  await page.goto(`${product.url}/purchase-speaker`);
  const film = page.locator("video");
  const moment = () => film.evaluate((video) => (video instanceof HTMLVideoElement ? video.currentTime : 0));
  await expect.poll(moment, { timeout: 20_000 }).toBeGreaterThan(0.2);
  await expectAccessible(page, "the speaker");
  await expectFitsPhone(page, "the speaker");
  await expect(page.getByRole("link", { name: "Buy Recommended Speaker" })).toHaveAttribute("rel", /noopener/);
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.goto(`${product.url}/app?tab=purchase-speaker`);
  await expect(film).toHaveAttribute("poster", /\.jpg$/);
  expect(await moment()).toBe(0);
});

async function textOf(pdf: Uint8Array): Promise<string> {
  const parser = new PDFParse({ data: pdf });
  const { text } = await parser.getText();
  await parser.destroy();
  return text;
}
