/** What the rules find worth remembering: `npx tsx bench/memory.ts FILE.jsonl`, lines of {lang, message, worth} or {lang, say, form}. */
import { readFileSync } from "node:fs";
import { z } from "zod";
import { memorableIn } from "#server/understanding/retrieval/memorable.ts";

const line = z.object({
  lang: z.string(),
  message: z.string().optional(),
  say: z.string().optional(),
  worth: z.boolean().optional(),
  form: z.string().optional(),
  updates: z.string().optional(),
});

const [, , file = ""] = process.argv;
const counts = new Map<string, { found: number; all: number }>();
for (const text of readFileSync(file, "utf8").split("\n").filter(Boolean)) {
  const { lang, message, say, worth, form, updates } = line.parse(JSON.parse(text));
  const said = message ?? say;
  if (said === undefined) continue;
  const kind =
    worth === undefined ? (form ?? (updates === undefined ? "other" : "update")) : worth ? "worth" : "not worth";
  const isFound = memorableIn(said, lang).length > 0;
  for (const key of [kind, `${kind} ${lang}`]) {
    const { found, all } = counts.get(key) ?? { found: 0, all: 0 };
    counts.set(key, { found: found + (isFound ? 1 : 0), all: all + 1 });
  }
}
for (const [key, { found, all }] of [...counts].sort()) process.stdout.write(`${key}: ${found} of ${all}\n`);
