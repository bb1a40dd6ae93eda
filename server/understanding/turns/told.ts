import type { Turn } from "../chat-turn.ts";
import { type Language, oncePerLanguage } from "../languages/languages.ts";

/** What the person told of themselves. */
export interface SpeakerFacts {
  name: string | null;
  age: number | null;
}

/** Earlier turns of a person that are looked through, and the characters that are read of each. */
const most = { turns: 30, characters: 300, age: 120 } as const;

interface Teller {
  names: readonly RegExp[];
  /** Such as "I'm …", after which may follow anything. */
  maybeNames: readonly RegExp[];
  ages: readonly RegExp[];
  numbers: ReadonlyMap<string, number>;
  noNames: ReadonlySet<string>;
}

/**
 * The name and the age that were told last, in this message or in earlier ones. `isAboutPerson` says whether a message
 * is about who the person is: only then 'I'm Anna' is a name.
 */
export function toldIn(
  message: string,
  turns: readonly Turn[],
  options: { petName: string; language: Language; isAboutPerson: (message: string) => boolean },
): SpeakerFacts {
  const teller = tellerOf(options.language);
  const told: SpeakerFacts = { name: null, age: null };
  const said = turns.flatMap(({ role, content }) => (role === "user" ? [content] : [])).slice(-most.turns);
  for (const text of [...said, message].toReversed()) {
    const read = text
      .slice(0, most.characters)
      .normalize("NFKC")
      .replace(/[’ʼ`´]/g, "'")
      .replace(/\s+/gu, " ")
      .trim();
    told.age ??= ageIn(read, teller);
    told.name ??= nameIn(read, teller, options);
    if (told.name !== null && told.age !== null) break;
  }
  return told;
}

function nameIn(
  text: string,
  { names, maybeNames, numbers, noNames }: Teller,
  { petName, isAboutPerson }: Parameters<typeof toldIn>[2],
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

function ageIn(text: string, { ages, numbers }: Teller): number | null {
  for (const pattern of ages) {
    const said = pattern.exec(text)?.groups?.age;
    const age = said === undefined ? undefined : (numbers.get(said.toLowerCase()) ?? Number(latinDigits(said)));
    if (age !== undefined && age >= 1 && age <= most.age) return age;
  }
  return null;
}

const firstWord = (text: string): string => text.toLowerCase().split(" ", 1)[0] ?? "";

/** With a capital, where children write none. */
const written = (name: string): string => name.replace(/^\p{Ll}/u, (letter) => letter.toUpperCase());

/** The digits of Arabic and Hindi as those that are counted with. */
const latinDigits = (digits: string): string =>
  digits.replace(/[٠-٩०-९]/gu, (digit) => String(digit.charCodeAt(0) - (digit < "०" ? 0x660 : 0x966)));

const tellerOf = oncePerLanguage((language): Teller => {
  const { name, maybeName, age, numbers, noNames } = language.dialogue.telling;
  const compiled = (patterns: readonly string[]) => patterns.map((pattern) => withHoles(pattern, language, numbers));
  return {
    ...{ names: compiled(name), maybeNames: compiled(maybeName), ages: compiled(age) },
    numbers: new Map(Object.entries(numbers)),
    noNames: new Set(noNames),
  };
});

/** A pattern of the language with the name or the age for its hole, as whole words where there are spaces between words. */
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
