import type { Language } from "../languages/languages.ts";
import { careWordsOf, type FoundWord } from "./care-words.ts";
import { plainText, type Token, tokensOf } from "./plain-text.ts";

const LONGEST = { words: 3, letters: 12, question: 120 } as const;

const isInWords = /[\p{L}\p{M}\p{N}]/u;

interface Piece extends Token {
  kind: "eat" | "filler" | "known" | "left";
}

/** The one part of a plain 'may you eat …?' that is no known word of such a question; null for any other message. */
export function unknownFood(question: string, petName: string, language: Language): string | null {
  if (question.length > LONGEST.question) return null;
  const tokens = tokensOf(question);
  const text = tokens.map(({ plain }) => plain).join(" ");
  const { found } = careWordsOf(language).find(text);
  const has = (...kinds: FoundWord["mark"]["kind"][]) => found.some(({ mark }) => kinds.includes(mark.kind));
  if (has("thing", "ordinary") || !has("eat") || !has("ask", "enough")) return null;
  const pieces = language.care.wholeWords
    ? wordsOf(tokens, found, [plainText(petName), ...language.questions.stopWords.map(plainText)])
    : lettersOf(question, petName, language);
  const left = pieces.flatMap(({ kind }, place) => (kind === "left" ? [place] : []));
  const [first = -1, last = -1] = [left[0], left.at(-1)];
  if (first < 0 || last - first !== left.length - 1) return null;
  const longest = language.care.wholeWords ? LONGEST.words : LONGEST.letters;
  const eating = language.care.foodComes === "before" ? pieces.slice(last + 1) : pieces.slice(0, first).reverse();
  if (left.length > longest || eating.find(({ kind }) => kind !== "filler")?.kind !== "eat") return null;
  const food = pieces.slice(first, last + 1).map(({ written }) => written);
  return food.join(language.care.wholeWords ? " " : "");
}

function wordsOf(tokens: readonly Token[], found: readonly FoundWord[], knownWords: readonly string[]): Piece[] {
  const stopWords = new Set([...knownWords, "?", "\n"]);
  let at = 0;
  return tokens.map((token) => {
    const [start, end] = [at, at + token.plain.length];
    at = end + 1;
    const kinds = found.filter((word) => word.start <= start && word.end >= end).map(({ mark }) => mark.kind);
    return { ...token, kind: kindOf(kinds) ?? (stopWords.has(token.plain) ? "known" : "left") };
  });
}

function lettersOf(question: string, petName: string, language: Language): Piece[] {
  const written = question.normalize("NFC");
  const plain = [...written].map((letter) => (isInWords.test(letter) ? plainText(letter) : " ")).join("");
  if (plain.length !== written.length) return [];
  const { found } = careWordsOf(language).find(plain);
  const name = plain.indexOf(plainText(petName));
  return [...written].map((letter, at) => {
    const kinds = found.filter(({ start, end }) => start <= at && at < end).map(({ mark }) => mark.kind);
    const isKnown = !isInWords.test(letter) || (name >= 0 && at >= name && at < name + petName.length);
    return { plain: letter, written: letter, kind: kindOf(kinds) ?? (isKnown ? "known" : "left") };
  });
}

function kindOf(kinds: readonly FoundWord["mark"]["kind"][]): Piece["kind"] | undefined {
  if (kinds.includes("eat")) return "eat";
  if (kinds.includes("filler")) return "filler";
  return kinds.length === 0 ? undefined : "known";
}
