import { expect, type Locator, type Page } from "@playwright/test";
import { saying } from "../support/openai-server.ts";
import { speakSamples } from "../support/spoken-wav.ts";
import { expectAccessible, expectAccessibleInBothThemes, expectFitsPhone } from "./support/accessible.ts";
import {
  heardOn,
  levelOf,
  microphoneHears,
  soundOf,
  microphoneTest as test,
  watchSound,
} from "./support/microphone.ts";
import { openChatOf, wakeVoice } from "./support/pets.ts";

/** Speaking to the pet and hearing it, with a microphone that hears real speech. */

let spokenLevel: number;
test.beforeEach(async ({ page, model, product }) => {
  await wakeVoice({ page, url: product.url });
  const speech = await speakSamples("Where did you hide my left shoe this morning?");
  spokenLevel = levelOf(speech);
  await microphoneHears(speech);
  model.transcriptions.length = 0;
  model.hear({ kind: "text", text: "Where is my shoe?" });
  // Long enough to be stopped before its end on a slow machine.
  model.behave(saying(`Under the sofa, where it belongs.${" I chewed it a little, and slept on it.".repeat(8)}`));
  await watchSound(page);
});

const mic = (page: Page) => page.getByRole("button", { name: "Record your question" });
const send = (page: Page) => page.getByRole("button", { name: "Stop recording and send" });
const soundAt = (page: Page) => page.evaluate(() => document.querySelector("audio")?.currentTime ?? 0);
const isSilent = (page: Page) => page.evaluate(() => document.querySelector("audio")?.paused ?? true);

/** Until the clock shows so many seconds. */
async function record(page: Page, seconds: number): Promise<void> {
  await mic(page).click();
  const timer = page.getByRole("timer");
  await expect(timer).toHaveText(/^0:\d\d$/);
  await expect.poll(async () => Number((await timer.textContent())?.slice(2))).toBeGreaterThanOrEqual(seconds);
}

test("a question is recorded, understood, answered, heard and stopped", async ({ page, model, product }) => {
  await openChatOf(page, product.url);
  const began = Date.now();
  await record(page, 3);
  await send(page).click();
  const elapsed = (Date.now() - began) / 1000;
  await expect(page.getByRole("article", { name: "You" })).toContainText("Where is my shoe?");
  await expect(page.getByRole("article", { name: "Tucker" }).getByText(/Under the sofa/)).toBeVisible();

  expect(model.transcriptions).toHaveLength(1);
  expect(model.transcriptions[0]).toMatchObject({ name: "recording.wav", fields: { language: "en" } });
  const { seconds, level } = soundOf(model.transcriptions[0]?.bytes);
  // On a busy machine Chromium's played microphone skips some of its file.
  expect(seconds).toBeGreaterThan(2);
  expect(seconds).toBeLessThan(elapsed + 0.5);
  // The browser evens loudness out.
  expect(level).toBeGreaterThan(spokenLevel / 2);
  expect(level).toBeLessThan(spokenLevel * 2);

  const first = await movedOn(page, 0.1);
  await movedOn(page, first + 0.3);
  await page.getByRole("button", { name: "Stop Audio" }).click();
  expect(await isSilent(page)).toBe(true);
  await expect(page.getByRole("button", { name: "Play Audio" })).toBeVisible();
  expect(await heardOn(page)).toEqual({ clips: 1, hasEcho: false });
});

async function movedOn(page: Page, from: number): Promise<number> {
  await expect.poll(() => soundAt(page)).toBeGreaterThan(from);
  return soundAt(page);
}

test("a recording is cancelled by Escape; one that could not be sent is kept and sent again", async ({
  page,
  model,
  product,
}) => {
  // Where no socket can be opened, a recording is sent whole.
  await page.addInitScript(() => void Reflect.deleteProperty(window, "WebSocket"));
  await openChatOf(page, product.url);
  await record(page, 1);
  await expectAccessible(page, "recording");
  await expectFitsPhone(page, "recording");
  await page.keyboard.press("Escape");
  await expect(mic(page)).toBeFocused();

  const uploads: (number | undefined)[] = [];
  await page.route("**/api/transcribe", (route) => {
    uploads.push(route.request().postDataBuffer()?.length);
    return uploads.length === 1 ? route.abort() : route.continue();
  });
  await record(page, 2);
  await send(page).click();
  await expect(page.getByText("Transcription failed", { exact: true })).toBeVisible();
  await expect(page.getByText("Unable to convert speech to text", { exact: true })).toBeVisible();
  await expect(page.getByRole("group", { name: "Your recording" })).toContainText("Your recording is kept.");
  await expectAccessibleInBothThemes(page, "a recording that is kept");
  await expectFitsPhone(page, "a recording that is kept");
  expect(model.transcriptions).toEqual([]);

  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByRole("article", { name: "Tucker" }).getByText(/Under the sofa/)).toBeVisible();
  expect(model.transcriptions).toHaveLength(1);
  const { seconds, level } = soundOf(model.transcriptions[0]?.bytes);
  // No less than was sent before.
  expect(seconds).toBeGreaterThan(1);
  expect(uploads).toEqual([uploads[0], uploads[0]]);
  expect(level).toBeGreaterThan(spokenLevel / 2);
});

