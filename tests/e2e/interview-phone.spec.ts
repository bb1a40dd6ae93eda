import { expect, type Page } from "@playwright/test";
import { saying } from "../support/openai-server.ts";
import { speakSamples } from "../support/spoken-wav.ts";
import { expectAccessible, expectFitsPhone } from "./support/accessible.ts";
import { microphoneHears, microphoneTest as test } from "./support/microphone.ts";
import { makePet, openSetup, questionsOf, saveAnswer } from "./support/pets.ts";
import { phone } from "./support/screens.ts";

/** An interview on a phone, spoken and typed. The model babbles, so that Will's rules decide. */

test.use(phone);

const card = (page: Page) => page.getByRole("region", { name: "Diary interview" });
const log = (page: Page) => page.getByRole("log", { name: "Interview with Will" });

async function speak(page: Page): Promise<void> {
  await card(page).getByRole("button", { name: "Record your answer" }).click();
  const timer = page.getByRole("timer");
  await expect.poll(async () => Number((await timer.textContent())?.slice(2))).toBeGreaterThanOrEqual(1);
  await page.getByRole("button", { name: "Stop recording and send" }).click();
}

test("an owner asks why, says that there is nothing, types, corrects and stops", async ({ page, model, product }) => {
  const at = { page, url: product.url };
  await microphoneHears(await speakSamples("Nothing that I can think of, really."));
  model.behave(saying("I'd rather talk about the weather."));
  const id = await makePet(at, { name: "Pip" });
  const questions = await questionsOf(at);
  for (const { id: questionId } of questions.slice(0, 10)) await saveAnswer(at, id, questionId, "Told before");
  await openSetup(at, "Pip");
  await page.getByRole("button", { name: "Try Interactive Mode" }).click();
  await expect(log(page)).toContainText("Three minutes are plenty");
  await expect(log(page)).toContainText("Which food does Pip refuse");
  expect(await card(page).boundingBox()).toEqual({ x: 0, y: 0, width: 390, height: 844 });
  await expect(card(page).getByRole("textbox")).toHaveCount(0);
  await expectAccessible(page, "the interview on a phone");
  await expectFitsPhone(page, "the interview on a phone");

  model.hear({ kind: "text", text: "Why do you ask?" });
  await speak(page);
  await expect(log(page)).toContainText("Because Pip can only tell what stands in the diary");
  model.hear({ kind: "text", text: "Nothing." });
  await speak(page);
  await expect(log(page)).toContainText("What is Pip's favorite toy?");
  await expect(log(page).getByText("Saved as you said it")).toHaveCount(1);

  await card(page).getByRole("button", { name: "Type instead" }).click();
  const field = card(page).getByRole("textbox");
  await expect(field).toBeFocused();
  const say = async (words: string) => {
    await field.fill(words);
    await field.press("Enter");
  };
  await say("Well, I'd say his duck");
  await expect(log(page)).toContainText("Saved as “His duck”");
  await expect(log(page)).toContainText("Which game does Pip like to play most");
  await say("no, I meant his red ball");
  await expect(log(page)).toContainText("I have corrected your answer from before");
  await expect(log(page)).toContainText("Saved as “his red ball”");
  // A phone's keyboard leaves half of the screen.
  await page.setViewportSize({ width: 360, height: 420 });
  const question = log(page).getByText("Which game does Pip like to play most").last();
  await expect(question).toBeInViewport({ ratio: 1 });
  await expect(field).toBeInViewport({ ratio: 1 });
  await say("can we stop?");
  await expect(log(page)).toContainText("Then that's it for today");
  const saved = await page.request.get(`${product.url}/api/agents/${id}/diary/answers`);
  const answers: { questionId: string; answer: string }[] = await saved.json();
  const answerTo = (number: number) => answers.find((one) => one.questionId === questions[number - 1]?.id)?.answer;
  expect([answerTo(11), answerTo(12), answerTo(13)]).toEqual(["Nothing.", "his red ball", undefined]);
});
