import { expect, type Page } from "@playwright/test";
import { saying } from "../support/openai-server.ts";
import { SPOKEN_RATE, speakSamples } from "../support/spoken-wav.ts";
import { expectAccessible } from "./support/accessible.ts";
import { openChatOf } from "./support/pets.ts";
import { spokenModelTest as test } from "./support/product.ts";
import { phone } from "./support/screens.ts";
import { asPcm, installMicrophone } from "./support/web-audio-microphone.ts";

/** Whoever speaks again sooner goes on with the question (`server-ear.ts`). */
const GOING_ON_MS = 2_500;

/** A walk on which the server hears along: it understands while one speaks, and whoever talks over the pet is heard. */

const heading = (page: Page, name: string) => page.getByRole("heading", { name, exact: true });
/** What is heard from now on, again and again: a slow machine takes the time that it needs. */
const hears = (page: Page, samples: Float32Array) =>
  page.evaluate(([pcm, rate]) => playedMicrophone.surround(pcm, rate), [asPcm(samples), SPOKEN_RATE] as const);
const fallSilent = (page: Page) => hears(page, new Float32Array(SPOKEN_RATE));
const soundAt = (page: Page) => page.evaluate(() => document.querySelector("audio")?.currentTime ?? 0);

test.use(phone);

test("words are shown while one speaks, and whoever talks over the pet is heard", async ({
  page,
  model,
  azure,
  product,
}) => {
  azure.hear(
    [{ text: "Where is my shoe?", partials: [{ at: 1, text: "where is my shoe" }] }],
    [{ text: "No, the ball.", partials: [{ at: 0.5, text: "no the ball" }] }],
  );
  const whole = `Under the sofa, where it belongs.${" I chewed it a little, and slept on it.".repeat(12)}`;
  model.behave(saying(whole));
  const speech = await speakSamples("Where did you hide my left shoe this morning, and who gave it to you?");
  // The compiler names functions by a call of this, which the page does not have.
  await page.addInitScript("globalThis.__name = (value) => value");
  await page.addInitScript(installMicrophone);
  await page.addInitScript(() => localStorage.setItem("walk-talk-over", "on"));
  await openChatOf(page, product.url);
  await page.getByRole("button", { name: "Walk mode" }).click();
  await page.getByRole("button", { name: "Start the walk" }).click();
  await expect(heading(page, "Listening")).toBeVisible();

  await hears(page, speech);
  const captions = page.getByRole("region", { name: "What was said" });
  await expect(captions).toContainText("where is my shoe");
  await expect(page.getByText("I hear you.")).toBeVisible();
  await expectAccessible(page, "words while one speaks");
  await fallSilent(page);
  await expect(captions).toContainText("Where is my shoe?");
  await expect(page.getByText("Just talk to interrupt.")).toBeVisible({ timeout: 60_000 });
  // However much the pet says, the captions show the end of it.
  const below = () =>
    captions.evaluate((region) => {
      const text = region.firstElementChild?.getBoundingClientRect();
      return Math.round((text?.bottom ?? 0) - region.getBoundingClientRect().bottom);
    });
  await expect(captions).toContainText(whole.slice(-200));
  expect(await below()).toBeLessThanOrEqual(1);
  // The pet is listened to for half a second, to know how loud the microphone hears it.
  await expect.poll(() => soundAt(page)).toBeGreaterThan(1);
  await page.waitForTimeout(GOING_ON_MS);

  await hears(page, speech);
  await expect(captions).toContainText("no the ball");
  await expect(heading(page, "Listening")).toBeVisible();
  expect(await page.evaluate(() => document.querySelector("audio")?.paused)).toBe(true);
  await expect(captions).not.toContainText("Under the sofa");
  await fallSilent(page);
  await expect(captions).toContainText("No, the ball.");
  await expect(captions).toContainText("Under the sofa");
  await page.getByRole("button", { name: "Pause" }).click();
  await expect(heading(page, "Paused")).toBeVisible();

  // Of the reply that was talked over stays what was heard, for the person and for the model.
  const asked = model.calls.at(-1)?.body.messages.map(({ content }) => content) ?? [];
  // The question, or the same words as they were heard in the pause before its end.
  expect(asked.at(-1)).toMatch(/no,? the ball/i);
  expect(asked.at(-2)).toMatch(/^Under the sofa/);
  expect(asked.at(-2)?.length).toBeLessThan(whole.length);
});
