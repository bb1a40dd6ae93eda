import { languageFor } from "./languages.ts";

interface StoredQuestion {
  /** The key of a seeded question; null for one that an administrator added. */
  key: string | null;
  question: string;
}

/**
 * A diary question as a pet of this locale asks it. What an administrator added or reworded is known only in the
 * administrator's words, and stays as it is.
 */
export function localizeQuestion(locale: string, { key, question }: StoredQuestion): string {
  if (key === null || wordingOf("en", key) !== question) return question;
  return wordingOf(locale, key) ?? question;
}

function wordingOf(locale: string, key: string): string | undefined {
  const questions = languageFor(locale)?.diaryQuestions ?? {};
  return Object.hasOwn(questions, key) ? questions[key]?.question : undefined;
}
