import type { Language } from "../languages/languages.ts";
import type { Evidence } from "../retrieval/evidence.ts";
import { askedWords, isSameWord } from "./choose-sentences.ts";
import { topicOf } from "./topic.ts";
import { usualWords } from "./usual-words.ts";
import { piecesOf, type Voice } from "./voice.ts";
import { wordsOf } from "./words.ts";

/** In characters: who names two subjects and tells a story about them asks for something else. */
const LONGEST = 80;
/** A word of more topics than this names none of them: 'favourite'. */
const MOST_TOPICS = 2;

/** The two pieces whose subjects a short question names with 'or' or 'and' between them; null for any other question. */
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

/** The word of the question that names a topic; null where one of the topic's own words is not there. */
function placeOf(topic: string, asked: readonly string[], { language, locale }: Voice): string | null {
  const counts = topicWords(language);
  const own = wordsOf(topic, locale).filter((word) => word.length > 2 || /[^\p{ASCII}]/u.test(word));
  const telling = own.filter((word) => (counts.get(word) ?? MOST_TOPICS + 1) <= MOST_TOPICS);
  const held = telling.map((word) => asked.find((each) => isSameWord(each, word)));
  return held.every((word) => word !== undefined) ? (held[0] ?? null) : null;
}

const counted = new WeakMap<Language, ReadonlyMap<string, number>>();

/** How many topics of a language hold each word. */
function topicWords(language: Language): ReadonlyMap<string, number> {
  const known = counted.get(language);
  if (known !== undefined) return known;
  const counts = new Map<string, number>();
  for (const { topic } of Object.values(language.diaryQuestions))
    for (const word of new Set(wordsOf(topic, language.code))) counts.set(word, (counts.get(word) ?? 0) + 1);
  counted.set(language, counts);
  return counts;
}
