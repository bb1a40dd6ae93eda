import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { languages as offered } from "#shared/voices.ts";
import { anyCharacter } from "#tests/support/any-character.ts";
import { type EmergencySamples, samplesOf } from "#tests/support/language-samples.ts";
import { languages } from "../languages/languages.ts";
import { helpAfterAsking, helpFor } from "./emergency.ts";
import { MOST_TRIALS, matchesIn } from "./patterns.ts";
import { comparedForm } from "./plain.ts";
import { plainEmergency, recognizeEmergency } from "./recognize.ts";

function measure(language: string, { animal, person, ordinary }: EmergencySamples, recognize = plainEmergency) {
  const kindOf = (message: string) => recognize(message, language)?.kind;
  const missed = [
    ...animal.filter((message) => kindOf(message) !== "vet"),
    ...person.filter((message) => kindOf(message) !== "person"),
  ];
  const alarms = ordinary.filter((message) => kindOf(message) !== undefined);
  return { missed, alarms, emergencies: animal.length + person.length, ordinary: ordinary.length };
}

function joined(rounds: readonly EmergencySamples[]): EmergencySamples {
  return {
    animal: rounds.flatMap(({ animal }) => animal),
    person: rounds.flatMap(({ person }) => person),
    ordinary: rounds.flatMap(({ ordinary }) => ordinary),
  };
}

const measured = languages.map(({ code }) => ({ language: code, ...measure(code, joined(samplesOf(code).emergency)) }));
const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);

describe("words of an emergency", () => {
  it.each(measured)("are heard in $language, and everyday talk is left alone", (result) => {
    expect(result.missed.length / result.emergencies, result.missed.join("\n")).toBeLessThanOrEqual(0.15);
    expect(result.alarms.length / result.ordinary, result.alarms.join("\n")).toBeLessThanOrEqual(0.15);
  });

  it("are heard nearly always, and seldom where there are none", () => {
    const recall = 1 - sum(measured.map(({ missed }) => missed.length)) / sum(measured.map((one) => one.emergencies));
    const alarms = sum(measured.map((one) => one.alarms.length)) / sum(measured.map((one) => one.ordinary));
    expect(recall).toBeGreaterThanOrEqual(0.95);
    expect(alarms).toBeLessThanOrEqual(0.05);
  });

  it("are heard in whichever language they come, and answered in it", () => {
    for (const language of languages) {
      if (language.code === "en") continue;
      const [first] = samplesOf(language.code).emergency;
      expect(plainEmergency(first?.person[1] ?? "", "en-US")).toEqual({
        kind: "person",
        certainty: "certain",
        language,
      });
    }
  });

  it("are heard among other languages, and a person's danger before an animal's", () => {
    expect(plainEmergency("Hola Luna, how are you? Mi perro no respira!", "en-US")?.language.code).toBe("es");
    expect(plainEmergency("My dog ate chocolate. I want to die.", "en-US")?.kind).toBe("person");
  });

  it("are heard with a slip of the keys, without apostrophes and in capitals", () => {
    for (const typed of ["HE ATE CHOCLATE", "he ate chocoalte!!", "she cant breathe", "He can’t   breathe"])
      expect(plainEmergency(typed, "en-US"), typed).toMatchObject({ kind: "vet", language: { code: "en" } });
  });

  it.each([
    ["ja", "むねが いたい、いきが くるしい"],
    ["ko", "아빠가숨을못쉬어"],
    ["ko", "아빠가 숨 을 못 쉬 어"],
    ["zh", "爸爸 突然倒在地上，没有 呼吸了"],
  ])("are heard with spaces and without them (%s): %s", (language, message) => {
    expect(recognizeEmergency(message, language)).toMatchObject({ kind: "person", certainty: "certain" });
  });

  it.each([
    ["ja", "母が急に倒れた", "person"],
    ["ja", "犬が急に倒れた", "vet"],
    ["ko", "할머니가 쓰러졌어", "person"],
    ["ko", "강아지가 쓰러졌어", "vet"],
    ["zh", "奶奶没有呼吸了", "person"],
    ["zh", "猫没有呼吸了", "vet"],
  ])("are the animal's unless more of them tell of a person (%s): %s", (language, message, kind) => {
    expect(recognizeEmergency(message, language)?.kind).toBe(kind);
  });

  it.each([
    ["ja", "十年前に父が倒れて意識がなかった"],
    ["ko", "예전에 할머니가 쓰러진 적이 있어"],
    ["zh", "爷爷去年突然晕倒在地上"],
  ])("are none where an illness is long past (%s): %s", (language, message) => {
    expect(recognizeEmergency(message, language)?.kind).not.toBe("person");
  });

  it("are heard beside a saying", () => {
    expect(plainEmergency("I'm dying laughing", "en-US")).toBeNull();
    expect(plainEmergency("I'm dying laughing but I really want to die", "en-US")?.kind).toBe("person");
  });
});

