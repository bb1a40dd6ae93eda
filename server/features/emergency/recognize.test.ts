import { readdirSync, readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { languages } from "../../../shared/voices.ts";
import { byLanguage } from "./by-language.ts";
import { helpFor } from "./emergency.ts";
import type { EmergencyWords } from "./emergency-words.ts";
import { recogniseEmergency } from "./recognize.ts";
import { ar } from "./samples/ar.ts";
import { de } from "./samples/de.ts";
import { en } from "./samples/en.ts";
import { es } from "./samples/es.ts";
import { fr } from "./samples/fr.ts";
import { hi } from "./samples/hi.ts";
import { it as italian } from "./samples/it.ts";
import { ja } from "./samples/ja.ts";
import { ko } from "./samples/ko.ts";
import { nl } from "./samples/nl.ts";
import { pt } from "./samples/pt.ts";
import { ru } from "./samples/ru.ts";
import type { Samples } from "./samples/samples.ts";
import { secondLook } from "./samples/second-look.ts";
import { thirdLook } from "./samples/third-look.ts";
import { zh } from "./samples/zh.ts";

const samples: Record<string, Samples> = { en, es, fr, de, it: italian, pt, nl, ru, ar, hi, zh, ja, ko };

function measure(language: string, { animal, person, ordinary }: Samples) {
  const kindOf = (message: string) => recogniseEmergency(message, language)?.kind;
  const missed = [
    ...animal.filter((message) => kindOf(message) !== "vet"),
    ...person.filter((message) => kindOf(message) !== "person"),
  ];
  const alarms = ordinary.filter((message) => kindOf(message) !== undefined);
  return { missed, alarms, emergencies: animal.length + person.length, ordinary: ordinary.length };
}

function joined(language: string, first: Samples): Samples {
  const all = [first, secondLook[language], thirdLook[language]].filter((one) => one !== undefined);
  return {
    animal: all.flatMap(({ animal }) => animal),
    person: all.flatMap(({ person }) => person),
    ordinary: all.flatMap(({ ordinary }) => ordinary),
  };
}

const measured = Object.entries(samples).map(([language, first]) => ({
  language,
  ...measure(language, joined(language, first)),
}));
const paraphrases = new URL("../../db/seed/paraphrases/", import.meta.url);
const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);

describe("words of an emergency", () => {
  it("are known in every language of the catalogue", () => {
    const spoken = new Set(languages.map(({ code }) => code.split("-")[0]));
    expect(new Set(Object.keys(byLanguage))).toEqual(spoken);
    expect(new Set(Object.keys(samples))).toEqual(spoken);
  });

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
    for (const [language, { person }] of Object.entries(samples)) {
      if (language === "en") continue;
      expect(recogniseEmergency(person[1] ?? "", "en-US")).toEqual({ kind: "person", language });
    }
  });

  it("are heard among other languages, and a person's danger before an animal's", () => {
    expect(recogniseEmergency("Hola Luna, how are you? Mi perro no respira!", "en-US")?.language).toBe("es");
    expect(recogniseEmergency("My dog ate chocolate. I want to die.", "en-US")?.kind).toBe("person");
  });

  it("are heard with a slip of the keys, without apostrophes and in capitals", () => {
    for (const typed of ["HE ATE CHOCLATE", "he ate chocoalte!!", "she cant breathe", "He can’t   breathe"])
      expect(recogniseEmergency(typed, "en-US"), typed).toEqual({ kind: "vet", language: "en" });
  });

  it("are heard beside a saying", () => {
    expect(recogniseEmergency("I'm dying laughing", "en-US")).toBeNull();
    expect(recogniseEmergency("I'm dying laughing but I really want to die", "en-US")?.kind).toBe("person");
  });
});

describe("what a pet is usually asked", () => {
  it.each(readdirSync(paraphrases))("is no emergency: %s", (file) => {
    const questions = readFileSync(new URL(file, paraphrases), "utf8").match(/"[^"]{8,}"/g) ?? [];
    expect(questions.length).toBeGreaterThan(100);
    expect(questions.filter((question) => recogniseEmergency(question, "en-US") !== null)).toEqual([]);
  });
});

describe("the help", () => {
  const texts = Object.values<EmergencyWords>(byLanguage)
    .flatMap(({ help }) => [help.vet, help.person])
    .flatMap((byRegion) => Object.values({ ...byRegion }))
    .filter((text) => text !== undefined);

  it("is one paragraph of plain text, short enough to be heard out", () => {
    for (const text of texts) {
      expect(text).not.toMatch(/[\n*_#<>[\]]/);
      expect(text.length).toBeLessThan(620);
    }
  });

  it("names the numbers of the pet's region, and the country with them", () => {
    expect(helpFor("I want to kill myself", "en-US")?.text).toMatch(
      /in the US and Canada 911.*988.*findahelpline\.com/,
    );
    expect(helpFor("I want to kill myself", "en-GB")?.text).toContain("116 123");
    expect(helpFor("I want to kill myself", "de-DE")?.text).toContain("112");
    expect(helpFor("He ate chocolate", "en-US")?.text).toContain("888 426 4435");
    expect(helpFor("He ate chocolate", "en-GB")?.text).not.toMatch(/\d/);
    expect(helpFor("Do you like chocolate?", "en-US")).toBeNull();
  });
});

describe("reading any text", () => {
  it("never fails", () => {
    const text = fc.oneof(fc.string({ unit: "binary", maxLength: 300 }), fc.string({ unit: "grapheme" }));
    fc.assert(
      fc.property(text, fc.constantFrom(...languages.map(({ code }) => code)), (message, locale) => {
        recogniseEmergency(message, locale);
      }),
    );
  });

  it("comes to an end on long text that nearly matches, everywhere", { timeout: 60_000 }, () => {
    const units = [
      "he ate not ",
      "blood ",
      "not  ",
      "hit me with ",
      "a",
      "chocolate",
      "숨을 ",
      "我",
      "ガ",
      "laughing . ",
    ];
    // Work that grew with the square of the length would take minutes here.
    for (const unit of units) expect(() => recogniseEmergency(unit.repeat(30_000), "en-US")).not.toThrow();
  });

  it("uses only patterns whose repetitions are letters to a word's end and bounded gaps", () => {
    for (const { help, petSays, spaced, attached, ...lists } of Object.values<EmergencyWords>(byLanguage))
      for (const pattern of Object.values(lists).flat()) expect(pattern).not.toMatch(/[+{}[\]\\^$]|\.\*/);
  });
});
