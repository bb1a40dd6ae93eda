import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { formatter } from "@lingui/format-po";
import { compileMessage } from "@lingui/message-utils/compileMessage";
import { describe, expect, it } from "vitest";
import { screenLanguages } from "#shared/screen-languages.ts";

const folder = fileURLToPath(new URL("./", import.meta.url));
const catalogs = readdirSync(folder)
  .filter((file) => file.endsWith(".po"))
  .map((file) => file.slice(0, -".po".length));

/** Each message in English, with its translation. */
async function messagesOf(language: string): Promise<[english: string, translation: string][]> {
  const text = readFileSync(`${folder}${language}.po`, "utf8");
  const entries = await formatter().parse(text, { locale: language, sourceLocale: "en", filename: "" });
  return Object.values(entries).map(({ message = "", translation = "" }) => [message, translation]);
}

type Token = string | readonly [name: string, type?: string, forms?: unknown];

/** What is filled in: names, and tags of elements; each once, as a plural may say a name in each of its forms. */
function placesOf(message: string): string[] {
  const places = new Set(message.match(/<\/?\w+\/?>/g));
  const read = (tokens: readonly Token[]) => {
    for (const token of tokens) {
      if (typeof token === "string") continue;
      const [name, type, forms] = token;
      places.add(`{${name}}`);
      if (type !== undefined) for (const form of formsOf(forms)) read(form);
    }
  };
  read(compileMessage(message));
  return [...places].sort();
}

const formsOf = (forms: unknown): (readonly Token[])[] =>
  Object.values(forms ?? {}).filter((form): form is readonly Token[] => Array.isArray(form));

/** The plural forms that a translation lacks. */
function missingForms(language: string, translation: string): string[] {
  const wanted = new Intl.PluralRules(language).resolvedOptions().pluralCategories;
  return compileMessage(translation).flatMap((token) => {
    if (typeof token === "string" || token[1] !== "plural") return [];
    return wanted.filter((form) => !Object.hasOwn(Object(token[2]), form)).map((form) => `${token[0]}: ${form}`);
  });
}

describe.each(catalogs.filter((language) => language !== "en"))("the catalog of %s", (language) => {
  it("fills in what the English fills in, and has every plural form of its language [T155]", async () => {
    const wrong = (await messagesOf(language)).flatMap(([english, translation]) => {
      if (translation === "") return [];
      const isSame = placesOf(english).join() === placesOf(translation).join();
      const forms = missingForms(language, translation);
      return isSame && forms.length === 0 ? [] : [`${english} -> ${translation} ${forms.join(", ")}`];
    });
    expect(wrong).toEqual([]);
  });
});

describe("the languages that screens are offered in", () => {
  it.each(Object.keys(screenLanguages))("have a translation of every message: %s [T155]", async (language) => {
    const missing = (await messagesOf(language)).filter(([, translation]) => translation === "" && language !== "en");
    expect(missing.map(([english]) => english)).toEqual([]);
  });
});
