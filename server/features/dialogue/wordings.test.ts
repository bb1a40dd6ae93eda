import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { processorMs } from "../../../tests/support/processor-time.ts";
import { languages } from "../../languages/languages.ts";
import { understandTurn } from "./dialogue.ts";

const hear = (language: string, question: string) =>
  understandTurn({ pet: { name: "Tucker", language }, question, turns: [], evidence: [] }).act;

describe("small talk in one of its wordings", () => {
  it.each([
    ["en", "how'd your day go then", "howAreYou"],
    ["en", "So who are you again?", "whoAreYou"],
    ["en", "have you got something funny for me?", "jokeWanted"],
    ["en", "nobody tells stories like you do", "compliment"],
    ["de", "du gehst mir auf die Nerven", "insult"],
    ["de", "und wie geht's weiter?", "more"],
    ["fr", "t'es une personne ou une appli ?", "areYouReal"],
    ["fr", "y a pas plus doux que toi", "compliment"],
    ["es", "mira quién ha vuelto", "greeting"],
    ["it", "e come va avanti?", "more"],
    ["pt", "com quem estou falando?", "whoAreYou"],
    ["nl", "hoe was je dag tot nu toe?", "howAreYou"],
    ["ru", "и чем всё закончилось?", "more"],
    ["ja", "人間なの？それともアプリなの？", "areYouReal"],
    ["ko", "오늘 하루 어땠어?", "howAreYou"],
    ["zh", "今天过得怎么样呀", "howAreYou"],
    ["hi", "कोई मज़ेदार बात सुनाओ ना", "jokeWanted"],
    ["ar", "شو صار بعدين؟", "more"],
  ])("is known (%s): %s", (language, said, act) => {
    expect(hear(language, said)).toBe(act);
  });

  it.each([
    ["en", "sit!", "question"],
    ["en", "woof woof", "greeting"],
    ["en", "come here boy", "greeting"],
    ["en", "sing me a song", "jokeWanted"],
    ["en", "feeling down today", "sad"],
    ["de", "sitz!", "question"],
    ["es", "guau guau", "greeting"],
    ["fr", "assis !", "question"],
    ["it", "vieni qui bello", "greeting"],
    ["pt", "canta pra mim", "jokeWanted"],
    ["nl", "woef woef", "greeting"],
    ["ru", "иди сюда, малыш", "greeting"],
    ["ja", "おすわり！", "question"],
    ["ko", "앉아!", "question"],
    ["zh", "汪汪汪", "greeting"],
    ["hi", "कोई गाना सुनाओ", "jokeWanted"],
    ["ar", "تعال هنا", "greeting"],
  ])("is met where it is a command or an animal's voice (%s): %s", (language, said, act) => {
    expect(hear(language, said)).toBe(act);
  });

  it.each([
    ["en", "are you clever?"],
    ["en", "how was your day at the beach with Ruth last summer?"],
    ["en", "who are you afraid of"],
    ["de", "und wie geht's weiter mit dem Bein vom Opa?"],
    ["ru", "Ты ленивый?"],
    ["fr", "qui es-tu allé voir à Lyon ?"],
  ])("is not what only begins like it (%s): %s", (language, said) => {
    expect(hear(language, said)).toBe("question");
  });

  it("stays what it is where it is an example of another kind, word for word", () => {
    expect(hear("en", "no thanks")).toBe("no");
  });

  it.each(languages)("is told apart at once, however its words follow each other ($code)", (language) => {
    const { before, after, kinds } = language.readTurns().wordings;
    const parts = Object.values(kinds)
      .flat()
      .flatMap((wording) => wording.split(/[()|?*…]+/u));
    const words = fc.constantFrom(...before, ...after, ...parts.filter((part) => part.trim() !== ""));
    hear(language.code, "once");
    const worst = processorMs(() =>
      fc.assert(
        fc.property(fc.array(words, { minLength: 1, maxLength: 30 }), (said) => {
          expect(typeof hear(language.code, said.join(" "))).toBe("string");
        }),
        { numRuns: 30 },
      ),
    );
    expect(worst / 30).toBeLessThan(100);
  });
});
