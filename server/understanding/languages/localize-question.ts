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

const wordingOf = (locale: string, key: string): string | undefined => wordsOf(locale, key)?.question;

function wordsOf(locale: string, key: string) {
  const questions = languageFor(locale)?.diaryQuestions ?? {};
  return Object.hasOwn(questions, key) ? questions[key] : undefined;
}
