import { isUnspaced, segmenter, wordsOf } from "./words.ts";

const most = { sentences: 3, characters: 420 } as const;
const curt = 60;

interface Wanted {
  text: string;
  question: string;
  locale: string;
  /** Frequent words, which say nothing about the subject. */
  usual: ReadonlySet<string>;
  /** What is put between sentences that do not follow each other in the text. */
  gap: string;
}

/** The part of a text that fits the question: all of a short text, up to three sentences of a long one in their order. */
export function chooseSentences({ text, question, locale, usual, gap }: Wanted): string {
  const sentences = sentencesOf(text, locale);
  if (sentences.length <= most.sentences && text.length <= most.characters) return text.trim();
  const scores = scoreSentences(sentences, askedWords(question, locale, usual), locale);
  const best = Math.max(...scores);
  const order = scores
    .map((score, index) => ({ score, index }))
    .filter(({ score }) => score >= best / 2)
    .sort((x, y) => y.score - x.score || x.index - y.index)
    .slice(0, most.sentences);
  const chosen: number[] = [];
  let length = 0;
  for (const { index } of order) {
    length += sentences[index]?.length ?? 0;
    if (chosen.length === 0 || length <= most.characters) chosen.push(index);
  }
  const [only = 0] = chosen;
  // A single short sentence would sound curt, so the next one is added.
  if (chosen.length === 1 && (sentences[only]?.length ?? 0) < curt && only + 1 < sentences.length)
    chosen.push(only + 1);
  return joinSentences(sentences, chosen, { locale, gap }) || shorten(text.trim());
}

/** A single line break is just a wrapped line; an empty line ends a sentence. */
export function sentencesOf(text: string, locale: string): string[] {
  return text
    .split(/\n\s*\n/)
    .flatMap((paragraph) => [...segmenter(locale, "sentence").segment(paragraph.replace(/(?<!\s)\s*\n\s*/g, " "))])
    .map(({ segment }) => segment.trim())
    .filter((sentence) => /[\p{L}\p{N}]/u.test(sentence));
}

export function joinSentences(
  sentences: readonly string[],
  chosen: readonly number[],
  { locale, gap }: Pick<Wanted, "locale" | "gap">,
): string {
  const between = isUnspaced(locale) ? "" : " ";
  let joined = "";
  let last = -1;
  for (const index of [...chosen].sort((x, y) => x - y)) {
    if (joined !== "") joined += index === last + 1 ? between : gap;
    joined += sentences[index] ?? "";
    last = index;
  }
  return shorten(joined);
}

function shorten(text: string): string {
  if (text.length <= most.characters) return text;
  const cut = text.slice(0, most.characters);
  const space = cut.lastIndexOf(" ");
  return `${cut.slice(0, space > most.characters / 2 ? space : most.characters).replace(/[\ud800-\udbff]$/, "")}…`;
}

/**
 * A score for each sentence: the sum over the question's words in it, where words that are rare in this text count more.
 */
function scoreSentences(sentences: readonly string[], question: readonly string[], locale: string): number[] {
  const words = sentences.map((sentence) => wordsOf(sentence, locale));
  const scores = sentences.map(() => 0);
  for (const asked of question) {
    const holding = words.map((held) => held.some((word) => isSameWord(word, asked)));
    const count = holding.filter(Boolean).length;
    if (count === 0) continue;
    const weight = Math.log(1 + sentences.length / count);
    for (const [index, holds] of holding.entries()) if (holds) scores[index] = (scores[index] ?? 0) + weight;
  }
  return scores;
}

/** The words of the question that say what it is about; of a long question only the first ones. */
export function askedWords(question: string, locale: string, usual: ReadonlySet<string>): string[] {
  const shortest = isUnspaced(locale) ? 1 : 2;
  const words = new Set(wordsOf(question.slice(0, 1000), locale));
  return [...words].filter((word) => word.length >= shortest && !usual.has(word)).slice(0, 60);
}

/** Whether two words are the same, or inflected forms of one: the same beginning with short endings. */
export function isSameWord(word: string, other: string): boolean {
  if (word === other) return true;
  const least = /^\p{sc=Hang}/u.test(word) ? 2 : 4;
  const shared = Math.max(least, Math.max(word.length, other.length) - 3);
  return word.length >= shared && other.length >= shared && word.slice(0, shared) === other.slice(0, shared);
}
