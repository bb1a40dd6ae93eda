import type { Language } from "../languages/languages.ts";
import type { Evidence } from "../retrieval/evidence.ts";
import { askedWords, isSameWord } from "./choose-sentences.ts";
import { quote } from "./say-piece.ts";
import { topicOf } from "./topic.ts";
import { piecesOf, type Voice } from "./voice.ts";
import { usualWords, wordsOf } from "./words.ts";

/** In characters: a story that names two subjects asks for something else. */
const LONGEST = 80;
/** A word of more topics, such as 'favorite', names none of them. */
const MOST_TOPICS = 2;

/** Two pieces whose topics a short question joins by 'or' or 'and'; null for any other. */
export function bothNamed(voice: Voice): readonly [Evidence, Evidence] | null {
  const { question, locale, language, phrases } = voice;
  if (question.length > LONGEST) return null;
  const words = wordsOf(question, locale);
  const joins = new Set(language.care.joins);
  if (!words.some((word) => joins.has(word))) return null;
  const asked = askedWords(question, locale, usualWords(phrases, locale));
  const named = piecesOf(voice).flatMap((piece) => {
    const place = placeOf(topicOf(piece, voice), asked, voice);
    return place === null ? [] : [{ piece, at: words.indexOf(place) }];
  });
  const [first, second] = named.toSorted((one, other) => one.at - other.at);
  if (first === undefined || second === undefined || named.length > 2) return null;
  return words.slice(first.at + 1, second.at).some((word) => joins.has(word)) ? [first.piece, second.piece] : null;
}

function placeOf(topic: string, asked: readonly string[], { language, locale }: Voice): string | null {
  const counts = topicWords(language);
  const own = wordsOf(topic, locale).filter((word) => word.length > 2 || /[^\p{ASCII}]/u.test(word));
  const telling = own.filter((word) => (counts.get(word) ?? MOST_TOPICS + 1) <= MOST_TOPICS);
  const held = telling.map((word) => asked.find((each) => isSameWord(each, word)));
  return held.every((word) => word !== undefined) ? (held[0] ?? null) : null;
}

const counted = new WeakMap<Language, ReadonlyMap<string, number>>();

function topicWords(language: Language): ReadonlyMap<string, number> {
  const cached = counted.get(language);
  if (cached !== undefined) return cached;
  const counts = new Map<string, number>();
  for (const { topic } of Object.values(language.diaryQuestions))
    for (const word of new Set(wordsOf(topic, language.code))) counts.set(word, (counts.get(word) ?? 0) + 1);
  counted.set(language, counts);
  return counts;
}

/** A report of last year beside this year's: it has to hold every quoted word of the question and not say the same. */
export function fromOtherDocument(first: Evidence, voice: Voice): Evidence | null {
  if (first.kind !== "document") return null;
  const { scene, locale, phrases, question } = voice;
  const said = quote(first, voice).written;
  const asked = askedWords(question, locale, usualWords(phrases, locale));
  const telling = heldOf(asked, said, locale);
  if (telling.length === 0) return null;
  return (
    scene.evidence.find((piece) => {
      if (piece.kind !== "document" || piece.about === first.about) return false;
      const other = quote(piece, voice).written;
      return other !== said && heldOf(telling, other, locale).length === telling.length;
    }) ?? null
  );
}

function heldOf(words: readonly string[], text: string, locale: string): string[] {
  const held = wordsOf(text, locale);
  return words.filter((word) => held.some((other) => isSameWord(other, word)));
}
