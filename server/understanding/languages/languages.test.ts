import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, describe, expect, it } from "vitest";
import seededQuestions from "#server/features/seed/data/questions.json" with { type: "json" };
import { samplesOf } from "#tests/support/language-samples.ts";
import { processorMs } from "#tests/support/processor-time.ts";
import { danger } from "./danger-schema.ts";
import { labels } from "./labels-schema.ts";
import { Language, LanguageFileError, languageFor, languageOf, languages, readWords } from "./languages.ts";
import { localizeQuestion } from "./localize-question.ts";
import { ownFacts } from "./own-facts-schema.ts";
import {
  care,
  dialogue,
  diaryQuestions,
  diaryVoice,
  emergency,
  paraphrases,
  phrases,
  questions,
  turns,
  writing,
} from "./schema.ts";

const here = new URL("../data/", import.meta.url);
const files = [
  ...[
    "care.json",
    "danger.json",
    "dialogue.json",
    "diary-questions.json",
    "diary-voice.json",
    "emergency-examples.json",
  ],
  ...[
    "emergency.json",
    "first-words.json",
    "in-memory.json",
    "interview.json",
    "interviewer.json",
    "labels.json",
    "memory-topics.json",
    "memory.json",
    "own-facts.json",
  ],
  "paraphrases.json",
  ...["phrases.json", "questions.json"],
  ...["turns.json", "writing.json"],
];

