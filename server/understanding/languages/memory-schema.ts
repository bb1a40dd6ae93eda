import { z } from "zod";
import { line, listBy, phrasing, regularExpression, stringBy } from "./rules.ts";

const patterns = listBy(regularExpression).min(1);
const words = listBy(line).min(1);

const fields = z.strictObject({
  note: stringBy(line).optional(),
  /** Stand for `<name>` in all patterns of the file. */
  words: z.record(z.string().regex(/^[a-z]+$/i), patterns),
  lead: patterns,
  remember: listBy(
    (value) =>
      regularExpression(value) ??
      (/(?<!\\)\((?!\?)/.test(value) ? null : "must hold a group for what is to be remembered"),
  ).min(1),
  alone: patterns,
  slots: z.strictObject({
    ...{ name: patterns, home: patterns, work: patterns, birthday: patterns, favorite: patterns },
  }),
  correction: patterns,
  kinds: z.strictObject({ person: patterns, preference: patterns, event: patterns, place: patterns }),
  never: patterns,
  unsure: patterns,
  passing: patterns,
  questions: patterns,
  asks: z.strictObject({ name: patterns, home: patterns, work: patterns, birthday: patterns }),
  knows: patterns,
  relations: z.strictObject({ home: patterns, work: patterns, birthday: patterns, name: patterns }),
  ended: patterns,
  changed: patterns,
  /** Phrases in small letters, beside those that the platform knows ('yesterday', 'last month'). */
  times: z.strictObject({
    ...{ yesterday: words, lastYear: words, lastSpring: words, lastSummer: words, lastAutumn: words },
  }),
  tell: listBy(phrasing("text")).min(1),
});

export const memoryWords = fields.refine(
  (read) => [...JSON.stringify(read).matchAll(named)].every(([, name = ""]) => Object.hasOwn(read.words, name)),
  "a pattern names words that are not there",
);
export type MemoryWords = z.infer<typeof memoryWords>;

const named = /<([a-z]+)>/gi;

/** With the words in place of their names. */
export function writtenOut(pattern: string, { words }: Pick<MemoryWords, "words">): string {
  return pattern.replace(
    named,
    (_, name: string) => `(?:${(words[name] ?? []).map((word) => writtenOut(word, { words })).join("|")})`,
  );
}
