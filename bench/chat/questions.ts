import { readFileSync } from "node:fs";
import { z } from "zod";
import seededQuestions from "#server/features/seed/data/questions.json" with { type: "json" };
import { conversationSet } from "../conversation/set-format.ts";

/** A pet as the bench creates it. */
export interface BenchPet {
  language: string;
  locale: string;
  name: string;
  species: string;
  birthday: string | null;
  /** The first name of the owner. */
  person: string;
  diary: readonly { question: string; answer: string }[];
  documents: readonly { name: string; text: string }[];
}

/** A message that was never asked before in this run. */
export interface BenchQuestion {
  /** Its pet's place among `benchPets`. */
  pet: number;
  message: string;
  /** Whether it goes on with a chat of twenty turns; the others begin a chat. */
  goesOn: boolean;
}

/** Some 300 pages. */
const LIBRARY_LETTERS = 600_000;
const LONG_OF = 6;
const MOST_TRIES = 1_000;
const questionOf = new Map(seededQuestions.map(({ key, question }) => [key, question]));
const everyday = z.looseObject({ telling: z.array(z.string()) });

/** Five pets in four languages, from five answers to forty; the last one has a library, too. */
export const benchPets: readonly BenchPet[] = [
  petOfSet("en", "seen", "huck"),
  petOfSet("de", "seen", "fiete"),
  petOfSet("es", "seen", "manolita"),
  petOfSet("ja", "unseen", "mashiro"),
  petWithLibrary(),
];

export function petWithLibrary(): BenchPet {
  return { ...petOfSet("en", "seen", "huck"), documents: [{ name: "Library.txt", text: libraryText() }] };
}

export function petOfSet(language: string, half: string, id: string): BenchPet {
  const { pets, locale } = readSet(language, half);
  const pet = pets.find((each) => each.id === id);
  if (pet === undefined) throw new Error(`There is no pet ${id} in ${language}/${half}.`);
  return {
    ...{ language, locale, name: pet.name, species: pet.species, birthday: pet.birthday, person: pet.person },
    diary: pet.diary.map(({ seed, question, answer }) => ({
      question: question ?? questionOf.get(seed ?? "") ?? "",
      answer,
    })),
    documents: pet.documents.map(({ name, pages }) => ({ name: `${name}.txt`, text: pages.join("\n\n") })),
  };
}

function libraryText(): string {
  const random = createRandom(300);
  const sentences = ["seen", "unseen"]
    .flatMap((half) => readSet("en", half).pets)
    // What its diary says is in no document of the pet.
    .filter(({ id }) => id !== "huck")
    .flatMap(({ diary, documents }) => [...diary.map(({ answer }) => answer), ...documents.flatMap((one) => one.pages)])
    .flatMap((text) => text.split(/(?<=[.!?])\s+/));
  const text: string[] = [];
  for (let length = 0; length < LIBRARY_LETTERS; length += (text.at(-1)?.length ?? 0) + 1)
    text.push(`${sentences[Math.floor(random() * sentences.length)]}${random() < 0.05 ? "\n\n" : ""}`);
  return text.join(" ");
}

/**
 * Hands out questions, the same ones in each run: a question alone, a remark alone, a remark with a question, and some
 * that are long, in the language of the pet. No text comes twice.
 *
 * @throws Error when all are used up
 */
export function createQuestions(): () => BenchQuestion {
  const random = createRandom(20_261_128);
  const pick = (items: readonly string[] = []): string => items[Math.floor(random() * items.length)] ?? "";
  const byLanguage = new Map(benchPets.map(({ language }) => [language, sentencesOf(language)]));
  const used = new Set<string>([""]);
  const write = (language = ""): string => {
    const { questions, remarks } = byLanguage.get(language) ?? {};
    const kind = random();
    if (kind < 0.35) return pick(questions);
    if (kind < 0.5) return pick(remarks);
    if (kind < 0.9) return `${pick(remarks)} ${pick(questions)}`;
    return [...Array.from({ length: LONG_OF }, () => pick(remarks)), pick(questions)].join(" ");
  };
  return () => {
    for (let tries = 0; tries < MOST_TRIES; tries += 1) {
      const pet = Math.floor(random() * benchPets.length);
      const message = write(benchPets[pet]?.language);
      if (used.has(message)) continue;
      used.add(message);
      return { pet, message, goesOn: random() < 0.2 };
    }
    throw new Error("All questions were asked.");
  };
}

/** Questions that the pet can answer or not; and small talk, feelings, what people tell. */
function sentencesOf(language: string): { questions: readonly string[]; remarks: readonly string[] } {
  const halves = ["seen", "unseen"].map((half) => readSet(language, half));
  const { telling } = everyday.parse(readJson(`../conversation/everyday/${language}.json`));
  return {
    questions: halves
      .flatMap(({ people, far, documents, unanswerable }) => [people, far, documents, unanswerable])
      .flatMap((items) => items.map(({ ask }) => ask)),
    remarks: [
      ...telling,
      ...halves.flatMap(({ smallTalk, feelings }) => [...smallTalk, ...feelings].map(({ say }) => say)),
    ].flatMap((remark) => remark.trim() || []),
  };
}

/** Numbers from 0 to 1, the same for the same seed: a linear congruential generator (Numerical Recipes). */
function createRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

function readSet(language: string, half: string) {
  return conversationSet.parse(readJson(`../conversation/sets/${language}/${half}.json`));
}

function readJson(path: string): unknown {
  return JSON.parse(readFileSync(new URL(path, import.meta.url), "utf8"));
}
