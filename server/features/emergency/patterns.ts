import { type Language, languages, oncePerLanguage } from "#server/languages/languages.ts";
import { LearnedData } from "#server/languages/learned-data.ts";
import type { EmergencyWords } from "#server/languages/schema.ts";
import { type Alike, Spellings, type SpellingTable, spellingTable } from "#server/languages/spellings.ts";
import { beginningsOf } from "./beginnings.ts";
import { patternsOf } from "./danger-table.ts";
import { plain } from "./plain.ts";

const groups = [
  ...["eaten", "poisons", "vet", "animals", "notNow", "person", "others", "violence", "medical"],
  ...["figurative", "stories", "laughs", "over"],
] as const;
type Group = (typeof groups)[number];
const dangers: ReadonlySet<Group> = new Set(["person", "others", "violence", "medical", "animals"]);

/** A place in a sentence where a pattern matches. */
export interface Match {
  readonly group: Group;
  readonly language: Language;
  readonly start: number;
  readonly end: number;
}

/**
 * How many more patterns may be tried at a place of the message. The longest message of words that people write needs a
 * half of them at most; the limit is for text made to take long.
 */
export interface Effort {
  left: number;
}
export const MOST_TRIALS = 12_000;

/** The patterns of a language by their beginnings, so that hardly any needs to be tried. */
interface LearnedPatterns {
  wholeWords: boolean;
  /** What `…` and `……` stand for in them. */
  gaps: { danger: Gaps; other: Gaps };
  patterns: { group: Group; text: string }[];
  /** With the places of the patterns that begin so. */
  beginnings: SpellingTable;
}

const SPACE = 32;
/** Signs, spaces and symbols, as a few ranges: `\p{L}` in each of so many expressions takes too long to compile. */
const NO_LETTER = "\\0-/:-@[-`{-¿،؛؟۔।॥\\u2000-\\u2bff\\u3000-\\u303f\\ufe0f\\uff00-\\uff0f\\u{1f000}-\\u{1faff}";
const isLetter = /[\p{L}\p{M}\p{N}]/u;

/** Where the patterns of all languages match in a sentence. */
export function matchesIn(sentence: string, effort: Effort): Match[] {
  const all = languages.map(patternsIn);
  const [atWords, anywhere] = [all.filter(({ wholeWords }) => wholeWords), all.filter(({ wholeWords }) => !wholeWords)];
  const found: Match[] = [];
  let isInWord = false;
  for (let start = 0; start < sentence.length; start++) {
    if (!isInWord) tryFrom(atWords, sentence, start, effort, found);
    if (!isWithinLatin(sentence, start)) tryFrom(anywhere, sentence, start, effort, found);
    isInWord = sentence.charCodeAt(start) !== SPACE && isLetter.test(sentence[start] ?? "");
  }
  return found;
}

/** Latin words are parted by spaces in any language: no 'lol' in 'pillole'. */
const isWithinLatin = (sentence: string, at: number): boolean =>
  isLatin(sentence.charCodeAt(at)) && isLatin(sentence.charCodeAt(at - 1));
const isLatin = (code: number): boolean => code >= 0x61 && code <= 0x7a;

interface LanguagePatterns {
  readonly language: Language;
  readonly wholeWords: boolean;
  readonly beginnings: Spellings;
  readonly groups: readonly Group[];
  /** Compiled when it is first tried: most patterns never are, and to compile all of them takes two seconds. */
  readonly expressionOf: (pattern: number) => RegExp;
}

/** Tries the patterns whose beginnings stand here, those of shorter beginnings first. */
function tryFrom(
  all: readonly LanguagePatterns[],
  sentence: string,
  start: number,
  effort: Effort,
  found: Match[],
): void {
  const first = sentence.charCodeAt(start);
  let going = all.flatMap((patterns): [LanguagePatterns, Alike][] => {
    const alike = patterns.beginnings.beginningWith(first);
    return alike === undefined ? [] : [[patterns, alike]];
  });
  for (let letters = 1; going.length > 0; letters++) {
    for (const [patterns, alike] of going) {
      for (const pattern of patterns.beginnings.numbersAt(alike, letters)) {
        if (effort.left === 0) return;
        effort.left -= 1;
        const expression = patterns.expressionOf(pattern);
        expression.lastIndex = start;
        const { language, groups } = patterns;
        const group = groups[pattern];
        if (expression.test(sentence) && group !== undefined)
          found.push({ group, language, start, end: expression.lastIndex });
      }
    }
    const next = sentence.charCodeAt(start + letters);
    going = going.flatMap(([patterns, alike]): [LanguagePatterns, Alike][] => {
      const left = patterns.beginnings.goingOn(alike, letters, next);
      return left === undefined ? [] : [[patterns, left]];
    });
  }
}

