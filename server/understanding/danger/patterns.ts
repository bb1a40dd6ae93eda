import { allLanguages, type Language, languages } from "../languages/languages.ts";
import { LearnedData } from "../languages/learned-data.ts";
import type { EmergencyWords } from "../languages/schema.ts";
import { Spellings, type SpellingTable, spellingTable } from "../languages/spellings.ts";
import { beginningsOf } from "./beginnings.ts";
import { patternsOf } from "./danger-table.ts";
import { comparedForm } from "./plain.ts";

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

/** The patterns of all languages by their beginnings, so that hardly any needs to be tried. */
interface LearnedPatterns {
  readonly texts: readonly string[];
  /** By pattern, the places in `languages` and in `groups`. */
  readonly languageOf: Uint8Array;
  readonly groupOf: Uint8Array;
  /** By language; `danger` and `other`: what `…` and `……` stand for in a danger, and else. */
  readonly writing: readonly { wholeWords: boolean; danger: Gaps; other: Gaps }[];
  /** The patterns that begin at a word, and those that may begin anywhere. */
  readonly atWords: SpellingTable;
  readonly anywhere: SpellingTable;
}

export const learnedPatterns = new LearnedData(
  "emergency-patterns",
  import.meta.url,
  (_: typeof allLanguages): LearnedPatterns => {
    const patterns = languages.flatMap((language, place) => {
      const texts = textsOf(language);
      return groups.flatMap((group, number) =>
        texts[group].map((text) => ({ language, place, number, text: withAttached(text, language.emergency) })),
      );
    });
    const beginnings = { atWords: new Map<string, number[]>(), anywhere: new Map<string, number[]>() };
    for (const [pattern, { language, text }] of patterns.entries()) {
      const { wholeWords } = language.emergency;
      const places = wholeWords ? beginnings.atWords : beginnings.anywhere;
      for (const beginning of beginningsOf(text, wholeWords))
        places.set(beginning, [...(places.get(beginning) ?? []), pattern]);
    }
    return {
      texts: patterns.map(({ text }) => text),
      languageOf: Uint8Array.from(patterns, ({ place }) => place),
      groupOf: Uint8Array.from(patterns, ({ number }) => number),
      writing: languages.map(({ emergency, danger }) => ({
        wholeWords: emergency.wholeWords,
        danger: gapsIn(emergency, danger.deniedBy),
        other: gapsIn(emergency, []),
      })),
      ...{ atWords: spellingTable(beginnings.atWords), anywhere: spellingTable(beginnings.anywhere) },
    };
  },
);

/** Read at the first message. */
let known: Patterns | undefined;

class Patterns {
  readonly atWords: Spellings;
  readonly anywhere: Spellings;
  readonly #learned = learnedPatterns.read(allLanguages);
  readonly #compiled: RegExp[] = [];

  constructor() {
    this.atWords = new Spellings(this.#learned.atWords);
    this.anywhere = new Spellings(this.#learned.anywhere);
  }

  /** Tries the patterns whose beginnings stand here, those of shorter beginnings first. */
  tryFrom(beginnings: Spellings, sentence: string, start: number, effort: Effort, found: Match[]): void {
    for (const numbers of beginnings.standingAt(sentence, start))
      for (const pattern of numbers) {
        if (effort.left === 0) return;
        effort.left -= 1;
        const expression = this.#expressionOf(pattern);
        expression.lastIndex = start;
        const group = groups[this.#learned.groupOf[pattern] ?? 0];
        const language = languages[this.#learned.languageOf[pattern] ?? 0];
        if (expression.test(sentence) && group !== undefined && language !== undefined)
          found.push({ group, language, start, end: expression.lastIndex });
      }
  }

  /** Compiled when it is first tried: most patterns never are, and to compile all of them takes two seconds. */
  #expressionOf(pattern: number): RegExp {
    const before = this.#compiled[pattern];
    if (before !== undefined) return before;
    const { texts, languageOf, groupOf, writing } = this.#learned;
    const way = writing[languageOf[pattern] ?? 0];
    const group = groups[groupOf[pattern] ?? 0];
    if (way === undefined || group === undefined) throw new Error(`There is no pattern ${pattern}.`);
    const made = expressionOf(texts[pattern] ?? "", way.wholeWords, dangers.has(group) ? way.danger : way.other);
    this.#compiled[pattern] = made;
    return made;
  }
}

const SPACE = 32;
/** Signs, spaces and symbols, as a few ranges: `\p{L}` in each of so many expressions takes too long to compile. */
const NO_LETTER = "\\0-/:-@[-`{-¿،؛؟۔।॥\\u2000-\\u2bff\\u3000-\\u303f\\ufe0f\\uff00-\\uff0f\\u{1f000}-\\u{1faff}";
const isLetter = /[\p{L}\p{M}\p{N}]/u;

/** Where the patterns of all languages match in a sentence. */
export function matchesIn(sentence: string, effort: Effort): Match[] {
  known ??= new Patterns();
  const found: Match[] = [];
  let isInWord = false;
  for (let start = 0; start < sentence.length; start++) {
    if (!isInWord) known.tryFrom(known.atWords, sentence, start, effort, found);
    if (!isWithinLatin(sentence, start)) known.tryFrom(known.anywhere, sentence, start, effort, found);
    isInWord = sentence.charCodeAt(start) !== SPACE && isLetter.test(sentence[start] ?? "");
  }
  return found;
}

/** Latin words are parted by spaces in any language: no 'lol' in 'pillole'. */
const isWithinLatin = (sentence: string, at: number): boolean =>
  isLatin(sentence.charCodeAt(at)) && isLatin(sentence.charCodeAt(at - 1));
const isLatin = (code: number): boolean => code >= 0x61 && code <= 0x7a;

/** The patterns that people have written down, and those that the table of phrases stands for. */
function textsOf({ emergency, danger }: Language): Record<Group, readonly string[]> {
  const { person, denials, ...table } = patternsOf(danger);
  return {
    ...emergency,
    ...table,
    person: [...emergency.person, ...person],
    figurative: [...emergency.figurative, ...denials],
    notNow: [...emergency.notNow, ...danger.tales],
    stories: [...danger.stories, ...danger.tales],
    ...{ laughs: danger.laughs, over: danger.over },
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
  const word = denying.length === 0 ? "[^ ]+ " : `(?!(?:${denying.map(comparedForm).join("|")}) )[^ ]+ `;
  return { few: ` (?:${word}){0,5}?`, many: ` (?:${word}){0,12}?` };
}

/** The pattern in plain spelling, with what may be written onto its first word. */
function withAttached(pattern: string, { attached, wholeWords }: EmergencyWords): string {
  const written = wholeWords ? pattern : pattern.replace(/ \??/g, "");
  const spelled = written
    .split("…")
    .map((part) => comparedForm(part.trim()))
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
