/**
 * How well a pet finds the diary answer to a question put in other words, and how well it notices that nothing is known,
 * through the code that answers a chat, on the diaries under bench/diaries.
 *
 *   npx tsx bench/diary-retrieval.ts [--dir DIR] [--misses]
 *
 * --misses lists what went wrong.
 */
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import type { z } from "zod";
import seededQuestions from "#server/features/seed/data/questions.json" with { type: "json" };
import { languageOf } from "#server/understanding/languages/languages.ts";
import { createKnowledgeIndex } from "#server/understanding/retrieval/retrieval.ts";
import { diaryFile } from "./scale/diaries.ts";

type Diary = z.infer<typeof diaryFile>;

interface Tally {
  asked: number;
  first: number;
  inThree: number;
  answered: number;
  wronglyUnknown: number;
  unknown: number;
  recognized: number;
}

function main(): void {
  const { values } = parseArgs({
    options: {
      dir: { type: "string", default: path.join(import.meta.dirname, "diaries") },
      misses: { type: "boolean", default: false },
    },
  });
  const files = readdirSync(values.dir).filter((name) => name.endsWith(".json"));
  const diaries = files.map((name): [string, Diary] => [
    name.replace(/\.json$/, ""),
    diaryFile.parse(JSON.parse(readFileSync(path.join(values.dir, name), "utf8"))),
  ]);
  const misses: string[] = [];
  const tallies = diaries.map(([name, diary]): [string, Tally] => [name, tally(diary, misses)]);
  console.log("in % of the questions asked                                        of the unknown");
  console.log("diary                     first  in three  in three and known  taken for unknown  recognised");
  for (const [name, figures] of tallies) printRow(name, figures);
  printRow("English", sum(tallies.filter(([name]) => name.endsWith("-en")).map(([, figures]) => figures)));
  printRow("all", sum(tallies.map(([, figures]) => figures)));
  if (values.misses) console.log(`\n${misses.join("\n")}`);
}

const questions = new Map(seededQuestions.map(({ key, question }) => [key, question]));

function tally(diary: Diary, misses: string[]): Tally {
  const index = createKnowledgeIndex(diary.language);
  for (const [key, answer] of Object.entries(diary.answers)) {
    index.addDiary({ id: key, key, question: questions.get(key) ?? "", answer });
  }
  const figures = { asked: 0, first: 0, inThree: 0, answered: 0, wronglyUnknown: 0, unknown: 0, recognized: 0 };
  const note = (kind: string, question: string, more: string) =>
    misses.push(`${languageOf(diary.language)}  ${kind.padEnd(18)} ${question}  ${more}`);
  for (const { key, question } of diary.asked) {
    const found = index.weigh({ question }, []);
    const place = found.ranked.slice(0, 3).findIndex(({ id }) => id === key);
    figures.asked += 1;
    if (place === 0) figures.first += 1;
    if (place >= 0) figures.inThree += 1;
    else note("not in three", question, `${key}, not ${namesOf(found.ranked)}`);
    if (place >= 0 && found.isKnown) figures.answered += 1;
    if (!found.isKnown) figures.wronglyUnknown += 1;
    if (!found.isKnown) note("taken for unknown", question, key);
  }
  for (const question of diary.unknown) {
    const found = index.weigh({ question }, []);
    figures.unknown += 1;
    if (found.isKnown) note("taken for known", question, namesOf(found.ranked));
    else figures.recognized += 1;
  }
  return figures;
}

const namesOf = (ranked: readonly { id: string }[]): string =>
  ranked
    .slice(0, 3)
    .map(({ id }) => id)
    .join(", ");

function printRow(name: string, figures: Tally): void {
  const ofAsked = [figures.first, figures.inThree, figures.answered, figures.wronglyUnknown];
  const cells = ofAsked.map((count) => percent(count, figures.asked));
  cells.push(percent(figures.recognized, figures.unknown));
  const widths = [7, 10, 20, 19, 10];
  console.log(name.padEnd(26) + cells.map((cell, place) => cell.padEnd(widths[place] ?? 0)).join(""));
}

function percent(count: number, of: number): string {
  return ((100 * count) / Math.max(of, 1)).toFixed(1);
}

function sum(tallies: Tally[]): Tally {
  const total = { asked: 0, first: 0, inThree: 0, answered: 0, wronglyUnknown: 0, unknown: 0, recognized: 0 };
  for (const figures of tallies) {
    total.asked += figures.asked;
    total.first += figures.first;
    total.inThree += figures.inThree;
    total.answered += figures.answered;
    total.wronglyUnknown += figures.wronglyUnknown;
    total.unknown += figures.unknown;
    total.recognized += figures.recognized;
  }
  return total;
}

main();
