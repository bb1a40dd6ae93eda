import { readFileSync } from "node:fs";
import { z } from "zod";
import seededQuestions from "#server/features/seed/data/questions.json" with { type: "json" };
import { type ConversationSet, conversationSet } from "../conversation/set-format.ts";
import { createRandom } from "./random.ts";

/** A pet as the bench creates it. */
export interface BenchPet {
  /** `en` */
  language: string;
  /** `en-US` */
  locale: string;
  name: string;
  diary: readonly { question: string; answer: string }[];
  documents: readonly { name: string; text: string }[];
}

const questionOf = new Map(seededQuestions.map(({ key, question }) => [key, question]));
const diaryFile = z.object({ pet: z.string(), answers: z.record(z.string(), z.string()) });

/** A page of a report has some 2,000 letters. */
const PAGE_LETTERS = 2_000;
const PAGES = 300;
const FILES = 3;

/** Five pets in four languages: from five answers to forty with 300 pages. */
export const benchPets: readonly BenchPet[] = [
  petOfSet("en", "seen", "huck"),
  petOfSet("de", "seen", "fiete"),
  petOfSet("es", "seen", "manolita"),
  petOfSet("ja", "unseen", "mashiro"),
  petWithManyPages(),
];

function petOfSet(language: string, half: string, id: string): BenchPet {
  const { pets, locale } = readSet(language, half);
  const pet = pets.find((each) => each.id === id);
  if (pet === undefined) throw new Error(`There is no pet ${id} in ${language}/${half}.`);
  return {
    ...{ language, locale, name: pet.name },
    diary: pet.diary.map(({ seed, question, answer }) => ({
      question: question ?? questionOf.get(seed ?? "") ?? "",
      answer,
    })),
    documents: pet.documents.map(({ name, pages }) => ({ name: `${name}.txt`, text: pages.join("\n\n") })),
  };
}

function petWithManyPages(): BenchPet {
  const { pet, answers } = diaryFile.parse(readJson("../diaries/olive-cat-en.json"));
  const random = createRandom(PAGES);
  const sentences = ["seen", "unseen"]
    .flatMap((half) => readSet("en", half).pets)
    .flatMap(({ diary, documents }) => [...diary.map(({ answer }) => answer), ...documents.flatMap((one) => one.pages)])
    .flatMap((text) => text.split(/(?<=[.!?])\s+/));
  const write = () => {
    let text = "";
    for (let page = 0; page < PAGES / FILES; page += 1) {
      const end = text.length + PAGE_LETTERS;
      while (text.length < end) text += `${sentences[Math.floor(random() * sentences.length)]} `;
      text += `\n\n`;
    }
    return text;
  };
  return {
    ...{ language: "en", locale: "en-US", name: pet },
    diary: Object.entries(answers).map(([key, answer]) => ({ question: questionOf.get(key) ?? key, answer })),
    documents: Array.from({ length: FILES }, (_, file) => ({ name: `Year ${file + 1}.txt`, text: write() })),
  };
}

function readSet(language: string, half: string): ConversationSet {
  return conversationSet.parse(readJson(`../conversation/sets/${language}/${half}.json`));
}

function readJson(path: string): unknown {
  return JSON.parse(readFileSync(new URL(path, import.meta.url), "utf8"));
}
