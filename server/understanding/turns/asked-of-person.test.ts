import { describe, expect, it } from "vitest";
import { type Language, languages } from "../languages/languages.ts";
import { hasAskedPerson } from "./dialogue.ts";

const isAskedBy = (content: string, language: Language) => hasAskedPerson([{ role: "assistant", content }], language);

describe.each(languages)("the last reply in $code", (language) => {
  const { phrases } = language;
  const endings = (list: keyof typeof phrases) =>
    phrases[list].map(({ say }) => say).filter((say) => /[?？؟]$/u.test(say) && !say.includes("{"));

  it("has asked of the person's life, or offered or asked something else", () => {
    const asking = [...endings("telling"), ...endings("joy"), ...endings("ownIllness")];
    expect(asking.length).toBeGreaterThan(0);
    for (const phrase of asking) expect(isAskedBy(phrase, language), phrase).toBe(true);
    for (const { say } of [...phrases.unknown, ...phrases.offerMore, ...phrases.goodNight])
      expect(isAskedBy(say, language), say).toBe(false);
  });

  it("is that of the pet, and there is none at first", () => {
    const [asking = ""] = endings("telling");
    expect(hasAskedPerson([{ role: "user", content: asking }], language)).toBe(false);
    expect(hasAskedPerson([], language)).toBe(false);
  });
});
