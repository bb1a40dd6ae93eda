import { type Language, languageOf, languages } from "../../languages/languages.ts";
import type { EmergencyKind } from "../../languages/schema.ts";
import { type Effort, type Match, MOST_TRIALS, matchesIn } from "./patterns.ts";
import { plain } from "./plain.ts";
import { holdsSlip } from "./slips.ts";

export interface Emergency {
  readonly kind: EmergencyKind;
  /** The language of the message. */
  readonly language: Language;
}

interface Sentence {
  readonly text: string;
  /** The longest match of each group of patterns, by language; those within a saying ('I could die laughing') are left out. */
  readonly letters: (group: Match["group"], language: Language) => number;
}

const sentenceEnd = /[.!?…。！？؟।\n]+/u;
const kana = /[\u3041-\u3096]/;

/**
 * The emergency that a message tells of, or null. A person's danger comes before an animal's. People may write in any
 * language of the catalogue; the pet's own (`en` of `en-US`) is taken where the words fit two languages equally well.
 */
export function recognizeEmergency(message: string, locale: string): Emergency | null {
  const text = plain(message);
  const order = inOrder(locale, text);
  const effort = { left: MOST_TRIALS };
  const sentences = text
    .split(sentenceEnd)
    .filter((sentence) => sentence.trim() !== "")
    .flatMap((sentence) => read(sentence, effort) ?? []);
  for (const kind of ["person", "vet"] as const)
    for (const sentence of sentences) {
      const language = kind === "person" ? tellsOfPerson(sentence, order) : tellsOfAnimal(sentence, order);
      if (language !== null) return { kind, language };
    }
  return null;
}

function read(text: string, effort: Effort): Sentence | null {
  const matches = matchesIn(text, effort);
  if (matches.length === 0) return null;
  const isSaying = sayingsIn(matches, text.length);
  const longest = new Map<string, number>();
  for (const { group, language, start, end } of matches) {
    if (isSaying.subarray(start, end).includes(1)) continue;
    const key = `${group} ${language.code}`;
    longest.set(key, Math.max(longest.get(key) ?? 0, end - start));
  }
  return { text, letters: (group, language) => longest.get(`${group} ${language.code}`) ?? 0 };
}

/** 1 for each letter that belongs to a saying. One that begins within another is none. */
function sayingsIn(matches: readonly Match[], length: number): Uint8Array {
  const isSaying = new Uint8Array(length);
  for (const { group, start, end } of matches)
    if (group === "figurative" && isSaying[start] === 0) isSaying.fill(1, start, end);
  return isSaying;
}

function tellsOfPerson({ letters }: Sentence, order: readonly Language[]): Language | null {
  return clearest(order, (language) => letters("person", language));
}

/** A sentence that in one language is about the past or a denial counts as no emergency in similar languages either. */
function tellsOfAnimal(sentence: Sentence, order: readonly Language[]): Language | null {
  let isDenied = false;
  const language = clearest(order, (candidate) => {
    const length = Math.max(sentence.letters("vet", candidate), lengthOfPoisoning(sentence, candidate));
    if (length > 0 && sentence.letters("notNow", candidate) > 0) isDenied = true;
    return length;
  });
  return isDenied ? null : language;
}

function lengthOfPoisoning({ text, letters }: Sentence, language: Language): number {
  const eating = letters("eaten", language);
  if (eating === 0) return 0;
  const poison = letters("poisons", language);
  if (poison > 0) return eating + poison;
  return holdsSlip(text, poisonWordsOf(language)) ? eating : 0;
}

/** The language in which the most letters match: French 'me suicider' contains a word that also matches in English. */
function clearest(order: readonly Language[], understood: (language: Language) => number): Language | null {
  let best: Language | null = null;
  let most = 0;
  for (const language of order) {
    const letters = understood(language);
    if (letters <= most) continue;
    most = letters;
    best = language;
  }
  return best;
}

/** The pet's language first. A text with kana is not Chinese. */
function inOrder(locale: string, text: string): Language[] {
  const own = languageOf(locale);
  return languages
    .filter(({ writing }) => writing.script !== "Chinese" || !kana.test(text))
    .sort((first, second) => Number(second.code === own) - Number(first.code === own));
}

const poisonWords = new Map<Language, string[]>();

/** The poisons that are a single word each; 'my (pills|tablets)' has none. */
function poisonWordsOf(language: Language): string[] {
  const known = poisonWords.get(language);
  if (known !== undefined) return known;
  const { wholeWords, poisons } = language.emergency;
  const choices = wholeWords ? poisons.flatMap((pattern) => plain(pattern).split("|")) : [];
  const words = choices.map((choice) => choice.replace(/[()*?]/g, "")).filter((choice) => !choice.includes(" "));
  poisonWords.set(language, words);
  return words;
}