describe("the languages", () => {
  it("have a folder each, and nobody else has", () => {
    const folders = readdirSync(here, { withFileTypes: true }).filter((entry) => entry.isDirectory());
    expect(folders.map(({ name }) => name).sort()).toEqual(languages.map(({ code }) => code).sort());
  });

  it("are found by a locale", () => {
    expect(["pt-BR", "PT", "pt_PT"].map((locale) => languageFor(locale)?.code)).toEqual(["pt", "pt", "pt"]);
    expect(["sv-SE", "", "../en", "constructor"].map((locale) => languageFor(locale))).toEqual(
      Array(4).fill(undefined),
    );
    expect(languageOf("EN-us")).toBe("en");
  });

  it("can be used, file by file", () => {
    for (const language of languages) expect(Object.keys(language.readAll())).toHaveLength(files.length);
  });

  it("are missed by name", () => {
    const missing = () => new Language("sv").readAll();
    expect(missing).toThrow(LanguageFileError);
    expect(missing).toThrow(/sv\/[a-z-]+\.json can't be read/);
  });
});

describe.each(languages)("the files of $code", (language) => {
  it("are all there, and no other", () => {
    expect(readdirSync(new URL(`${language.code}/`, here)).sort()).toEqual(files);
  });

  it("have samples for the tests", () => {
    const { emergency: rounds } = samplesOf(language.code);
    for (const { animal, person, ordinary } of rounds)
      for (const messages of [animal, person, ordinary]) expect(messages.length).toBeGreaterThan(0);
  });

  it("hold paraphrases of every seeded question", () => {
    const keys = seededQuestions.map(({ key }) => key);
    expect(Object.keys(language.readParaphrases()).sort()).toEqual(keys.sort());
  });

  it("hold every seeded question once, in the diary's order", () => {
    const wordings = Object.values(language.diaryQuestions);
    expect(Object.keys(language.diaryQuestions)).toEqual(seededQuestions.map(({ key }) => key));
    for (const word of ["question", "topic"] as const)
      expect(new Set(wordings.map((wording) => wording[word])).size).toBe(seededQuestions.length);
  });

  it("hold no example of two kinds of turns", () => {
    const examples = Object.values(language.readTurns().examples).flat();
    expect(examples.filter((text, place) => examples.indexOf(text) !== place)).toEqual([]);
  });

  it("have patterns that are regular expressions", () => {
    for (const source of [language.diaryVoice.firstPerson, language.diaryVoice.personal])
      expect(() => new RegExp(source, "iu")).not.toThrow();
  });

  it("have no pattern that takes its time over words said again and again", () => {
    for (const source of [language.diaryVoice.firstPerson, language.diaryVoice.personal]) {
      const words = source.match(/[\p{L}\p{M}]{2,}/gu) ?? [];
      const spent = processorMs(() => {
        for (const word of words.slice(0, 80).flatMap((each) => [each, `${each} `, `${each}, `]))
          new RegExp(source, "iu").test(`${word.repeat(60).slice(0, 60)}#x?x`);
      });
      expect(spent).toBeLessThan(20_000);
    }
  });
});

describe("a diary question in a pet's language", () => {
  it("is the seeded text in English, which is what the screen shows", () => {
    const english = Object.entries(languageFor("en")?.diaryQuestions ?? {}).map(([key, { question }]) => [
      key,
      question,
    ]);
    expect(english).toEqual(seededQuestions.map(({ key, question }) => [key, question]));
  });

  it("is found by its key", () => {
    const toy = { key: "favorite_toy", question: "What is my favorite toy?" };
    expect(localizeQuestion("de-AT", toy)).toBe("Was ist mein Lieblingsspielzeug?");
    expect(localizeQuestion("en-US", toy)).toBe(toy.question);
  });

  it("is the administrator's own where it was added, reworded or is of a language that is not offered", () => {
    for (const [locale, key, question] of [
      ["de-DE", null, "Which planet is mine?"],
      ["de-DE", "favorite_toy", "Which toy is mine, and who gave it to me?"],
      ["de-DE", "constructor", "Which toy is mine?"],
      ["sv-SE", "favorite_toy", "What is my favorite toy?"],
    ] as const)
      expect(localizeQuestion(locale, { key, question })).toBe(question);
  });

  it("is a way to ask the pet, too", () => {
    expect(languageFor("de")?.readParaphrases().favorite_toy?.ask).toContain("Was ist mein Lieblingsspielzeug?");
  });
});

describe("a mistake in a file", () => {
  const root = mkdtempSync(join(tmpdir(), "pet-languages-"));
  const folder = pathToFileURL(`${root}/`);
  mkdirSync(join(root, "xx"));
  afterAll(() => rmSync(root, { recursive: true }));

  const schemas = {
    ...{ care, dialogue, "diary-questions": diaryQuestions, "diary-voice": diaryVoice },
    ...{ danger, emergency, labels, "own-facts": ownFacts, paraphrases, phrases, questions, turns, writing },
  } as const;

  /** What is said of an English file in which something was changed. */
  function complaintAbout(topic: keyof typeof schemas, from: string | RegExp, to: string): string {
    const original = readFileSync(new URL(`en/${topic}.json`, here), "utf8");
    const changed = original.replace(from, () => to);
    expect(changed).not.toBe(original);
    writeFileSync(join(root, `xx/${topic}.json`), changed);
    try {
      readWords("xx", topic, schemas[topic], folder);
    } catch (error) {
      if (error instanceof LanguageFileError) return error.message;
      throw error;
    }
    return "";
  }

  it.each([
    ["writing", '"Latin"', '"Klingon"', "at script: "],
    ["writing", '"spaced"', '"spacious"', "at spaced: "],
    ["labels", '"weight"', '"girth"', "at weight: "],
    ["questions", '"stopWords": [', '"stopWords": ["more than one", ', "at stopWords.0: must be one word"],
    ["questions", '"stopWords": [', '"stopWords": ["about", ', 'at stopWords.2: "about" is there twice'],
    ["questions", '"find": "', '"find": "(', "at respell.0.find: SyntaxError"],
    ["emergency", '"eaten": [', '"eaten": ["(ate|eat", ', "at eaten.0: must close each bracket"],
    ["emergency", '"vet": [', '"vet": ["a{2,}", ', "at vet.0: may hold no other signs"],
    [
      "danger",
      '"base": "kill {self}"',
      '"base": "kill {selve}"',
      "at phrases.0.forms.base: {selve} stands for nothing",
    ],
    ["danger", '"persons": [', '"persons": ["he", ', "at words.subject: must have one entry for each of the 5 persons"],
    ["danger", '"words": {', '"words": { "base": "be", ', "at words.base: is the name of a form too"],
    ["danger", '"frames": [', '"frames": ["{iam} {bass}", ', "at frames.0: {bass} stands for nothing"],
    ["emergency", '"petSays": {', '"petSays": { "cat": "Miau.", ', "at petSays: "],
    ["emergency", '"other": "', '"other": "**', "at help.vet.other: must hold no markup"],
    ["emergency", '"other": "', `"other": "${"long ".repeat(120)}`, "at help.vet.other: must be shorter"],
    ["emergency", '"US": "', '"usa": "', "at help.vet.usa: must be two capital letters"],
    ["phrases", /"insult": \[[^\]]*\]/, '"insult": ["Aww.", "Oh."]', "at insult: must hold 4 phrases for every animal"],
    ["phrases", /"insult": \[\s*("[^"]*")/, '"insult": ["Oh.", "Oh."', "at insult: holds a phrase twice"],
    ["phrases", '"insult": [', '"insult": ["", ', "at insult.0: must be a line of text"],
    ["phrases", '"insult": [', '"insult": ["{text}!", ', "at insult.0: holds a placeholder"],
    ["phrases", '"insult": [', '"insult": [{ "say": "Oh.", "species": ["dragon"] }, ', "at insult.0: "],
    ["phrases", '"quoteDiary": [', '"quoteDiary": ["It is so.", ', "at quoteDiary.0: must hold {text} once"],
    [
      "phrases",
      '"askChoice": [',
      '"askChoice": ["{first}, {first}, {second}", ',
      "at askChoice.0: must hold {first} once",
    ],
    ["phrases", '"quoteDocument": [', '"quoteDocument": ["{text}", ', "at quoteDocument.0: must hold {name} once"],
    ["diary-voice", '"personal": "', '"personal": "(', "at personal: SyntaxError"],
    ["diary-voice", '"where": {', '"wherefrom": {', "at details"],
    ["diary-questions", '"topic": "', '"topic": " ', "at kind.topic: must be a line of text"],
    ["diary-questions", '"topic": "', '"topic": "Guess what! ', "at kind.topic: must be a subject"],
    ["diary-questions", '"topic": ', '"subject": ', "at kind.topic: "],
    ["turns", '"greeting": [', '"greeting": ["hi", "hi", ', 'at examples.greeting.1: "hi" is there twice'],
    ["dialogue", '"first": [', '"third": [', "at picking.first: "],
    ["dialogue", '"name": [', '"name": ["I am who I am", ', "at telling.name.0: must hold {name} once"],
    ["dialogue", '"age": [', '"age": ["({age}", ', "at telling.age.0: SyntaxError"],
    ["turns", '"greeting": [', '"greetings": [', "at examples.greeting: "],
    ["turns", '"kinds": {', '"kinds": {"joking": ["ha"], ', "at wordings.kinds: "],
    [
      "turns",
      '"kinds": {',
      '"kinds": {"illness": ["(ha){2}"], ',
      "at wordings.kinds.illness.0: may hold no other signs",
    ],
    ["care", '"chocolat*"', '"(chocolat"', "at things.chocolate.words.0: may hold no other signs"],
    ["care", '"never": [', '"never": ["No.", ', "at phrases.never.0: must hold {food}"],
    ["own-facts", "{animal}", "{beast}", "at askWhether.0: may hold no other signs"],
    ["own-facts", '"isNot": [', '"isNot": ["Never.", ', "at phrases.isNot.0: must hold {kind} once"],
    ["own-facts", '"dog": {', '"hound": {', "at animals"],
    ["paraphrases", '"ask": [', '"ask": [" Who? ", ', "at kind.ask.0: must be a line of text"],
    ["paraphrases", '"ask": [', '"aks": [', "at kind.ask: "],
  ] as const)("in %s.json is named with its place: %s -> %s", (topic, from, to, place) => {
    const complaint = complaintAbout(topic, from, to);
    expect(complaint).toContain(join(root, "xx", `${topic}.json`));
    expect(complaint).toContain(place);
  });

  it("is named where the file is not there, or no JSON", () => {
    expect(() => readWords("yy", "writing", writing, folder)).toThrow(/yy.writing\.json can't be read: .*ENOENT/);
    expect(complaintAbout("writing", "{", "")).toMatch(/xx.writing\.json can't be read: SyntaxError/);
  });
});
