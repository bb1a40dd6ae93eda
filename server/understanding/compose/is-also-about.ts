import type { Phrases } from "../languages/schema.ts";
import type { Evidence } from "../retrieval/evidence.ts";
import { askedWords, isSameWord, sentencesOf } from "./choose-sentences.ts";
import type { Scene } from "./scene.ts";
import { usualWords } from "./usual-words.ts";
import { wordsOf } from "./words.ts";

/**
 * Whether a second piece of evidence answers the question as well as the first: one of its sentences has to contain every
 * word of the question that the first piece contains. Words that are spread over several sentences make no answer.
 */
export function isAlsoAbout(piece: Evidence, first: Evidence, scene: Scene, phrases: Phrases): boolean {
  const locale = scene.pet.language;
  if (piece.text.length + first.text.length > longestTogether) return false;
  const isHeld = (asked: string, words: readonly string[]) => words.some((word) => isSameWord(word, asked));
  const firstWords = wordsOf(`${first.about} ${first.text}`, locale);
  const telling = askedWords(scene.question, locale, usualWords(phrases, locale)).filter((word) =>
    isHeld(word, firstWords),
  );
  const answers = sentencesOf(piece.text, locale).some((sentence) => {
    const words = wordsOf(sentence, locale);
    return telling.every((word) => isHeld(word, words));
  });
  return telling.length > 0 && answers && !isSaid(piece.text, first.text);
}

/** Characters of both pieces together: two long ones would be a lecture. */
const longestTogether = 600;

const isSaid = (text: string, already: string): boolean => already.toLowerCase().includes(text.trim().toLowerCase());
