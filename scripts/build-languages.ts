import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { learnedCareWords } from "#server/features/care/care-words.ts";
import { learnedWords } from "#server/features/dialogue/known-words.ts";
import { learnedTurns } from "#server/features/dialogue/turn-classifier.ts";
import { learnedDangers } from "#server/features/emergency/examples.ts";
import { learnedPatterns } from "#server/features/emergency/patterns.ts";
import { learnedQuestions } from "#server/features/knowledge/retrieval/question-bank.ts";
import { allLanguages, languages } from "#server/languages/languages.ts";
import { learnedFile, packed } from "#server/languages/learned-data.ts";

const learned = [learnedCareWords, learnedWords, learnedTurns, learnedDangers, learnedQuestions];

/** Which the built server does not read. */
const onlyLearnedFrom = new Set(["danger", "emergency-examples", "turns"]);

/** Checks every file of every language, writes what they hold so that it need not be checked again, and what is learned of it. */
export function buildLanguages(folder: string): void {
  const write = (name: string, content: string | Uint8Array) => {
    const file = join(folder, name);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, content);
  };
  for (const language of languages) {
    for (const [topic, words] of Object.entries(language.readAll()))
      if (!onlyLearnedFrom.has(topic)) write(`${language.code}/${topic}.json`, JSON.stringify(words));
    for (const data of learned) write(learnedFile(language, data.topic), packed(data.read(language)));
  }
  write(learnedFile(allLanguages, learnedPatterns.topic), packed(learnedPatterns.read(allLanguages)));
}
