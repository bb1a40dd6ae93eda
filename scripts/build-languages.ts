import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { learnedCareWords } from "#server/features/care/care-words.ts";
import { learnedWords } from "#server/features/dialogue/known-words.ts";
import { learnedTurns } from "#server/features/dialogue/turn-classifier.ts";
import { learnedDangers } from "#server/features/emergency/examples.ts";
import { learnedPatterns } from "#server/features/emergency/patterns.ts";
import { learnedQuestions } from "#server/features/knowledge/retrieval/question-bank.ts";
import { languages } from "#server/languages/languages.ts";
import { learnedFile, packed } from "#server/languages/learned-data.ts";

const learned = [learnedCareWords, learnedWords, learnedTurns, learnedDangers, learnedPatterns, learnedQuestions];

/** Checks every file of every language, and writes what is learned of them beside the built languages. */
export function buildLanguages(folder: string): void {
  for (const language of languages) {
    language.check();
    for (const data of learned) {
      const file = join(folder, learnedFile(language, data.topic));
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, packed(data.read(language)));
    }
  }
}
