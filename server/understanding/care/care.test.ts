import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { anyCharacter } from "#tests/support/any-character.ts";
import { languages } from "../languages/languages.ts";
import { answerCare } from "./care.ts";
import { careWordsOf } from "./care-words.ts";
import { type CarePet, careFor, careUnknown } from "./may-have.ts";
import { plainText } from "./plain-text.ts";

const dog: CarePet = { name: "Biscuit", language: "en-US", species: "dog" };
const verdictOf = (question: string, pet: Partial<CarePet> = {}) => {
  const care = careFor(question, { ...dog, ...pet });
  return care === null ? null : `${care.thing} ${care.verdict}`;
};

describe("a question whether a pet may have something", () => {
  it.each([
    ["may dogs have grapes?", "grape never"],
    ["is a carrot okay for you", "carrot fine"],
    ["how about a lick of peanut butter, no xylitol in it", "peanutButter little"],
    ["CAN U EAT CHOCLATE", "chocolate never"],
    ["xylitol?", "xylitol never"],
    ["can i give you my ibuprofen", "ibuprofen never"],
    ["is it ok if he gets a macadamia cookie", "macadamia never"],
  ])("is answered: %s", (question, expected) => {
    expect(verdictOf(question)).toBe(expected);
  });

  it("is none where a person wants it for themselves", () => {
    for (const wish of ["I want a chocolate cake for my birthday", "we want some onions on ours", "she wants a grape"])
      expect(verdictOf(wish)).toBeNull();
    expect(verdictOf("want a chocolate?")).toBe("chocolate never");
    expect(verdictOf("you want some chocolate")).toBe("chocolate never");
  });

  it("takes the species that it names, else the pet's, else the strictest verdict of all", () => {
    expect(verdictOf("may a bird have a grape?")).toBe("grape little");
    expect(verdictOf("may you have cheese?", { species: "guinea pig" })).toBe("cheese never");
    expect(verdictOf("may you have cheese?", { species: "Kaninchen", language: "de-DE" })).toBe("cheese never");
    expect(verdictOf("may you have cheese?")).toBe("cheese little");
    expect(verdictOf("may you have cheese?", { species: null })).toBe("cheese never");
    expect(verdictOf("may you have sunflower seeds?", { species: "rat" })).toBe("sunflowerSeeds little");
  });

  it("of several things is answered for the most dangerous", () => {
    expect(verdictOf("can you have carrots, apples and a few raisins?")).toBe("raisin never");
  });

  it("is understood in English, and in other languages, beside the pet's own", () => {
    expect(verdictOf("can you eat grapes?", { language: "ja-JP" })).toBe("grape never");
    expect(verdictOf("¿puedes comer uvas?")).toBe("grape never");
  });

  it("is none where a word only lies within another one", () => {
    expect(verdictOf("こわいものは？", { language: "ja-JP" })).toBeNull();
    expect(verdictOf("じゃがいもは食べてもいい？", { language: "ja-JP" })).toBe("potato little");
  });

  it("is none in a word of the pet's language that begins like a plant of another one", () => {
    const spanish = { language: "es-ES" };
    expect(["cállate", "¡cállate ya!", "¿por qué no te callas nunca?"].map((said) => verdictOf(said, spanish))).toEqual(
      [...[null, null, null]],
    );
    expect(verdictOf("can he eat calla lilies?", spanish)).toBe(verdictOf("can he eat calla lilies?"));
    expect(verdictOf("can he eat calla lilies?")).toMatch(/ never$/);
  });

  it("is none in the pet's language that is one in another, nor where only accents tell a food from a common word", () => {
    expect(verdictOf("Ich mag Pizza", { language: "de-DE" })).toBeNull();
    expect(verdictOf("mag jij pizza?", { language: "de-DE" })).toBe("pizza never");
    expect(verdictOf("mais tu peux venir ?", { language: "fr-FR" })).toBeNull();
    expect(verdictOf("tu peux manger du maïs ?", { language: "fr-FR" })).toBe("corn little");
  });

  it("leaves the pet's own name alone", () => {
    expect(verdictOf("can mango have a carrot", { name: "Mango" })).toBe("carrot fine");
  });

  it("is no question for what something is without", () => {
    expect(verdictOf("can you have carrots without salt or onions?")).toBe("carrot fine");
  });
});

describe("other messages", () => {
  it.each([
    "what do you like to eat?",
    "do you like chicken?",
    "what is your favorite cheese",
    "tell me about the day you met a carrot",
    "can you get my socks?",
    "I had grapes for lunch",
    "",
    "?!",
  ])("are none: %s", (message) => {
    expect(careFor(message, dog)).toBeNull();
    expect(careUnknown(message, dog)).toBeNull();
  });
});

describe("what a story tells", () => {
  it.each([
    ["en-US", "the wicked queen gave her a poisoned apple"],
    ["fr-FR", "la méchante reine a donné une pomme empoisonnée à blanche neige"],
    ["ja-JP", "悪い女王が白雪姫に毒リンゴを食べさせたの"],
  ])("is no question, in %s", (language, told) => {
    expect(careFor(told, { ...dog, language })).toBeNull();
  });
});

