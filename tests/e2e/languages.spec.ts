import { expect, type Page } from "@playwright/test";
import { isScreenLanguage, type ScreenLanguage, screenLanguages } from "#shared/screen-languages.ts";
import { expectAccessibleWords, expectFitsPhone } from "./support/accessible.ts";
import { type MainScreen, openScreen, publicScreens, screensOf, TALKED } from "./support/main-screens.ts";
import { makePet, questionsOf, saveAnswer } from "./support/pets.ts";
import { administratorTest as test } from "./support/product.ts";

/** `npm run walks` walks all of them, which takes too long for each test run. */
const walked = (process.env.WALKED_LANGUAGES ?? "en,ar,de,ja").split(",").filter(isScreenLanguage);

/** Goes to each screen, first to those of people who are not signed in. */
async function walk(page: Page, url: string, language: string, look: (screen: MainScreen) => Promise<void>) {
  const cookies = await page.context().cookies();
  const petId = await makeTalkedTo(page, url);
  await page.context().clearCookies();
  await readIn(page, url, language);
  for (const screen of publicScreens) {
    await openScreen(page, url, screen);
    await look(screen);
  }
  await page.context().addCookies(cookies);
  await readIn(page, url, language);
  for (const screen of screensOf(petId)) {
    await openScreen(page, url, screen);
    await look(screen);
  }
}

/** A pet whose words run the other way than most screens, with an answer in its diary and a chat. */
async function makeTalkedTo(page: Page, url: string): Promise<string> {
  const at = { page, url };
  const id = await makePet(at, { name: "بسكويت", language: "ar-SA", voiceName: "ar-SA-ZariyahNeural" });
  const [question] = await questionsOf(at);
  await saveAnswer(at, id, question?.id ?? "", "أحب كرة Kong حمراء رقم 12.");
  const data = { message: TALKED, generateAudio: false };
  expect((await page.request.post(`${url}/api/agents/${id}/chat`, { data })).ok()).toBe(true);
  return id;
}

async function readIn(page: Page, url: string, language: string): Promise<void> {
  await page.context().addCookies([{ name: "language", value: language, url }]);
}

for (const language of walked)
  test(`every main screen is in ${language}, runs its way, fits and is accessible [T155]`, async ({
    page,
    product: { url },
  }) => {
    test.setTimeout(600_000);
    await walk(page, url, language, async ({ name }) => {
      await expectRunsIn(page, language, name);
      await expectAccessibleWords(page, name);
      await expectFitsPhone(page, name);
      expect.soft(await textsBeyondTheirBox(page), name).toEqual([]);
    });
  });

async function expectRunsIn(page: Page, language: ScreenLanguage, name: string): Promise<void> {
  const { lang, dir } = await page.evaluate(() => ({
    lang: document.documentElement.lang,
    dir: document.documentElement.dir,
  }));
  expect({ lang, dir: dir || "ltr" }, name).toEqual({ lang: language, dir: screenLanguages[language].dir });
}

/** Controls and headings whose words stand out of them. */
const textsBeyondTheirBox = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>("button, a, label, [role=tab], h1, h2, h3, th")]
      .filter((element) => element.checkVisibility() && getComputedStyle(element).display !== "inline")
      .filter((element) => getComputedStyle(element).overflowX === "visible")
      .filter(({ scrollWidth, clientWidth }) => clientWidth > 1 && scrollWidth > clientWidth + 1)
      .map(({ textContent }) => textContent.trim())
      .filter((text) => text !== ""),
  );

test("a person chooses a language, which stays, and one that is unknown is English", async ({ page, product }) => {
  await page.context().clearCookies();
  await page.goto(product.url);
  await page.getByRole("combobox", { name: "Language" }).selectOption("Deutsch");
  await expect(page.locator("html")).toHaveAttribute("lang", "de");
  await expect(page.getByRole("combobox", { name: "Sprache" })).toHaveValue("de");
  await page.goto(`${product.url}/login`);
  await expect(page.getByRole("combobox", { name: "Sprache" })).toHaveValue("de");
  await readIn(page, product.url, "tlh");
  await page.goto(product.url);
  await expect(page.locator("html")).toHaveAttribute("lang", "en");
  await expect(page.getByRole("combobox", { name: "Language" })).toHaveValue("en");
});
