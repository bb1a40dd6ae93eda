/**
 * How fittingly a pet answers, by the sets under bench/conversation/sets: each language has a half that may be looked
 * at while working (`seen`), and one that only gives figures (`unseen`).
 *
 *   npm run bench:conversation -- [--language CODE]... [--misses KIND] [--by-language] [--seen] [--write]
 *
 * --seen leaves out the other half.
 * --misses prints what went wrong in the seen half, of the kinds that begin so ("" for all).
 */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { judgeEveryday } from "./conversation/everyday.ts";
import { type Figure, judgeSet, type Miss } from "./conversation/judge.ts";
import { conversationSet } from "./conversation/set-format.ts";
import { percent, report, type Table } from "./results.ts";

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
    write: { type: "boolean", default: false },
  },
});

const rows: Row[] = [];
for (const language of readdirSync(folder).sort()) {
  if (values.language !== undefined && !values.language.includes(language)) continue;
  for (const half of values.seen ? halves.slice(0, 1) : halves) {
    const file = path.join(folder, language, `${half}.json`);
    if (!existsSync(file)) continue;
    const set = conversationSet.parse(JSON.parse(readFileSync(file, "utf8")));
    const { figures, misses } = await judgeSet(set);
    rows.push(...figures.map((figure) => ({ ...figure, half, language })));
    if (half === "seen" && values.misses !== undefined) printMisses(language, misses, values.misses);
    const everyday = half === "unseen" ? judgeEveryday(language, set.locale) : [];
    rows.push(...everyday.map((figure) => ({ ...figure, half, language })));
  }
}
const tables = [tableOf("All languages", rows)];
if (values["by-language"])
  for (const language of new Set(rows.map((row) => row.language)))
    tables.push(
      tableOf(
        language,
        rows.filter((row) => row.language === language),
      ),
    );
report("conversation", tables, values.write);

function printMisses(language: string, misses: Miss[], kind: string): void {
  for (const { figure, pet, asked, reply, wrong } of misses.filter((miss) => miss.figure.startsWith(kind)))
    console.log(`${language} ${pet}  ${figure}\n  ? ${asked}\n  ! ${reply.replaceAll("\n", " / ")}\n  - ${wrong}`);
}

function tableOf(title: string, from: readonly Row[]): Table {
  const kinds = [...new Set(from.map(({ kind }) => kind))];
  const cellOf = (kind: string, half: Half) => cell(from.filter((row) => row.kind === kind && row.half === half));
  return {
    title,
    rows: kinds.map((figure) => ({ figure, seen: cellOf(figure, "seen"), unseen: cellOf(figure, "unseen") })),
  };
}

function cell(figures: readonly Figure[]): string {
  const sum = (part: "right" | "of") => figures.reduce((total, figure) => total + figure[part], 0);
  return sum("of") === 0 ? "-" : `${percent(sum("right"), sum("of"))} of ${sum("of")}`;
}
