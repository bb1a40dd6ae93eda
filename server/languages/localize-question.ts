import { languageFor } from "./languages.ts";

interface StoredQuestion {
  /** The key of a seeded question; null for one that an administrator added. */
  key: string | null;
  question: string;
}

/**
 * A diary question as a pet of this locale asks it, and what the pet calls its subject. A question that an administrator
 * added or reworded exists only in the administrator's words, so it keeps them and has no subject.
 */
export function localizeQuestion(
  locale: string,
  { key, question }: StoredQuestion,
): { question: string; topic: string | null } {
  const isSeeded = key !== null && wordingOf("en", key)?.question === question;
  return (isSeeded && wordingOf(locale, key)) || { question, topic: null };
}

function wordingOf(locale: string, key: string) {
  const wordings = languageFor(locale)?.diaryQuestions ?? {};
  return Object.hasOwn(wordings, key) ? wordings[key] : undefined;
}