describe("what a pet is usually asked", () => {
  it.each(languages)("is no emergency in $code", (language) => {
    const texts = Object.values(language.readParaphrases()).flatMap(({ ask, terms }) => [...ask, ...terms]);
    // Among the terms there are words such as 'fracture', which alone may well alarm.
    const questions = texts.filter(({ length }) => length >= 8);
    expect(questions.length).toBeGreaterThan(100);
    expect(questions.filter((question) => plainEmergency(question, "en-US") !== null)).toEqual([]);
  });
});

describe("the help", () => {
  const textOf = (message: string, locale: string) => helpFor(message, locale)?.text;

  it("names the numbers of the pet's region, and the country with them", () => {
    expect(textOf("I want to kill myself", "en-US")).toMatch(/in the US and Canada 911.*988.*findahelpline\.com/);
    expect(textOf("I want to kill myself", "en-GB")).toContain("116 123");
    expect(textOf("I want to kill myself", "de-DE")).toContain("112");
    expect(textOf("He ate chocolate", "en-US")).toContain("888 426 4435");
    expect(textOf("He ate chocolate", "en-GB")).not.toMatch(/\d/);
    expect(helpFor("Do you like chocolate?", "en-US")).toBeNull();
  });

  it.each(
    languages.flatMap(({ code, emergency }) =>
      (["person", "vet"] as const).map((kind) => [code, kind, emergency] as const),
    ),
  )("comes after the pet asked, by the button or not, in %s (%s)", (code, kind, { choices, help, petRelieved }) => {
    const offered = Object.values(choices[kind]).map((label) => ({ label, question: label }));
    const answer = (message: string) => helpAfterAsking(message, offered, `${code}-XX`);
    expect(answer(` ${choices[kind].help.toUpperCase()} `)).toMatchObject({ kind, text: help[kind].other });
    expect(answer(choices[kind].fine)).toMatchObject({ certainty: "denied", text: null, petSays: [petRelieved[kind]] });
    expect(answer("Do you like the park?")).toBeNull();
    expect(helpAfterAsking(choices[kind].help, [], `${code}-XX`)).toBeNull();
  });
});

