import type { Turn } from "../chat-turn.ts";
import { type Language, oncePerLanguage } from "../languages/languages.ts";

export interface SpeakerFacts {
  name: string | null;
  age: number | null;
}

const most = { turns: 30, characters: 300, age: 120 } as const;

interface FactPatterns {
  names: readonly RegExp[];
  maybeNames: readonly RegExp[];
  ages: readonly RegExp[];
  numbers: ReadonlyMap<string, number>;
  noNames: ReadonlySet<string>;
}

/** The newest name and age. Only in a message about who the person is, 'I'm Anna' gives a name. */
export function speakerFactsIn(
  message: string,
  turns: readonly Turn[],
  options: { petName: string; language: Language; isAboutPerson: (message: string) => boolean },
): SpeakerFacts {
  const patterns = patternsOf(options.language);
  const facts: SpeakerFacts = { name: null, age: null };
  const earlierTurns = turns.flatMap(({ role, content }) => (role === "user" ? [content] : [])).slice(-most.turns);
  for (const text of [...earlierTurns, message].toReversed()) {
    const read = text
      .slice(0, most.characters)
      .normalize("NFKC")
      .replace(/[’ʼ`´]/g, "'")
      .replace(/\s+/gu, " ")
      .trim();
    facts.age ??= ageIn(read, patterns);
    facts.name ??= nameIn(read, patterns, options);
    if (facts.name !== null && facts.age !== null) break;
  }
  return facts;
}

function nameIn(
  text: string,
  { names, maybeNames, numbers, noNames }: FactPatterns,
  { petName, isAboutPerson }: Parameters<typeof speakerFactsIn>[2],
): string | null {
  const isName = (name: string | undefined): name is string =>
    name !== undefined &&
    !noNames.has(firstWord(name)) &&
    !numbers.has(firstWord(name)) &&
    name.toLowerCase() !== petName.toLowerCase();
  const sure = names.map((pattern) => pattern.exec(text)?.groups?.name).find(isName);
  if (sure !== undefined) return written(sure);
  const maybe = maybeNames.map((pattern) => pattern.exec(text)?.groups?.name).find(isName);
  return maybe !== undefined && isAboutPerson(text) ? written(maybe) : null;
}

function ageIn(text: string, { ages, numbers }: FactPatterns): number | null {
  for (const pattern of ages) {
    const ageText = pattern.exec(text)?.groups?.age;
    const age =
      ageText === undefined ? undefined : (numbers.get(ageText.toLowerCase()) ?? Number(latinDigits(ageText)));
    if (age !== undefined && age >= 1 && age <= most.age) return age;
  }
  return null;
}

const firstWord = (text: string): string => text.toLowerCase().split(" ", 1)[0] ?? "";

const written = (name: string): string => name.replace(/^\p{Ll}/u, (letter) => letter.toUpperCase());

const latinDigits = (digits: string): string =>
  digits.replace(/[٠-٩०-९]/gu, (digit) => String(digit.charCodeAt(0) - (digit < "०" ? 0x660 : 0x966)));

const patternsOf = oncePerLanguage((language): FactPatterns => {
  const { name, maybeName, age, numbers, noNames } = language.dialogue.telling;
  const compiled = (patterns: readonly string[]) => patterns.map((pattern) => withHoles(pattern, language, numbers));
  return {
    ...{ names: compiled(name), maybeNames: compiled(maybeName), ages: compiled(age) },
    numbers: new Map(Object.entries(numbers)),
    noNames: new Set(noNames),
  };
});

function withHoles(pattern: string, { writing }: Language, numbers: Readonly<Record<string, number>>): RegExp {
  const words = Object.keys(numbers).toSorted((first, second) => second.length - first.length);
  const letters = writing.spaced && writing.script !== "Korean" ? "\\p{L}[\\p{L}\\p{M}'-]{1,30}" : "[\\p{L}ー]{1,10}?";
  const source = pattern
    .replace("{name}", `(?<name>${letters})`)
    .replace("{age}", `(?<age>[0-9٠-٩०-९]{1,3}|${words.join("|")})`);
  if (!writing.spaced) return new RegExp(source, "iu");
  const end = writing.script === "Korean" ? "" : "(?![\\p{L}\\p{M}\\p{N}])";
  return new RegExp(`(?<![\\p{L}\\p{M}\\p{N}])(?:${source})${end}`, "iu");
}
