import { animalNames, plain } from "../languages/animals.ts";
import type { Language } from "../languages/languages.ts";
import type { TurnWords } from "../languages/schema.ts";
import { plainLetters } from "../languages/text-features.ts";
import type { TurnKind } from "../languages/turn-kinds.ts";

/** In characters: what is longer says more than a wording holds. */
const LONGEST = 80;
/**
 * How often words around a wording, or of a bracket with `*`, may come one after the other: bounded, so that no text is slow.
 */
const MOST_TIMES = 4;
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
  const starts = [...before, ...greetings].map((words) => plain(words, language) + space);
  const ends = [...after, ...callNames].map((words) => space + plain(words, language));
  /** The message, and what is left of it without words that may stand around a wording. */
  const coresOf = (said: string) =>
    lessAndLess(said, (rest) =>
      starts.flatMap((start) => (rest.startsWith(start) ? rest.slice(start.length) : [])),
    ).flatMap((core) =>
      lessAndLess(core, (rest) =>
        ends.flatMap((end) => (rest.endsWith(end) ? rest.slice(0, rest.length - end.length) : [])),
      ),
    );
  const compiled = (wordings: readonly string[]) =>
    new RegExp(`^(?:${wordings.map((wording) => sourceOf(wording, animals, language)).join("|")})$`, "u");
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
    const cores = coresOf(said);
    const isSaid = (pattern: RegExp) => cores.some((core) => pattern.test(core));
    const found = patterns.find(([kind, pattern]) => !(asks && told.has(kind)) && isSaid(pattern));
    // The many ways to ask what the diary asks hold small talk too.
    if (own === "question") return found?.[0] === own ? own : null;
    return found?.[0] ?? (isSaid(praising) ? "compliment" : null);
  };
}

function sourceOf(wording: string, animals: string, { writing }: Language): string {
  const parts = wording.split("…").map((part) => plainLetters(part).replaceAll("(", "(?:"));
  return parts
    .join(writing.spaced ? gap.spaced : gap.unspaced)
    .replaceAll("{animal}", `(?:${animals})`)
    .replaceAll(")*", `){0,${MOST_TIMES}}`);
}

/** A text, and all that is left when something is taken from it up to four times. */
function lessAndLess(text: string, less: (text: string) => string[]): string[] {
  const all = new Set([text]);
  let left = [text];
  for (let time = 0; time < MOST_TIMES; time++) {
    left = left.flatMap(less);
    for (const rest of left) all.add(rest);
  }
  return [...all];
}