describe("a thing outside the list", () => {
  it("is named as it was written, and left to the vet", () => {
    expect(careUnknown("May you eat Jabuticaba?", dog)?.text).toMatch(/Jabuticaba.*vet/);
    expect(careUnknown("ドリアン食べてもいい？", { ...dog, language: "ja-JP" })?.text).toContain("ドリアン");
    expect(careUnknown("你能吃榴莲吗", { ...dog, language: "zh-CN" })?.text).toContain("榴莲");
  });

  it("is a question as any other where the words leave a doubt, or diary and documents answer it", () => {
    expect(careUnknown("can you eat with us at the table tonight", dog)).toBeNull();
    expect(careUnknown("can I give you a kiss?", dog)).toBeNull();
    const evidence = [{ kind: "diary" as const, about: "Food", text: "Jabuticaba, daily.", page: null }];
    const asked = { question: "may you eat jabuticaba?", pet: dog, turns: [], diary: [], library: null };
    expect(answerCare({ ...asked, evidence })).toBeNull();
    expect(answerCare({ ...asked, evidence: [] })?.verdict).toBe("unknown");
  });
});

describe("the answer", () => {
  it("is not the one that was said last", () => {
    const turns: { role: "user" | "assistant"; content: string }[] = [];
    const texts = new Set<string>();
    for (let round = 0; round < 4; round++) {
      const care = answerCare({
        question: "may you have grapes?",
        pet: dog,
        turns,
        evidence: [],
        diary: [],
        library: null,
      });
      turns.push({ role: "assistant", content: `${care?.text}\n\nMore of my own.` });
      texts.add(care?.text ?? "");
    }
    expect(texts.size).toBe(4);
  });

  it("warns of what the pet's own diary speaks against, and lets it be quoted", () => {
    const allergic = { kind: "diary" as const, about: "Health", text: "I am allergic to chicken.", page: null };
    const asked = { question: "can you have chicken?", pet: dog, turns: [], library: null };
    const care = answerCare({ ...asked, evidence: [allergic], diary: [{ answer: allergic.text }] });
    expect(care).toMatchObject({ verdict: "never", isKnown: true });
    const elsewhere = answerCare({ ...asked, evidence: [], diary: [{ answer: allergic.text }] });
    expect(elsewhere).toMatchObject({ verdict: "never", isKnown: false });
    expect(elsewhere?.text).toMatch(/speaks against|doesn't agree|warn of/);
    expect(answerCare({ ...asked, evidence: [], diary: [{ answer: "I love chicken." }] })?.verdict).toBe("fine");
  });

  it.each([
    ["en-US", "can he have beef or chicken?", "Just the chicken thing: it makes his ears itch."],
    ["de-DE", "Darfst du Rind oder Hühnchen fressen?", "Huhn verträgt er nicht, davon kratzt er sich wund."],
    ["fr-FR", "Elle peut avoir du poulet ?", "Le poulet, c'est démangeaisons assurées."],
    ["ja-JP", "鶏肉あげてもいい？", "鶏肉はかゆくなるので避けています。"],
  ])(
    "takes one of several things that diary or documents speak against for all, in %s",
    (language, question, answer) => {
      const care = answerCare({
        question,
        pet: { ...dog, language },
        turns: [],
        evidence: [],
        diary: [{ answer }],
        library: null,
      });
      expect(care).toMatchObject({ verdict: "never", isKnown: false });
      const written = answerCare({
        ...{ question, pet: { ...dog, language }, turns: [], evidence: [], diary: [] },
        library: [{ passage: answer }],
      });
      expect(written).toMatchObject({ verdict: "never", isKnown: false });
    },
  );

  it("reads the beginning of a large library", () => {
    const asked = { question: "can he have chicken?", pet: dog, turns: [], evidence: [], diary: [] };
    const against = { passage: "He is allergic to chicken." };
    const long = { passage: "He walks by the river. ".repeat(1000) };
    expect(answerCare({ ...asked, library: [against, long] })?.verdict).toBe("never");
    expect(answerCare({ ...asked, library: [long, against] })?.verdict).toBe("fine");
  });

  it.each(languages)("always asks to see a vet in $code", ({ code, care }) => {
    const vets = /v[ée]t|tierarzt|dierenarts|вет|بيطري|चिकित्सक|獣医|수의사|병원|兽医/i;
    for (const phrase of Object.values(care.phrases).flat()) expect(phrase, code).toMatch(vets);
  });
});

describe("reading any text", () => {
  it("never fails", () => {
    const text = fc.oneof(fc.string({ unit: anyCharacter, maxLength: 200 }), fc.string({ unit: "grapheme" }));
    fc.assert(
      fc.property(text, fc.constantFrom(...languages.map(({ code }) => code)), (message, language) => {
        careFor(message, { ...dog, language });
        careUnknown(message, { ...dog, language });
      }),
    );
  });

  it("reads the beginning and the end of a long message", () => {
    const long = "We went for a walk today. ".repeat(300);
    expect(verdictOf(`${long} May you have grapes?`)).toBe("grape never");
    expect(verdictOf(`May you have grapes? ${long}`)).toBe("grape never");
  });

  it.each(languages)("takes work that grows with its length alone, in $code", (language) => {
    const words = Object.values(language.care.things).flatMap((thing) => [thing.name, ...thing.words]);
    const units = [...words.filter((_word, place) => place % 50 === 0), "a", "?!", "can you eat ", "  "];
    for (const unit of units) {
      const text = plainText(unit.replaceAll("*", "").repeat(8_000).slice(0, 8_000));
      expect(careWordsOf(language).find(text).steps, unit).toBeLessThan(14 * 8_000);
    }
  });
});
