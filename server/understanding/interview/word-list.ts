import type { Language } from "../languages/languages.ts";
import { plainWords } from "../languages/text-features.ts";

/** Words and phrases, where `*` at the end stands for any letters. */
export interface WordList {
  /** Whether one of them is in it. */
  isIn(text: string): boolean;
  /** Where each of them ends that begins at that place: in words, or in characters where no spaces part the words. */
  endsAt(units: readonly string[], place: number): number[];
}

/** The text as it is compared; twice where an apostrophe may part words: 'I'm' and 'j'ai'. */
export function readingsOf(text: string, language: Language): string[][] {
  const joined = unitsOf(text, language);
  return /[’‘'ʼ]/u.test(text) ? [joined, unitsOf(text.replace(/[’‘'ʼ]/gu, " "), language)] : [joined];
}

const unitsOf = (text: string, { writing }: Language): string[] =>
  writing.spaced ? plainWords(text) : [...plainWords(text).join("")];

export function wordList(entries: readonly string[], language: Language): WordList {
  const byFirst = new Map<string, Entry[]>();
  const stems: Entry[] = [];
  for (const entry of entries) {
    // Characters that follow are not looked at anyway where no spaces part the words.
    const isOpen = entry.endsWith("*") && language.writing.spaced;
    for (const units of readingsOf(entry.replace("*", ""), language)) {
      const [first] = units;
      if (first === undefined) continue;
      if (isOpen && units.length === 1) stems.push({ units, isOpen });
      else byFirst.set(first, [...(byFirst.get(first) ?? []), { units, isOpen }]);
    }
  }
  const endsAt = (units: readonly string[], place: number) =>
    [...(byFirst.get(units[place] ?? "") ?? []), ...stems]
      .filter((entry) => stands(entry, units, place))
      .map((entry) => place + entry.units.length);
  return {
    isIn: (text) =>
      readingsOf(text.slice(0, LONGEST_READ), language).some((units) =>
        units.some((_, place) => endsAt(units, place).length > 0),
      ),
    endsAt,
  };
}

interface Entry {
  units: readonly string[];
  isOpen: boolean;
}

const LONGEST_READ = 1_000;

const stands = ({ units, isOpen }: Entry, text: readonly string[], place: number): boolean =>
  units.every((unit, at) => {
    const word = text[place + at];
    return word === unit || (isOpen && at === units.length - 1 && word?.startsWith(unit) === true);
  });

/** Whether it consists of words of both lists, and of at least one of the first; of two of them where another word is among it. */
export function consistsOf(units: readonly string[], needed: WordList, allowed: WordList, isSpaced: boolean): boolean {
  // By place, and by how many others were passed over: how many of the first list are before it.
  const most = isSpaced ? 1 : 2;
  const reached = Array.from({ length: units.length + 1 }, () => new Map<number, number>());
  reached[0]?.set(0, 0);
  const reach = (place: number, others: number, count: number) => {
    const known = reached[place]?.get(others) ?? -1;
    if (count > known) reached[place]?.set(others, count);
  };
  for (const [place, before] of reached.entries())
    for (const [others, count] of before) {
      for (const end of needed.endsAt(units, place)) reach(end, others, count + 1);
      for (const end of allowed.endsAt(units, place)) reach(end, others, count);
      if (others < most && place < units.length) reach(place + 1, others + 1, count);
    }
  const found = reached[units.length];
  const isLong = units.length >= (isSpaced ? FEWEST_WORDS : FEWEST_CHARACTERS);
  return [...(found ?? [])].some(([others, count]) => (others === 0 ? count > 0 : isLong && count > 1));
}

const FEWEST_WORDS = 4;
const FEWEST_CHARACTERS = 7;
