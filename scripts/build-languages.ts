import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { learnedCareWords } from "#server/understanding/care/care-words.ts";
import { learnedDangers } from "#server/understanding/danger/examples.ts";
import { learnedPatterns } from "#server/understanding/danger/patterns.ts";
import { learnedAsking } from "#server/understanding/languages/asking.ts";
import { allLanguages, languages } from "#server/understanding/languages/languages.ts";
import { learnedFile, pack } from "#server/understanding/languages/learned-data.ts";
import { learnedQuestions } from "#server/understanding/retrieval/question-bank.ts";
import { learnedWords } from "#server/understanding/turns/examples.ts";
import { learnedTurns } from "#server/understanding/turns/turn-classifier.ts";

const learned = [learnedCareWords, learnedWords, learnedTurns, learnedAsking, learnedDangers, learnedQuestions];

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
      if (!onlyLearnedFrom.has(topic)) write(`data/${language.code}/${topic}.json`, JSON.stringify(words));
    for (const data of learned) write(learnedFile(language, data.topic), pack(data.read(language)));
  }
  write(learnedFile(allLanguages, learnedPatterns.topic), pack(learnedPatterns.read(allLanguages)));
}
