import { animalNames, plain } from "#server/languages/animals.ts";
import type { Language } from "#server/languages/languages.ts";
import type { TurnWords } from "#server/languages/schema.ts";
import { plainLetters } from "#server/languages/text-features.ts";
import type { TurnKind } from "#server/languages/turn-kinds.ts";

/** In characters: what is longer says more than a wording holds. */
const LONGEST = 80;
/**
 * How often words around a wording, or of a bracket with `*`, may come one after the other: bounded, so that no text is slow.
 * What may come three times or less V8 writes out as often, and then takes four times as long to compile it.
 */
const MOST_TIMES = "{0,4}";
/** What `…` stands for. */
const gap = { spaced: "\\S+(?: \\S+){0,3}", unspaced: ".{1,8}" } as const;
/** What is told and not asked, but for praise: "Are you clever?" pays no compliment, "Are you a good dog?" does. */
const told: ReadonlySet<TurnKind> = new Set([
  "compliment",
  "insult",
  "missed",
  "ownIllness",
] as const satisfies TurnKind[]);

/** What a whole message means by the wordings of a language; null where it has none of them. */
export type WordingReader = (message: string) => TurnKind | null;

/** What is an example of a language word for word, by its plain letters. */
export function examplesByWording(
  examples: ReadonlyMap<TurnKind, readonly string[]>,
  language: Language,
): Map<string, TurnKind> {
  const known = new Map<string, TurnKind>();
  for (const [kind, texts] of examples) for (const text of texts) known.set(plain(text, language), kind);
  return known;
}

/** Small talk has few wordings, which say more than the words in them do. What is an example word for word stays what it is. */
export function wordingReader(
  { kinds, praise, before, after, greetings, callNames }: TurnWords["wordings"],
  known: ReadonlyMap<string, TurnKind>,
  language: Language,
): WordingReader {
  const space = language.writing.spaced ? " " : "";
  const animals = [...animalNames(language).keys()].join("|");
  const listed = (words: readonly string[]) => words.map((each) => plain(each, language)).join("|") || "(?!)";
  const around = { before: listed([...before, ...greetings]), after: listed([...after, ...callNames]) };
  const compiled = (wordings: readonly string[]) => {
    const said = wordings.map((wording) => sourceOf(wording, animals, language)).join("|");
    return new RegExp(
      `^(?:(?:${around.before})${space})${MOST_TIMES}(?:${said})(?:${space}(?:${around.after}))${MOST_TIMES}$`,
      "u",
    );
  };
  const patterns = (Object.entries(kinds) as [TurnKind, string[]][]).map(
    ([kind, wordings]) => [kind, compiled(wordings)] as const,
  );
  const praising = compiled(praise);
  return (message) => {
    if (message.length > LONGEST) return null;
    const said = plain(message, language);
    if (said === "") return null;
    const own = known.get(said);
    if (own !== undefined && own !== "question") return Object.hasOwn(kinds, own) ? own : null;
    const asks = /[?？؟]/u.test(message);
    const found = patterns.find(([kind, pattern]) => !(asks && told.has(kind)) && pattern.test(said));
    // The many ways to ask what the diary asks hold small talk too.
    if (own === "question") return found?.[0] === own ? own : null;
    return found?.[0] ?? (praising.test(said) ? "compliment" : null);
  };
}

function sourceOf(wording: string, animals: string, { writing }: Language): string {
  const parts = wording.split("…").map((part) => plainLetters(part).replaceAll("(", "(?:"));
  return parts
    .join(writing.spaced ? gap.spaced : gap.unspaced)
    .replaceAll("{animal}", `(?:${animals})`)
    .replaceAll(")*", `)${MOST_TIMES}`);
}
