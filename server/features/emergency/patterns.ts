import { type Language, languages } from "#server/languages/languages.ts";
import type { EmergencyWords } from "#server/languages/schema.ts";
import { type Sliced, SlicedOnce } from "#server/languages/slices.ts";
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
export const MOST_TRIALS = 4_000;

interface Pattern {
  readonly group: Group;
  readonly language: Language;
  /** Compiled when it is first tried: most patterns never are, and to compile all of them takes two seconds. */
  readonly expression: () => RegExp;
}

/** A letter of the beginnings of patterns: what may follow it, and the patterns of the beginnings that end here. */
interface Place {
  readonly next: Map<number, Place>;
  readonly patterns: Pattern[];
}

/** All patterns by their beginnings, so that hardly any needs to be tried: those that begin at a word, and all others. */
const atWords = newPlace();
const anywhere = newPlace();
const built = new SlicedOnce((language: Language) => building(language));
/** How many patterns are built before others may have their turn. */
const SLICE = 15;
const SPACE = 32;
/** Signs, spaces and symbols, as a few ranges: `\p{L}` in each of so many expressions takes too long to compile. */
const NO_LETTER = "\\0-/:-@[-`{-¿،؛؟۔।॥\\u2000-\\u2bff\\u3000-\\u303f\\ufe0f\\uff00-\\uff0f\\u{1f000}-\\u{1faff}";
const isLetter = /[\p{L}\p{M}\p{N}]/u;

/** Where the patterns of all languages match in a sentence. */
export function matchesIn(sentence: string, effort: Effort): Match[] {
  for (const language of languages) built.now(language);
  const found: Match[] = [];
  let isInWord = false;
  for (let start = 0; start < sentence.length; start++) {
    const code = sentence.charCodeAt(start);
    if (!isInWord && atWords.next.has(code)) tryFrom(atWords, sentence, start, effort, found);
    if (anywhere.next.has(code)) tryFrom(anywhere, sentence, start, effort, found);
    isInWord = code !== SPACE && isLetter.test(sentence[start] ?? "");
  }
  return found;
}

/** Builds the patterns in slices. Without it the first message would do all of it at once. */
export async function preparePatterns(): Promise<void> {
  for (const language of languages) await built.soon(language);
}

function tryFrom(beginnings: Place, sentence: string, start: number, effort: Effort, found: Match[]): void {
  let place: Place | undefined = beginnings;
  for (let at = start; place !== undefined; at++) {
    for (const { expression: compiled, group, language } of place.patterns) {
      if (effort.left === 0) return;
      effort.left -= 1;
      const expression = compiled();
      expression.lastIndex = start;
      if (expression.test(sentence)) found.push({ group, language, start, end: expression.lastIndex });
    }
    place = place.next.get(sentence.charCodeAt(at));
  }
}

const placed = new Set<Language>();

/**
 * All patterns of a language get their places together, so that no message is read with half of them, and only once, for a
 * message may have built them at once meanwhile.
 */
function* building(language: Language): Sliced<true> {
  const words = language.emergency;
  const texts = textsOf(language);
  const gap = gapIn(language, []);
  const gapOfDanger = gapIn(language, language.danger.deniedBy);
  const made: { beginning: string; pattern: Pattern }[] = [];
  for (const group of groups)
    for (const [place, text] of texts[group].entries()) {
      if (place % SLICE === 0) yield;
      const pattern = {
        group,
        language,
        expression: compiledOnce(text, words, dangers.has(group) ? gapOfDanger : gap),
      };
      const beginnings = beginningsOf(withAttached(text, words), words.wholeWords ? " " : undefined);
      made.push(...beginnings.map((beginning) => ({ beginning, pattern })));
    }
  if (placed.has(language)) return true;
  placed.add(language);
  for (const { beginning, pattern } of made)
    placeOf(words.wholeWords ? atWords : anywhere, beginning).patterns.push(pattern);
  return true;
}

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

/** What `…` stands for: a few words, in a danger none that denies it ('bringe mich nicht um'). */
function gapIn({ emergency }: Language, denying: readonly string[]): string {
  if (!emergency.wholeWords) return ".{0,10}?";
  return denying.length === 0 ? " (?:[^ ]+ ){0,5}?" : ` (?:(?!(?:${denying.map(plain).join("|")}) )[^ ]+ ){0,5}?`;
}

function placeOf(beginnings: Place, beginning: string): Place {
  let place = beginnings;
  for (let at = 0; at < beginning.length; at++) {
    const letter = beginning.charCodeAt(at);
    const next = place.next.get(letter) ?? newPlace();
    place.next.set(letter, next);
    place = next;
  }
  return place;
}

function newPlace(): Place {
  return { next: new Map(), patterns: [] };
}

/** The pattern in plain spelling, with what may be written onto its first word. */
function withAttached(pattern: string, { attached }: EmergencyWords): string {
  const spelled = pattern
    .split("…")
    .map((part) => plain(part.trim()))
    .join("…");
  return attached.length === 0 ? spelled : `(${attached.join("|")})?(${spelled})`;
}

function compiledOnce(pattern: string, words: EmergencyWords, gap: string): () => RegExp {
  let compiled: RegExp | undefined;
  return () => {
    compiled ??= expressionOf(pattern, words, gap);
    return compiled;
  };
}

/** The regular expression of one pattern, matched at one place only. */
function expressionOf(pattern: string, words: EmergencyWords, gap: string): RegExp {
  const { wholeWords } = words;
  const source = withAttached(pattern, words)
    .replace(/[.+^${}[\]\\]/g, "\\$&")
    .replaceAll("(", "(?:")
    .replaceAll("*", wholeWords ? `[^${NO_LETTER}]*` : "")
    .replaceAll("…", gap);
  return new RegExp(wholeWords ? `(?:${source})(?=$|[${NO_LETTER}])` : source, "uy");
}