describe("reading any text", () => {
  it("never fails", () => {
    const text = fc.oneof(fc.string({ unit: anyCharacter, maxLength: 300 }), fc.string({ unit: "grapheme" }));
    fc.assert(
      fc.property(text, fc.constantFrom(...offered.map(({ code }) => code)), (message, locale) => {
        recognizeEmergency(message, locale);
      }),
    );
  });

  it("comes to an end on long text that nearly matches, everywhere", { timeout: 60_000 }, () => {
    const units = ["he ate not ", "blood ", "not  ", "hit me with ", "a", "chocolate", "숨을 ", "我", "ガ"];
    // Work that grew with the square of the length would take minutes here.
    for (const unit of units) expect(() => recognizeEmergency(unit.repeat(30_000), "en-US")).not.toThrow();
    // Each sentence is held against every pattern of every language: four times the longest message is enough of them.
    expect(() => recognizeEmergency("laughing . ".repeat(3_000), "en-US")).not.toThrow();
  });

  /** How many patterns are tried at a place of the text. */
  function trialsIn(text: string): number {
    const effort = { left: MOST_TRIALS };
    for (const sentence of comparedForm(text).split("\n")) matchesIn(sentence, effort);
    return MOST_TRIALS - effort.left;
  }

  it.each(languages)("tries few patterns on the longest message in $code", (language) => {
    const questions = Object.values(language.readParaphrases()).flatMap(({ ask }) => ask);
    expect(trialsIn(questions.join("\n").slice(0, 8_000))).toBeLessThan(MOST_TRIALS / 2);
  });

  it("tries none on signs, and no more than it may", () => {
    for (const unit of ["!", "! ", ". ", "?!", ", ", "ガ", "😀", "\u200b", "ﷺ"])
      expect(trialsIn(unit.repeat(8_000).slice(0, 8_000)), unit).toBe(0);
    const effort = { left: 100 };
    matchesIn("he ate chocolate ".repeat(400), effort);
    expect(effort.left).toBe(0);
  });
});

describe("what is not said plainly", () => {
  it.each(["mi perro no respira", "mon chien ne respire plus", "meine Katze krampft"])(
    "is an emergency for a pet of another language: %s",
    (message) => {
      expect(recognizeEmergency(message, "en-US")?.kind).toBe("vet");
    },
  );

  it.each([
    ["en-US", "his legs keep going as if he was running and he looks straight through me", "vet"],
    ["en-US", "I have all the pills in a row on the table", "person"],
    ["en-US", "daddy sleeps on the kitchen floor and his face is a strange color", "person"],
    ["de-DE", "ihr Zahnfleisch ist ganz weiß und sie kommt nicht mehr hoch", "vet"],
    ["es-ES", "nadie me echaría de menos si yo no estuviera", "person"],
    ["fr-FR", "il y a une plaquette de comprimés mâchouillée et elle titube", "vet"],
    ["fr-FR", "mon chien a mangé des raisins secs, peut-il manger ce soir ?", "vet"],
    ["ja-JP", "わたしがいなくなっても誰も気づかない", "person"],
    ["en-US", "nadie me echaría de menos si yo no estuviera, ya he escrito las cartas", "person"],
  ] as const)("is heard in %s: %s", (locale, message, kind) => {
    expect(recognizeEmergency(message, locale)?.kind).toBe(kind);
  });

  it.each([
    ["en-US", "your legs were paddling in your sleep, what did you dream of?"],
    ["en-US", "I miss you so much since you are gone"],
    ["en-US", "you're choking me with your farts again, buddy"],
    ["de-DE", "Opa ist letztes Jahr gestorben und ich bin traurig"],
    ["fr-FR", "un chien peut-il manger des raisins secs ?"],
    ["fr-FR", "une chatte peut-elle manger du chocolat ?"],
    ["ja-JP", "おなかすいて死にそう"],
  ] as const)("is told from what is no emergency in %s: %s", (locale, message) => {
    expect(recognizeEmergency(message, locale)).toBeNull();
  });

  it("makes plain words no less heard, and everyday talk seldom alarming", () => {
    const all = languages.map(({ code }) => measure(code, joined(samplesOf(code).emergency), recognizeEmergency));
    const missed = all.flatMap((one) => one.missed);
    const alarms = all.flatMap((one) => one.alarms);
    expect(missed.length / sum(all.map((one) => one.emergencies)), missed.join("\n")).toBeLessThanOrEqual(0.05);
    expect(alarms.length / sum(all.map((one) => one.ordinary)), alarms.join("\n")).toBeLessThanOrEqual(0.08);
  });
});
