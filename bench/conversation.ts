/**
 * How fittingly a pet answers, by the sets under bench/conversation/sets: each language has a half that may be looked
 * at while working (`seen`), and one that only gives figures (`unseen`).
 *
 *   npm run bench:conversation -- [--language CODE]... [--misses KIND] [--by-language] [--seen]
 *
 * Below the figures stands why replies of the seen half lack their fact. --seen leaves out the other half.
 * --misses prints what went wrong in the seen half, of the kinds that begin so ("" for all).
 */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { judgeEveryday } from "./conversation/everyday.ts";
import { type Cause, type Figure, judgeSet, type Miss } from "./conversation/judge.ts";
import { conversationSet } from "./conversation/set-format.ts";

const folder = path.join(import.meta.dirname, "conversation/sets");
const halves = ["seen", "unseen"] as const;
type Half = (typeof halves)[number];

interface Row extends Figure {
  half: Half;
  language: string;
}

const { values } = parseArgs({
  options: {
    language: { type: "string", multiple: true },
    misses: { type: "string" },
    seen: { type: "boolean", default: false },
    "by-language": { type: "boolean", default: false },
  },
});

const rows: Row[] = [];
const causes: Cause[] = [];
for (const language of readdirSync(folder).sort()) {
  if (values.language !== undefined && !values.language.includes(language)) continue;
  for (const half of values.seen ? halves.slice(0, 1) : halves) {
    const file = path.join(folder, language, `${half}.json`);
    if (!existsSync(file)) continue;
    const set = conversationSet.parse(JSON.parse(readFileSync(file, "utf8")));
    const { figures, causes: own, misses } = await judgeSet(set);
    rows.push(...figures.map((figure) => ({ ...figure, half, language })));
    if (half === "seen") causes.push(...own);
    if (half === "seen" && values.misses !== undefined) printMisses(language, misses, values.misses);
    const everyday = half === "unseen" ? judgeEveryday(language, set.locale) : [];
    rows.push(...everyday.map((figure) => ({ ...figure, half, language })));
  }
}
printFigures("all", rows);
printCauses();
if (values["by-language"])
  for (const language of new Set(rows.map((row) => row.language)))
    printFigures(
      language,
      rows.filter((row) => row.language === language),
    );

function printCauses(): void {
  const kinds = [...new Set(causes.map(({ kind }) => kind))];
  const row = (title: string, cells: readonly (string | number)[]) =>
    console.log(`${title.padEnd(36)}${cells.map((cell) => String(cell).padStart(14)).join("")}`);
  const countOf = (kind: string, of: (cause: Cause) => boolean) =>
    causes.filter((cause) => cause.kind === kind && of(cause)).reduce((sum, { count }) => sum + count, 0);
  row("\nseen: replies without the fact", kinds);
  for (const cause of new Set(causes.map((each) => each.cause)))
    row(
      cause,
      kinds.map((kind) => countOf(kind, (each) => each.cause === cause)),
    );
  row(
    "together",
    kinds.map((kind) => countOf(kind, () => true)),
  );
}

function printMisses(language: string, misses: Miss[], kind: string): void {
  for (const { figure, pet, asked, reply, wrong } of misses.filter((miss) => miss.figure.startsWith(kind)))
    console.log(`${language} ${pet}  ${figure}\n  ? ${asked}\n  ! ${reply.replaceAll("\n", " / ")}\n  - ${wrong}`);
}

function printFigures(title: string, from: Row[]): void {
  console.log(`\n${title.padEnd(36)}${halves.map((half) => half.padStart(16)).join("")}`);
  for (const kind of new Set(from.map((row) => row.kind)))
    console.log(
      `${kind.padEnd(36)}${halves.map((half) => cell(from.filter((row) => row.kind === kind && row.half === half))).join("")}`,
    );
}

function cell(figures: Figure[]): string {
  const right = figures.reduce((sum, figure) => sum + figure.right, 0);
  const of = figures.reduce((sum, figure) => sum + figure.of, 0);
  if (of === 0) return "-".padStart(16);
  return `${((100 * right) / of).toFixed(1)} % of ${of}`.padStart(16);
}
