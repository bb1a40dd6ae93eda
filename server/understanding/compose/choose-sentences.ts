import { LRUCache } from "lru-cache";
import { wordsOfLabel } from "../languages/labels.ts";
import { sentencesIn } from "../languages/segments.ts";
import { headingOf, isEnded, isHeading, isItem, isRow, LONGEST_HEADING } from "../languages/table-lines.ts";
import { isUnspaced, wordsOf, wordsOfAll } from "./words.ts";

/** `looked`: in texts of very many short sentences only the first are looked at, for each takes time. */
const most = { sentences: 3, characters: 420, looked: 600 } as const;
const curt = 60;

interface Selection {
  text: string;
  question: string;
  locale: string;
  /** Frequent words, which say nothing about the subject. */
  usual: ReadonlySet<string>;
  /** Stands between sentences that do not follow each other in the text. */
  gap: string;
  /** The position of the sentence that retrieval found best; null where it found none. */
  focus: number | null;
}

/** A short text whole; of a long one the best sentence with its neighbors, or up to three sentences in their order. */
export function chooseSentences({ text, question, locale, usual, gap, focus }: Selection): string {
  const sentences = sentencesOf(text, locale);
  const fact = focus === null ? "" : (sentences[focus] ?? "");
  if (isFact(fact, locale)) return fact.replace(bullet, "");
  if (sentences.length <= most.sentences && text.length <= most.characters) return text.trim();
  const order =
    focus === null || focus >= sentences.length
      ? bySharedWords(sentences, askedWords(question, locale, usual), locale)
      : around(focus, sentences);
  const chosen: number[] = [];
  let length = 0;
  const isSaid = (index: number) => chosen.some((each) => sentences[each] === sentences[index]);
  for (const index of order) {
    if (isSaid(index)) continue;
    length += sentences[index]?.length ?? 0;
    if (chosen.length === 0 || length <= most.characters) chosen.push(index);
  }
  const [only = 0] = chosen;
  // A single short sentence would sound curt.
  const isCurt = chosen.length === 1 && (sentences[only]?.length ?? 0) < curt;
  if (isCurt && only + 1 < sentences.length && !isSaid(only + 1)) chosen.push(only + 1);
  return joinSentences(sentences, chosen, { locale, gap }) || shorten(text.trim());
}

/** The most telling first; of a heading all rows below it. */
function around(focus: number, sentences: readonly string[]): number[] {
  const rows = rowsBelow(focus, sentences);
  if (rows.length > 0) return [focus, ...rows];
  const heading = headingOf(focus, sentences);
  const near = [focus + 1, focus - 1, focus + 2].filter((index) => index >= 0 && index < sentences.length);
  return [...new Set([focus, ...(heading === null ? [] : [heading]), ...near])];
}

function rowsBelow(heading: number, sentences: readonly string[]): number[] {
  if (!isHeading(sentences[heading] ?? "")) return [];
  const rest = sentences.slice(heading + 1);
  const end = rest.findIndex((sentence) => !isRow(sentence));
  return rest.slice(0, end === -1 ? rest.length : end).map((_, place) => heading + 1 + place);
}

function bySharedWords(sentences: readonly string[], question: readonly string[], locale: string): number[] {
  const scores = scoreSentences(sentences, question, locale);
  const best = Math.max(...scores);
  return scores
    .map((score, index) => ({ score, index }))
    .filter(({ score }) => score >= best / 2)
    .sort((x, y) => y.score - x.score || x.index - y.index)
    .slice(0, most.sentences)
    .map(({ index }) => index);
}

/** Rows, list items and headings stand for themselves; only a line that clearly goes on in the next was wrapped. */
export function sentencesOf(text: string, locale: string): readonly string[] {
  const key = `${locale}\n${text}`;
  const cached = cut.get(key) ?? cutIntoSentences(text, locale);
  cut.set(key, cached);
  return cached;
}

/** One reply asks for the sentences of the same texts several times. */
const cut = new LRUCache<string, readonly string[]>({ max: 100 });

/** Cached for the same reason. */
export function wordsOfEach(sentences: readonly string[], locale: string): readonly (readonly string[])[] {
  const cached = split.get(sentences) ?? wordsOfAll(sentences, locale);
  split.set(sentences, cached);
  return cached;
}

const split = new WeakMap<readonly string[], readonly (readonly string[])[]>();

function cutIntoSentences(text: string, locale: string): string[] {
  const cut: string[] = [];
  for (const line of text.split(/\n\s*\n/).flatMap(unwrapped))
    for (const sentence of isWhole(line, locale) ? [line] : sentencesIn(line, locale)) {
      const clauses = clausesOf(sentence.trim());
      cut.push(...clauses.filter((clause) => /[\p{L}\p{N}]/u.test(clause)));
      if (cut.length >= most.looked) return cut.slice(0, most.looked);
    }
  return cut;
}

