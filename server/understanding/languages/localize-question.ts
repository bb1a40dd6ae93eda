import { animalOf } from "./animals.ts";
import { languageFor } from "./languages.ts";

interface StoredQuestion {
  /** The key of a seeded question; null for one that an administrator added. */
  key: string | null;
  question: string;
}

/** A reworded or added question is known only in the administrator's words. */
export function localizeQuestion(locale: string, { key, question }: StoredQuestion): string {
  if (key === null || wordingOf("en", key) !== question) return question;
  return wordingOf(locale, key) ?? question;
}

/** With `{pet}` for the name; undefined where no words are known. */
export function questionAbout(locale: string, { key, question }: StoredQuestion): string | undefined {
  return key !== null && wordingOf("en", key) === question ? wordsOf(locale, key)?.about : undefined;
}

/** What is asked of a pet of which the species is known; undefined where that tells nothing of the question. */
export function restOf(locale: string, stored: StoredQuestion, species: string): string | undefined {
  if (questionAbout(locale, stored) === undefined) return undefined;
  const words = wordsOf(locale, stored.key ?? "");
  const animal = animalOf(species, locale);
  const name = Object.entries(languageFor(locale)?.ownFacts.animals ?? {}).find(([one]) => one === animal)?.[1].name;
  const rest = name === undefined ? words?.restElse : words?.rest;
  return rest?.replaceAll("{kind}", () => name ?? species);
}

/** What may be asked further, with `{pet}` for the name. */
export const followUpTo = (locale: string, stored: StoredQuestion): string | undefined =>
  questionAbout(locale, stored) === undefined ? undefined : wordsOf(locale, stored.key ?? "")?.followUp;

const wordingOf = (locale: string, key: string): string | undefined => wordsOf(locale, key)?.question;

function wordsOf(locale: string, key: string) {
  const questions = languageFor(locale)?.diaryQuestions ?? {};
  return Object.hasOwn(questions, key) ? questions[key] : undefined;
}
