import { expect } from "@playwright/test";
import { PDFParse } from "pdf-parse";
import { expectAccessible } from "./support/accessible.ts";
import { petPicture } from "./support/pet-files.ts";
import { makePet, openSetup, type Place, questionsOf, saveAnswer } from "./support/pets.ts";
import { ownerTest as test } from "./support/product.ts";

/** A pet's diary on paper: made by the browser as a PDF, and read back from it. */

const ATTACK = `<img src=x onerror="document.title='owned'"><script>document.title='owned'</script> **bones**`;
const ARABIC = "أحب النوم على الأريكة الزرقاء كل مساء";

test.beforeEach(async ({ page }) => {
  // A printer's dialog would wait for a person; the sheet stays until it is closed.
  await page.addInitScript(() => {
    window.print = () => document.body.setAttribute("data-printing", "");
  });
});

async function uploadPicture({ page, url }: Place): Promise<string> {
  const answer = await page.request.post(`${url}/api/avatar/upload`, {
    multipart: { avatar: { name: "olive.jpg", mimeType: "image/jpeg", buffer: await petPicture(300) } },
  });
  const { avatarUrl } = await answer.json();
  return avatarUrl;
}

test("a diary is printed with a cover and page numbers, and no answer is split over two pages [T97]", async ({
  page,
  product: { url },
}) => {
  const at = { page, url };
  const name = "Olive";
  const id = await makePet(at, { name, avatarUrl: await uploadPicture(at) });
  const questions = await questionsOf(at);
  const unanswered = questions.at(-1);
  const answered = questions.slice(0, 30);
  for (const [index, question] of answered.entries()) await saveAnswer(at, id, question.id, answerTo(index));

  await openSetup(at, name);
  for (const format of ["A4", "Letter"] as const) {
    await page.getByRole("button", { name: "Print diary" }).click();
    await expect(page.locator("body[data-printing]")).toBeAttached();
    expect(await page.title()).toBe(`The diary of ${name}`);
    const cover = page.locator(".print-sheet img");
    expect(await cover.evaluate((img) => img instanceof HTMLImageElement && img.naturalWidth)).toBeGreaterThan(0);
    const pdf = await page.pdf({ format });
    // The sheet goes with the printer's dialog; making the PDF opens and closes one.
    await expect(page.locator(".print-sheet")).toHaveCount(0);
    await page.evaluate(() => document.body.removeAttribute("data-printing"));
    const pages = await pagesOf(pdf);
    expect(pages.length, format).toBeGreaterThan(6);
    expect(pages[0]).toContain("The diary of");
    expect(pages[0]).toContain(name);
    expect(pages[0]).toContain("30 answers");
    expect(pages[0]).toContain(String(new Date().getFullYear()));
    expect(pages[0]).not.toContain(answered[0]?.question);
    expect(pages[0]).not.toContain(`1 / ${pages.length}`);
    for (const [index, text] of pages.entries())
      if (index > 0) expect(text, `${format}, page ${index + 1}`).toContain(`${index + 1} / ${pages.length}`);

    for (const [index, { question }] of answered.entries()) {
      const places = pages.flatMap((text, place) => (text.includes(`begin${index}.`) ? [place] : []));
      expect(places, `${format}, answer ${index}`).toHaveLength(1);
      const [place = 0] = places;
      expect(pages[place], `${format}, question ${index}`).toContain(question.slice(0, 20));
      if (index === LONGEST) expect(pages[place]).not.toContain(`end${index}.`);
      else expect(pages[place], `${format}, the end of answer ${index}`).toContain(`end${index}.`);
    }
    const whole = pages.join("\n");
    expect(whole).toContain(`end${LONGEST}.`);
    for (const category of new Set(answered.map((question) => question.category))) expect(whole).toContain(category);
    expect(whole).toContain("<img src=x");
    expect(whole).not.toContain(unanswered?.question);
    expect(whole).not.toContain("Saved Configurations");
  }

  expect(await page.title()).not.toBe("owned");
  await expectAccessible(page, "after printing");
});

test("text from the right stands at the right, also under a question from the left", async ({
  page,
  product: { url },
}) => {
  const at = { page, url };
  const name = "مشمش";
  const id = await makePet(at, { name, language: "ar-SA", voiceName: "ar-SA-ZariyahNeural" });
  const [question] = await questionsOf(at);
  await openSetup(at, name);
  const print = page.getByRole("button", { name: "Print diary" });
  await expect(print).toBeDisabled();
  await expect(page.getByText("There is nothing to print yet: answer a question first.")).toBeVisible();

  await saveAnswer(at, id, question?.id ?? "", ARABIC);
  await page.reload();
  await print.click();
  await expect(page.locator("body[data-printing]")).toBeAttached();
  await page.emulateMedia({ media: "print" });
  const answer = page.locator(".print-sheet dd");
  await expect(answer).toHaveText(ARABIC);
  const sides = await answer.evaluate((element) => {
    const range = document.createRange();
    range.selectNodeContents(element);
    const text = range.getBoundingClientRect();
    const box = element.getBoundingClientRect();
    return { left: text.left - box.left, right: box.right - text.right };
  });
  expect(sides.right).toBeLessThanOrEqual(1);
  expect(sides.left).toBeGreaterThan(sides.right);
  expect(await pagesOf(await page.pdf({ format: "A4" }))).toHaveLength(2);
});

/** One that fills pages by itself, one full of markup, the others a few lines to half a page long. */
const LONGEST = 7;
function answerTo(index: number): string {
  const length = index === LONGEST ? 9_000 : index === 3 ? 100 : 200 + ((index * 397) % 1_900);
  const words = index === 3 ? `${ATTACK} ` : `I remember the smell of the kitchen on day ${index}. `;
  return `begin${index}. ${words.repeat(Math.ceil(length / words.length))}\n\nend${index}.`;
}

/** The text of each page, its lines joined. */
async function pagesOf(pdf: Uint8Array): Promise<string[]> {
  const parser = new PDFParse({ data: pdf });
  const { pages } = await parser.getText();
  await parser.destroy();
  return pages.map(({ text }) => text.replaceAll(/\s+/g, " "));
}
