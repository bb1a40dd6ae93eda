/**
 * What the rules find worth remembering in the messages of bench/memory, by language and half, and what of bench/memory/told is told
 * later; only the first halves (of `told`, every other fact) are looked at while one works.
 *
 *   npx tsx bench/memory.ts [--write --languages en,de --show]
 *   npx tsx bench/memory.ts FILE.jsonl      lines of {lang, message, worth} or {lang, say, form}
 */
import { readdirSync, readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { z } from "zod";
import { memorableIn } from "#server/understanding/retrieval/memorable.ts";
import { measureTold } from "./memory/told.ts";
import { percent, report } from "./results.ts";

const line = z.object({
  lang: z.string(),
  message: z.string().optional(),
  say: z.string().optional(),
  worth: z.boolean().optional(),
  form: z.string().optional(),
  updates: z.string().optional(),
});
const messages = z.object({ worth: z.array(z.string()), idle: z.array(z.string()) });

const { values, positionals } = parseArgs({
  options: {
    write: { type: "boolean", default: false },
    languages: { type: "string" },
    show: { type: "boolean", default: false },
  },
  allowPositionals: true,
});
const [file] = positionals;
if (file === undefined) {
  const rows = countSets();
  const languages = values.languages?.split(",") ?? [...new Set(rows.map(({ language }) => language))];
  const tables = await measureTold(languages, values.show);
  report("memory", [{ title: "What is worth remembering, by rules", rows }, ...tables], values.write);
} else countLines(file);

function countSets() {
  const folder = new URL("memory/", import.meta.url);
  const rows = readdirSync(folder).flatMap((name) => {
    if (!name.endsWith(".json")) return [];
    const language = name.replace(".json", "");
    const { worth, idle } = messages.parse(JSON.parse(readFileSync(new URL(name, folder), "utf8")));
    return (["seen", "unseen"] as const).map((half) => {
      const found = (list: string[]) => {
        const own = list.filter((_, at) => at % 2 === (half === "seen" ? 0 : 1));
        return { of: own.length, found: own.filter((message) => memorableIn(message, language).length > 0).length };
      };
      return { language, half, worth: found(worth), idle: found(idle) };
    });
  });
  return rows.map(({ language, half, worth, idle }) => ({
    ...{ language, half, noticed: `${worth.found} of ${worth.of}`, "wrongly noticed": `${idle.found} of ${idle.of}` },
    "of what is suggested, worth it": percent(worth.found, worth.found + idle.found),
  }));
}

function countLines(from: string): void {
  const counts = new Map<string, { found: number; all: number }>();
  for (const text of readFileSync(from, "utf8").split("\n").filter(Boolean)) {
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
}
