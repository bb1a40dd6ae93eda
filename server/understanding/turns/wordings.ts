import { animalNames, plain } from "../languages/animals.ts";
import type { Language } from "../languages/languages.ts";
import type { TurnWords } from "../languages/schema.ts";
import { plainLetters } from "../languages/text-features.ts";
import type { TurnKind } from "../languages/turn-kinds.ts";

const LONGEST = 80;
/** Bounded, so that no text is slow. */
const MOST_TIMES = 4;
const gap = { spaced: "\\S+(?: \\S+){0,3}", unspaced: ".{1,8}" } as const;
/** "Are you clever?" pays no compliment, "Are you a good dog?" does. */
const tellingKinds: ReadonlySet<TurnKind> = new Set([
  "compliment",
  "insult",
  "missed",
  "ownIllness",
] as const satisfies TurnKind[]);

export type WordingReader = (message: string) => TurnKind | null;

export function examplesByWording(
  examples: ReadonlyMap<TurnKind, readonly string[]>,
  language: Language,
): Map<string, TurnKind> {
  const known = new Map<string, TurnKind>();
  for (const [kind, texts] of examples) for (const text of texts) known.set(plain(text, language), kind);
  return known;
}

/** Small talk has few wordings, which say more than their words. An example keeps its own kind. */
export function wordingReader(
  { kinds, praise, before, after, greetings, callNames }: TurnWords["wordings"],
  known: ReadonlyMap<string, TurnKind>,
  language: Language,
): WordingReader {
  const space = language.writing.spaced ? " " : "";
  const animals = [...animalNames(language).keys()].join("|");
  const starts = [...before, ...greetings].map((words) => plain(words, language) + space);
  const ends = [...after, ...callNames].map((words) => space + plain(words, language));
  const coresOf = (text: string) =>
    lessAndLess(text, (rest) =>
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
    const text = plain(message, language);
    if (text === "") return null;
    const own = known.get(text);
    if (own !== undefined && own !== "question") return Object.hasOwn(kinds, own) ? own : null;
    const asks = /[?？؟]/u.test(message);
    const cores = coresOf(text);
    const isSaid = (pattern: RegExp) => cores.some((core) => pattern.test(core));
    const found = patterns.find(([kind, pattern]) => !(asks && tellingKinds.has(kind)) && isSaid(pattern));
    // Ways to ask what the diary asks hold small talk too.
    if (own === "question") return found?.[0] === own ? own : null;
    return found?.[0] ?? (isSaid(praising) ? "compliment" : null);
  };
}

export function sourceOf(wording: string, animals: string, { writing }: Language): string {
  const parts = wording.split("…").map((part) => plainLetters(part).replaceAll("(", "(?:"));
  return parts
    .join(writing.spaced ? gap.spaced : gap.unspaced)
    .replaceAll("{animal}", `(?:${animals})`)
    .replaceAll(")*", `){0,${MOST_TIMES}}`)
    .replaceAll(")+", `){1,${MOST_TIMES}}`);
}

function lessAndLess(text: string, less: (text: string) => string[]): string[] {
  const all = new Set([text]);
  let left = [text];
  for (let time = 0; time < MOST_TIMES; time++) {
    left = left.flatMap(less);
    for (const rest of left) all.add(rest);
  }
  return [...all];
}