export const learnedPatterns = new LearnedData("emergency-patterns", import.meta.url, (language): LearnedPatterns => {
  const { emergency: words, danger } = language;
  const texts = textsOf(language);
  const patterns = groups.flatMap((group) => texts[group].map((text) => ({ group, text: withAttached(text, words) })));
  const byBeginning = new Map<string, number[]>();
  for (const [place, { text }] of patterns.entries())
    for (const beginning of beginningsOf(text, words.wholeWords))
      byBeginning.set(beginning, [...(byBeginning.get(beginning) ?? []), place]);
  return {
    wholeWords: words.wholeWords,
    gaps: { danger: gapsIn(words, danger.deniedBy), other: gapsIn(words, []) },
    patterns,
    beginnings: spellingTable(byBeginning),
  };
});

const patternsIn = oncePerLanguage((language): LanguagePatterns => {
  const { wholeWords, gaps, patterns, beginnings } = learnedPatterns.read(language);
  const compiled: RegExp[] = [];
  return {
    ...{ language, wholeWords },
    beginnings: new Spellings(beginnings),
    groups: patterns.map(({ group }) => group),
    expressionOf(pattern) {
      const { text, group } = patterns[pattern] ?? { text: "(?!)", group: "laughs" };
      const known = compiled[pattern] ?? expressionOf(text, wholeWords, dangers.has(group) ? gaps.danger : gaps.other);
      compiled[pattern] = known;
      return known;
    },
  };
});

/** The patterns that people have written down, and those that the table of phrases stands for. */
function textsOf({ emergency, danger }: Language): Record<Group, readonly string[]> {
  const { person, denials, ...table } = patternsOf(danger);
  return {
    ...emergency,
    ...table,
    person: [...emergency.person, ...person],
    figurative: [...emergency.figurative, ...denials],
    ...{ stories: danger.stories, laughs: danger.laughs, over: danger.over },
  };
}

/** What `…` stands for, and `……`. */
interface Gaps {
  readonly few: string;
  readonly many: string;
}

/** A few words or many, in a danger none that denies it ('bringe mich nicht um'). */
function gapsIn({ wholeWords }: EmergencyWords, denying: readonly string[]): Gaps {
  if (!wholeWords) return { few: ".{0,10}?", many: ".{0,25}?" };
  const word = denying.length === 0 ? "[^ ]+ " : `(?!(?:${denying.map(plain).join("|")}) )[^ ]+ `;
  return { few: ` (?:${word}){0,5}?`, many: ` (?:${word}){0,12}?` };
}

/** The pattern in plain spelling, with what may be written onto its first word. */
function withAttached(pattern: string, { attached, wholeWords }: EmergencyWords): string {
  const written = wholeWords ? pattern : pattern.replace(/ \??/g, "");
  const spelled = written
    .split("…")
    .map((part) => plain(part.trim()))
    .join("…");
  return attached.length === 0 ? spelled : `(${attached.join("|")})?(${spelled})`;
}

/** The regular expression of one pattern, matched at one place only. */
function expressionOf(pattern: string, wholeWords: boolean, gaps: Gaps): RegExp {
  const source = pattern
    .replace(/[.+^${}[\]\\]/g, "\\$&")
    .replaceAll("(", "(?:")
    .replaceAll("*", wholeWords ? `[^${NO_LETTER}]*` : "")
    .replaceAll("……", gaps.many)
    .replaceAll("…", gaps.few);
  return new RegExp(wholeWords ? `(?:${source})(?=$|[${NO_LETTER}])` : source, "uy");
}
