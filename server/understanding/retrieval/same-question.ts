import { analyze } from "./analyze.ts";
import { understand } from "./question.ts";
import { plainWording } from "./question-bank.ts";

/**
 * How much of the longer question's content words the shorter one may leave out. Only a word more or less makes no other
 * question: of "Do you like snow?" and "Do you like rain?" each has a word that the other lacks.
 */
const LEAST_SHARE = 0.75;

/** A question in the form in which it is compared with others. */
export interface QuestionTerms {
  words: string;
  terms: ReadonlySet<string>;
  /** What it asks for: who, where, when ... */
  askedFor: string;
}

/** `locale` is the pet's; a question may be in another language. */
export function questionTerms(question: string, locale: string): QuestionTerms {
  const { text, language, askedFor } = understand(question, locale);
  return { words: plainWording(text), terms: new Set(analyze(text, language)), askedFor: [...askedFor].join(" ") };
}

/** Whether two questions mean the same: the same words, or the same content words but for one or so, asking for the same. */
export function isSameQuestion(one: QuestionTerms, other: QuestionTerms): boolean {
  if (one.words === other.words) return one.words !== "";
  if (one.askedFor !== other.askedFor) return false;
  const [shorter, longer] = one.terms.size <= other.terms.size ? [one.terms, other.terms] : [other.terms, one.terms];
  return (
    shorter.size > 0 && [...shorter].every((term) => longer.has(term)) && shorter.size >= LEAST_SHARE * longer.size
  );
}
