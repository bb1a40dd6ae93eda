import type { Evidence } from "../retrieval/evidence.ts";
import { askedWords, isSameWord } from "./choose-sentences.ts";
import { quote } from "./say-piece.ts";
import { usualWords } from "./usual-words.ts";
import type { Voice } from "./voice.ts";
import { wordsOf } from "./words.ts";

/**
 * What another document tells of the question, where one document answers it: a report of last year beside this year's. What
 * is quoted of it has to hold every word of the question that is quoted of the first, and must not say the same. Null where none
 * does.
 */
export function fromOtherDocument(first: Evidence, voice: Voice): Evidence | null {
  if (first.kind !== "document") return null;
  const { scene, locale, phrases, question } = voice;
  const said = quote(first, voice).text;
  const asked = askedWords(question, locale, usualWords(phrases, locale));
  const telling = heldOf(asked, said, locale);
  if (telling.length === 0) return null;
  return (
    scene.evidence.find((piece) => {
      if (piece.kind !== "document" || piece.about === first.about) return false;
      const other = quote(piece, voice).text;
      return other !== said && heldOf(telling, other, locale).length === telling.length;
    }) ?? null
  );
}

function heldOf(words: readonly string[], text: string, locale: string): string[] {
  const held = wordsOf(text, locale);
  return words.filter((word) => held.some((other) => isSameWord(other, word)));
}
