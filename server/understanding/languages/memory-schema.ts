import { z } from "zod";
import { line, listBy, phrasing, regularExpression, stringBy } from "./rules.ts";

const patterns = listBy(regularExpression).min(1);
const words = listBy(line).min(1);

export const memoryWords = z.strictObject({
  note: stringBy(line).optional(),
  remember: listBy(
    (value) =>
      regularExpression(value) ??
      (/(?<!\\)\((?!\?)/.test(value) ? null : "must hold a group for what is to be remembered"),
  ).min(1),
  slots: z.strictObject({
    ...{ name: patterns, home: patterns, work: patterns, birthday: patterns, favorite: patterns },
  }),
  correction: patterns,
  kinds: z.strictObject({ person: patterns, preference: patterns, event: patterns, place: patterns }),
  never: patterns,
  unsure: patterns,
  asks: z.strictObject({ name: patterns, home: patterns, work: patterns, birthday: patterns }),
  /** Phrases in small letters, beside those that the platform knows ('yesterday', 'last month'). */
  times: z.strictObject({
    ...{ yesterday: words, lastYear: words, lastSpring: words, lastSummer: words, lastAutumn: words },
  }),
  tell: listBy(phrasing("text")).min(1),
});
export type MemoryWords = z.infer<typeof memoryWords>;
