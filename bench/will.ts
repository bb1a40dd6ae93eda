import { readFileSync } from "node:fs";
import { z } from "zod";
import { hearAnswer } from "#server/understanding/interview/hear-answer.ts";

/** How Will's rules understand what is said: `npx tsx bench/will.ts FILE`, a line of JSON for each. */
const row = z.object({ lang: z.string(), question: z.string(), said: z.string(), is: z.string() });

const rows = readFileSync(process.argv[2] ?? "", "utf8")
  .split("\n")
  .filter((line) => line.trim() !== "")
  .map((line) => row.parse(JSON.parse(line)));

const counts = new Map<string, Map<string, number>>();
const byLanguage = new Map<string, { right: number; all: number }>();
let saved = 0;
for (const { lang, question, said, is } of rows) {
  const { kind } = hearAnswer(said, lang, { key: null, question });
  const found = counts.get(is) ?? new Map<string, number>();
  counts.set(is, found.set(kind, (found.get(kind) ?? 0) + 1));
  const { right, all } = byLanguage.get(lang) ?? { right: 0, all: 0 };
  byLanguage.set(lang, { right: right + (kind === is ? 1 : 0), all: all + 1 });
  if (is !== "answer" && kind === "answer") saved += 1;
}
for (const [is, found] of counts) console.log(is.padEnd(12), JSON.stringify(Object.fromEntries(found)));
console.log([...byLanguage].map(([lang, { right, all }]) => `${lang} ${right}/${all}`).join("  "));
console.log(`${saved} saved that are no answer, of ${rows.length} messages`);
