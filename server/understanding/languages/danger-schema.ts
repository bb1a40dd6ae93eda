import { z } from "zod";
import { line, listBy, spokenPattern, stringBy, word } from "./rules.ts";

/** For everybody, or one for each of `persons`; "" where a person has none. */
const byPerson = z.union([z.string(), z.array(z.string())]);
const byName = z.record(z.string().regex(/^\w+$/), byPerson);

export const danger = z
  .strictObject({
    note: stringBy(line).optional(),
    persons: z.array(z.enum(["I", "we", "he", "she", "they"])).min(2),
    words: byName,
    open: listBy(word),
    between: z.string(),
    phrases: z.array(
      z.strictObject({
        meaning: stringBy(line),
        danger: z.enum(["self", "violence", "medical", "animal"]),
        needsFrame: z.boolean().default(false),
        forms: byName,
      }),
    ),
    frames: listBy(line),
    denials: listBy(line),
    deniedBy: listBy(word),
    eating: listBy(line).min(1),
    stories: listBy(spokenPattern),
    tales: listBy(spokenPattern),
    laughs: listBy(spokenPattern),
    over: listBy(spokenPattern).default([]),
  })
  .superRefine((table, context) => {
    const wrong = wrongInTable(table);
    if (wrong !== null) context.addIssue({ code: "custom", ...wrong });
  });
export type DangerTable = z.infer<typeof danger>;

interface TableParts {
  persons: readonly string[];
  words: z.infer<typeof byName>;
  open: readonly string[];
  phrases: readonly { forms: z.infer<typeof byName> }[];
  frames: readonly string[];
  denials: readonly string[];
  eating: readonly string[];
}

function wrongInTable({ persons, words, open, phrases, frames, denials, eating }: TableParts) {
  const ownWords = new Set(Object.keys(words));
  const forms = phrases.flatMap((phrase) => Object.keys(phrase.forms));
  const double = forms.find((form) => ownWords.has(form));
  if (double !== undefined) return { path: ["words", double], message: "is the name of a form too" };
  const all = new Set([...ownWords, ...forms]);
  const templates = (path: string, texts: readonly string[], known: ReadonlySet<string>) =>
    texts.map((text, at) => ({ path: [path, at], text, known }));
  const values = (path: (string | number)[], named: z.infer<typeof byName>) =>
    Object.entries(named).map(([name, value]) => ({ path: [...path, name], value }));
  const named = [
    ...values(["words"], words),
    ...phrases.flatMap(({ forms }, at) => values(["phrases", at, "forms"], forms)),
  ];
  for (const { path, value } of named)
    if (typeof value !== "string" && value.length !== persons.length)
      return { path, message: `must have one entry for each of the ${persons.length} persons` };
  const inForms = named.flatMap(({ path, value }) =>
    (typeof value === "string" ? [value] : value).map((text) => ({ path, text, known: ownWords })),
  );
  const inTemplates = [
    ...templates("frames", frames, all),
    ...templates("denials", denials, all),
    ...templates("eating", eating, new Set([...ownWords, "eaten", "poison"])),
    ...templates(
      "open",
      open.map((name) => `{${name}}`),
      ownWords,
    ),
  ];
  for (const { path, text, known } of [...inForms, ...inTemplates]) {
    const unknown = [...text.matchAll(/\{(\w+)(?:\.(?:first|rest))?\}/g)].find(([, name = ""]) => !known.has(name));
    if (unknown !== undefined) return { path, message: `${unknown[0]} stands for nothing` };
    const bare = text.replace(/\{[\w.]+\}/g, "x").trim();
    const wrong = bare === "" ? null : spokenPattern(bare);
    if (wrong !== null) return { path, message: wrong };
  }
  return null;
}
