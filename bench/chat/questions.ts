import { readFileSync } from "node:fs";
import { z } from "zod";
import { conversationSet } from "../conversation/set-format.ts";
import { benchPets } from "./pets.ts";
import { createRandom } from "./random.ts";

/** A message that was never asked before in this run. */
export interface BenchQuestion {
  /** Its pet's place among `benchPets`. */
  pet: number;
  message: string;
  /** Whether it goes on with a chat of twenty turns; the others begin a chat. */
  goesOn: boolean;
}

/** What the messages of a language are made of. */
interface Sentences {
  /** Known to the pet, and not. */
  questions: readonly string[];
  /** Small talk, feelings, what people tell. */
  remarks: readonly string[];
}

const everyday = z.looseObject({ telling: z.array(z.string()) });
const LONG_OF = 6;
const MOST_TRIES = 1_000;

/**
 * Hands out questions, the same ones in each run: a question alone, a remark alone, a remark with a question, and some
 * that are long, in the language of the pet. No text comes twice.
 *
 * @throws Error when all are used up
 */
export function createQuestions(): () => BenchQuestion {
  const random = createRandom(20_261_128);
  const pick = <Item>(items: readonly Item[]): Item => {
    const item = items[Math.floor(random() * items.length)];
    if (item === undefined) throw new Error("There is nothing to ask.");
    return item;
  };
  const byLanguage = new Map(benchPets.map(({ language }) => [language, sentencesOf(language)]));
  const used = new Set<string>();
  const write = ({ questions, remarks }: Sentences): string => {
    const kind = random();
    if (kind < 0.35) return pick(questions);
    if (kind < 0.5) return pick(remarks);
    if (kind < 0.9) return `${pick(remarks)} ${pick(questions)}`;
    return [...Array.from({ length: LONG_OF }, () => pick(remarks)), pick(questions)].join(" ");
  };
  return () => {
    for (let tries = 0; tries < MOST_TRIES; tries += 1) {
      const pet = Math.floor(random() * benchPets.length);
      const sentences = byLanguage.get(benchPets[pet]?.language ?? "");
      const message = sentences === undefined ? "" : write(sentences);
      if (message === "" || used.has(message)) continue;
      used.add(message);
      return { pet, message, goesOn: random() < 0.2 };
    }
    throw new Error("All questions were asked.");
  };
}

function sentencesOf(language: string): Sentences {
  const halves = ["seen", "unseen"].map((half) =>
    conversationSet.parse(readJson(`../conversation/sets/${language}/${half}.json`)),
  );
  const { telling } = everyday.parse(readJson(`../conversation/everyday/${language}.json`));
  return {
    questions: halves
      .flatMap(({ people, far, documents, unanswerable }) => [people, far, documents, unanswerable])
      .flatMap((asked) => asked.map(({ ask }) => ask)),
    remarks: [
      ...telling,
      ...halves.flatMap(({ smallTalk, feelings }) => [...smallTalk, ...feelings].map(({ say }) => say)),
    ]
      .map((remark) => remark.trim())
      .filter((remark) => remark !== ""),
  };
}

const readJson = (path: string): unknown => JSON.parse(readFileSync(new URL(path, import.meta.url), "utf8"));
