import { analyze } from "./analyze.ts";
import { understand } from "./question.ts";
import { plainWording } from "./question-bank.ts";

/** "Do you like snow?" and "Do you like rain?" must not count as the same. */
const LEAST_SHARE = 0.75;

export interface QuestionTerms {
  words: string;
  terms: ReadonlySet<string>;
  askedFor: string;
}

export function questionTerms(question: string, locale: string): QuestionTerms {
  const { text, language, askedFor } = understand(question, locale);
  return { words: plainWording(text), terms: new Set(analyze(text, language)), askedFor: [...askedFor].join(" ") };
}

export function isSameQuestion(one: QuestionTerms, other: QuestionTerms): boolean {
  if (one.words === other.words) return one.words !== "";
  if (one.askedFor !== other.askedFor) return false;
  const [shorter, longer] = one.terms.size <= other.terms.size ? [one.terms, other.terms] : [other.terms, one.terms];
  return (
    shorter.size > 0 && [...shorter].every((term) => longer.has(term)) && shorter.size >= LEAST_SHARE * longer.size
  );
}
