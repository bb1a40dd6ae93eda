import { expect, type Page } from "@playwright/test";
import { saying } from "../support/openai-server.ts";
import { SPOKEN_RATE, speakSamples } from "../support/spoken-wav.ts";
import { expectAccessible, expectAccessibleInBothThemes } from "./support/accessible.ts";
import { heardOn, microphoneHears, soundOf, microphoneTest as test, watchSound } from "./support/microphone.ts";
import { openChatOf, wakeVoice } from "./support/pets.ts";
import { phone } from "./support/screens.ts";
import { translate } from "./support/translation.ts";

/** Walk mode, with a microphone that hears a recording. */

test.beforeEach(({ model }) => {
  model.calls.length = 0;
  model.transcriptions.length = 0;
});

const silence = (seconds: number) => new Float32Array(seconds * SPOKEN_RATE);
/** Shorter than the shortest word, and so it stays where a busy machine drops some of the sound. */
function knock(): Float32Array {
  const length = 0.11 * SPOKEN_RATE;
  return Float32Array.from({ length }, (_, at) => 0.2 * Math.sin(at * at * 12.9898));
}

async function openWalk(page: Page, url: string): Promise<void> {
  await openChatOf(page, url);
  await page.getByRole("button", { name: "Walk mode" }).click();
  await expect(page.getByRole("heading", { name: "Walk with Tucker" })).toBeVisible();
}

const start = (page: Page) => page.getByRole("button", { name: "Start the walk" });
const state = (page: Page) => page.getByRole("dialog", { name: "Walk mode with Tucker" }).getByRole("status").first();

test.use(phone);

test("on a translated page two questions are asked and answered without a tap, and are there in the chat [T149]", async ({
  page,
  model,
  product,
}) => {
  const complaints = await translate(page);
  const question = await speakSamples("Where did you hide my left shoe?");
  // It hears the file from its beginning whenever it opens, and whoever speaks while the pet thinks goes on with the question.
  await microphoneHears(silence(1), question, silence(60));
  // A third round, where the machine is slow, is not answered.
  model.hear({ kind: "text", text: "Where is my shoe?" }, { kind: "text", text: "And the ball?" }, { kind: "hang" });
  model.behave(
    saying("Under the sofa. I chewed it."),
    saying(`In the pond. Woof! ${"It swims there, round and round. ".repeat(4)}`),
  );
  await watchSound(page);
  await wakeVoice({ page, url: product.url });
  await openWalk(page, product.url);
  await expectAccessibleInBothThemes(page, "ready for a walk");
  await start(page).click();

  const captions = page.getByRole("region", { name: "What was said" });
  await expect(captions).toContainText("Where is my shoe?", { timeout: 30_000 });
  await expect(captions).toContainText("Under the sofa. I chewed it.");
  await expect(captions).toContainText("And the ball?", { timeout: 40_000 });
  await expect(captions).toContainText("In the pond. Woof!");
  await expect(state(page)).toHaveText("Speaking");
  await expectAccessible(page, "the pet speaks");

  await expect.poll(async () => (await heardOn(page)).clips).toBeGreaterThanOrEqual(2);

  await page.getByRole("button", { name: "Pause" }).click();
  await expect(state(page)).toHaveText("Paused");
  const { hasEcho } = await heardOn(page);
  expect(hasEcho).toBe(false);
  expect(model.calls).toHaveLength(2);
  for (const { bytes, fields } of model.transcriptions.slice(0, 2)) {
    expect(fields.language).toBe("en");
    const { seconds, level } = soundOf(bytes);
    // The whole of it with a moment before and after, and not all of the silence before and behind it.
    expect(seconds).toBeGreaterThan(question.length / SPOKEN_RATE - 0.2);
    expect(seconds).toBeLessThan(question.length / SPOKEN_RATE + 1.5);
    expect(level).toBeGreaterThan(0.02);
  }

  const back = page.getByRole("button", { name: "Back to the chat" });
  const lock = page.getByRole("button", { name: "Hold to unlock" });
  await lock.click();
  await expect(back).toHaveCount(0);
  await lock.hover();
  await page.mouse.down();
  await expect(page.getByLabel("Silence that ends what you say")).toBeVisible();
  await page.mouse.up();
  await expectAccessibleInBothThemes(page, "unlocked");
  await back.click();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  for (const text of ["Where is my shoe?", "Under the sofa. I chewed it.", "And the ball?", "In the pond. Woof!"])
    await expect(page.getByRole("article").filter({ hasText: text }).first()).toBeVisible();
  expect(complaints).toEqual([]);
});

test("a knock and silence send nothing", async ({ page, model, product }) => {
  await microphoneHears(silence(1), knock(), silence(1.5));
  await openWalk(page, product.url);
  await start(page).click();
  // It looks up at the knock, and lets it go; twice.
  for (let round = 0; round < 2; round++) {
    await expect(page.getByText("I hear you.")).toBeVisible({ timeout: 30_000 });
    await expect(page.getByText("Just talk. A short silence sends it.")).toBeVisible({ timeout: 30_000 });
  }
  await expect(state(page)).toHaveText("Listening");
  expect(model.transcriptions).toEqual([]);
  expect(model.calls).toEqual([]);
});