test("the pet speaks sentence by sentence while it still writes, and Stop ends text and sound", async ({
  page,
  model,
  product,
}) => {
  await openChatOf(page, product.url);
  await page.getByRole("button", { name: /^Voice settings/ }).click();
  await page.getByRole("menuitemcheckbox", { name: "Start speaking at once" }).click();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("menu")).toBeHidden();
  // The model never comes to an end by itself.
  model.behave({
    kind: "hang",
    after: [
      "I was waiting for you all morning long. ",
      "Then I slept on the sofa, as one does. ",
      "I dreamt of a very long walk along the river. ",
      "And then the postman ",
    ],
  });
  await record(page, 1);
  await send(page).click();
  // The sentences are one sound, without a gap between them: it goes on for longer than one of them, of about three seconds.
  await movedOn(page, 4);
  await expect(page.getByText("typing...")).toBeVisible();
  await page.getByRole("button", { name: "Stop", exact: true }).click();
  await expect.poll(() => isSilent(page)).toBe(true);
  await expect(page.getByText("Stopped", { exact: true })).toBeVisible();
  expect(await isSilent(page)).toBe(true);
  expect(await heardOn(page)).toEqual({ clips: 1, hasEcho: false });
});

test("a refused microphone is explained, and typing still works", async ({ context, page, product }) => {
  await context.clearPermissions();
  await openChatOf(page, product.url);
  await mic(page).click();
  await expect(page.getByText("Recording failed", { exact: true })).toBeVisible();
  await expect(page.getByText("Unable to access microphone", { exact: true })).toBeVisible();
  await expect(page.getByText(/set Microphone to Allow/).last()).toBeVisible();
  await expectAccessibleInBothThemes(page, "a refused microphone");
  await expectFitsPhone(page, "a refused microphone");
  await page.getByRole("textbox", { name: "Message to Tucker" }).fill("Then I write. Where is my shoe?");
  await page.getByRole("button", { name: "Send message" }).click();
  await expect(page.getByRole("article", { name: "Tucker" }).getByText(/Under the sofa/)).toBeVisible();
});

test("one bar has room for menu, pet, voice and New Chat, on the narrowest phone too, and the menu has the rest", async ({
  page,
  product,
}) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await openChatOf(page, product.url);
  await page.goto(`${product.url}/app?tab=chat`);
  await page.getByRole("textbox", { name: "Message to Tucker" }).fill("Where is my shoe?");
  await page.getByRole("button", { name: "Send message" }).click();
  await expect(page.getByRole("button", { name: "New Chat" })).toBeVisible();
  for (const width of [320, 390]) {
    await page.setViewportSize({ width, height: 640 });
    const name = page.getByRole("heading", { name: "Tucker", level: 1 });
    expect(await name.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
    await expect(page.getByRole("banner").getByRole("button")).toHaveCount(3);
    const edges = [
      await edgesOf(page.getByRole("button", { name: "Open menu" })),
      await edgesOf(page.getByText("Online", { exact: true })),
    ];
    for (const label of [/^Voice settings/, "New Chat"])
      edges.push(await edgesOf(page.getByRole("button", { name: label })));
    for (const [at, { left, right }] of edges.entries()) {
      expect(left).toBeGreaterThanOrEqual(edges[at - 1]?.right ?? 0);
      expect(right).toBeLessThanOrEqual(width);
    }
  }
  await page.getByRole("button", { name: /^Voice settings/ }).click();
  await expect(page.getByRole("menuitem", { name: "Walk mode" })).toBeVisible();
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Open menu" }).click();
  const menu = page.getByRole("dialog", { name: "Menu" });
  for (const name of ["Help", "My data", "Change Password", "Sign Out", "Home"])
    await expect(menu.getByRole("button", { name })).toBeVisible();
  await expectAccessibleInBothThemes(page, "the menu of a chat");
  await menu.getByRole("button", { name: "Help" }).click();
  await expect(page.getByRole("textbox", { name: "Your question" })).toBeFocused();
  await page.getByRole("button", { name: /^Close/ }).click();
  await page.getByRole("button", { name: "Open menu" }).click();
  await menu.getByRole("button", { name: "About Tucker" }).click();
  await expect(page.getByRole("dialog", { name: "About Tucker" })).toBeVisible();
});

/** Of what is drawn in it, in px; rounded, for neighbours share an edge. */
const edgesOf = (locator: Locator) =>
  locator.evaluate((element) => {
    const range = document.createRange();
    range.selectNodeContents(element);
    const { left, right } =
      element instanceof HTMLButtonElement ? element.getBoundingClientRect() : range.getBoundingClientRect();
    return { left: Math.round(left), right: Math.round(right) };
  });