/** A full stop inside a row or a labeled line ends no sentence. */
const isWhole = (line: string, locale: string): boolean => hasLeaders(line) || isFact(line, locale);

/** 'Weight: 4.2 kg' tells something by itself; longer lines are paragraphs. */
export const isFact = (line: string, locale: string): boolean =>
  line.length <= longestClause && wordsOfLabel(line, locale) !== "";

const hasLeaders = (line: string): boolean => /\s(?:\.{2,}|…+)\s/u.test(line) && isRow(line);

function unwrapped(paragraph: string): string[] {
  const lines: string[] = [];
  let before = "";
  for (const each of paragraph.split("\n")) {
    const line = each.trim();
    if (goesOn(before, line)) lines.push(`${lines.pop() ?? ""} ${line}`);
    else lines.push(line);
    before = line;
  }
  return lines;
}

/** Cuts dictated text, which may have no full stop, at a comma or a space. */
function clausesOf(sentence: string): string[] {
  if (sentence.length <= most.characters) return [sentence];
  const clauses: string[] = [];
  let rest = sentence;
  while (rest.length > longestClause) {
    const part = rest.slice(0, longestClause);
    const signs = [...part.matchAll(/[,;:،؛，、；](?=\s|\p{L})/gu)];
    const comma = (signs.at(-1)?.index ?? 0) + 1;
    const space = part.lastIndexOf(" ");
    const end = comma > longestClause / 2 ? comma : space > longestClause / 2 ? space : wholeSigns(part);
    clauses.push(rest.slice(0, end).trim());
    rest = rest.slice(end).trim();
  }
  return rest === "" ? clauses : [...clauses, rest];
}

const longestClause = 200;

/** Keeps the two halves of a surrogate pair together. */
const wholeSigns = (part: string): number => (/[\ud800-\udbff]$/.test(part) ? part.length - 1 : part.length);

/** Shorter lines are rows, items and headings. */
const shortestWrapped = 30;

const goesOn = (line: string, next: string): boolean =>
  line.length >= shortestWrapped && !isEnded(line) && /^\p{Ll}/u.test(next) && !isItem(next);

export function joinSentences(
  sentences: readonly string[],
  chosen: readonly number[],
  { locale, gap }: Pick<Selection, "locale" | "gap">,
): string {
  let joined = "";
  let last: number | null = null;
  for (const index of [...chosen].sort((x, y) => x - y)) {
    const sentence = sentences[index] ?? "";
    if (last !== null) joined += between(sentences[last] ?? "", sentence, index === last + 1, { locale, gap });
    joined += sentence.replace(bullet, "");
    last = index;
  }
  return shorten(joined);
}

const bullet = /^[-–—•*◦▪·]\s+/u;

function between(
  before: string,
  after: string,
  isNext: boolean,
  { locale, gap }: Pick<Selection, "locale" | "gap">,
): string {
  if (isHeading(before) && isRow(after)) return /[:：]$/u.test(before) ? " " : ": ";
  // Keeps Latin words and numbers apart also in languages without spaces.
  if (!isNext)
    return gap === "" && /[\p{Script=Latin}\p{N}]$/u.test(before) && /^[\p{Script=Latin}\p{N}]/u.test(after)
      ? " "
      : gap;
  // Longer text is a clause of the same sentence.
  if (before.length <= LONGEST_HEADING && !/[\p{P}\p{S}]$/u.test(before)) return "; ";
  return isUnspaced(locale) ? "" : " ";
}

function shorten(text: string): string {
  if (text.length <= most.characters) return text;
  const cut = text.slice(0, most.characters);
  const space = cut.lastIndexOf(" ");
  return `${cut.slice(0, space > most.characters / 2 ? space : most.characters).replace(/[\ud800-\udbff]$/, "")}…`;
}

/** Words that are rare in this text count more. */
function scoreSentences(sentences: readonly string[], question: readonly string[], locale: string): number[] {
  const words = wordsOfEach(sentences, locale);
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

export function askedWords(question: string, locale: string, usual: ReadonlySet<string>): string[] {
  const shortest = isUnspaced(locale) ? 1 : 2;
  const words = new Set(wordsOf(question.slice(0, 1000), locale));
  return [...words].filter((word) => word.length >= shortest && !usual.has(word)).slice(0, 60);
}

/** Same word, or inflected forms: the same beginning with short endings. */
export function isSameWord(word: string, other: string): boolean {
  if (word === other) return true;
  // Cheap test first: it decides nearly always.
  if (word.charCodeAt(0) !== other.charCodeAt(0)) return false;
  const least = /^\p{sc=Hang}/u.test(word) ? 2 : 4;
  const shared = Math.max(least, Math.max(word.length, other.length) - 3);
  return word.length >= shared && other.length >= shared && word.slice(0, shared) === other.slice(0, shared);
}
