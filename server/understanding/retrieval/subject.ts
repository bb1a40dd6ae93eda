import type { QuestionBank } from "./question-bank.ts";
import type { SearchableText } from "./searchable.ts";

/**
 * How alike the subjects of a question and of a text are, where they share no word: by the questions of the bank to which
 * their words belong.
 * @param window the sentences of `subject`; `subjectBest` is of the one that is most alike
 * @param topics how likely the question is about each question of the bank
 */
export function likeSubjects(
  sentences: readonly SearchableText[],
  window: { from: number; to: number },
  topics: readonly number[],
  bank: QuestionBank | undefined,
): { subject: number; subjectBest: number } {
  if (bank === undefined || topics.length === 0) return { subject: 0, subjectBest: 0 };
  const length = lengthOf(topics);
  const near = new Float32Array(topics.length);
  let subjectBest = 0;
  for (let place = 0; place < sentences.length; place += 1) {
    const sentence = sentences[place];
    if (sentence === undefined) continue;
    const own = subjectOf(sentence, bank);
    subjectBest = Math.max(subjectBest, productOf(own.unit, topics) / length);
    if (place < window.from || place >= window.to) continue;
    for (let key = 0; key < near.length; key += 1) near[key] = (near[key] ?? 0) + own.length * (own.unit[key] ?? 0);
  }
  return { subject: productOf(near, topics) / Math.max(TINY, lengthOf(near) * length), subjectBest };
}

const TINY = 1e-9;

interface Subject {
  /** By question of the bank, of length 1; all 0 where no word belongs to any. */
  unit: Float32Array;
  length: number;
}

const subjects = new WeakMap<QuestionBank, WeakMap<SearchableText, Subject>>();

/** How much the words of a text belong to each question of the bank. */
function subjectOf(text: SearchableText, bank: QuestionBank): Subject {
  const known = subjects.get(bank) ?? new WeakMap<SearchableText, Subject>();
  subjects.set(bank, known);
  const before = known.get(text);
  if (before !== undefined) return before;
  const unit = new Float32Array(bank.keys.length);
  for (const stem of new Set(text.stems)) {
    const { docs } = bank.stems.postingsOf(stem);
    const weight = bank.stems.idf(stem);
    for (const key of docs) unit[key] = (unit[key] ?? 0) + weight;
  }
  const length = lengthOf(unit);
  for (let key = 0; length > 0 && key < unit.length; key += 1) unit[key] = (unit[key] ?? 0) / length;
  const subject = { unit, length };
  known.set(text, subject);
  return subject;
}

const lengthOf = (values: ArrayLike<number>): number => Math.sqrt(productOf(values, values));

function productOf(one: ArrayLike<number>, other: ArrayLike<number>): number {
  let product = 0;
  for (let at = 0; at < other.length; at += 1) product += (one[at] ?? 0) * (other[at] ?? 0);
  return product;
}
