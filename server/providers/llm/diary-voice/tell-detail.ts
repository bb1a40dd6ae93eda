import type { Evidence } from "../llm.ts";
import { askedWords, isSameWord } from "./choose-sentences.ts";
import { quote, sayPiece, saySentences } from "./say-piece.ts";
import { countOf, holdsOneOf, isOneOf } from "./spoken-words.ts";
import { isBegun, isTold, lastTold, questionTo, sentences, untold } from "./told-before.ts";
import { usualWords } from "./usual-words.ts";
import { bare, type ComposedReply, said, type Voice } from "./voice.ts";
import { wordsOf } from "./words.ts";

/** In characters; a longer message asks for more than when, where or who. */
const LONGEST_DETAIL = 60;

type Detail = keyof Voice["words"]["details"];
const details = ["when", "where", "who"] as const satisfies Detail[];

/** 'When?', 'where?' or 'who?' alone: the sentence of the last piece that tells it; null for any other question. */
export function tellDetail(voice: Voice): ComposedReply | null {
  const asked = voice.question.slice(0, LONGEST_DETAIL);
  const detail = details.find((each) => isOneOf(voice.words.details[each].ask, asked));
  const last = detail === undefined ? null : lastTold(voice);
  if (detail === undefined || last === null) return null;
  const scores = sentences(last, voice).map((sentence) => scoreFor(detail, sentence, voice));
  const best = Math.max(...scores);
  if (best === NONE) return null;
  return said(saySentences(last, [scores.indexOf(best)], voice, "exactly"), [last]);
}

/**
 * A question whose answer was told just before, in a reply to another question: the sentence of it that is asked for, else
 * what was not told of it yet, else another piece that fits. Null where the piece is to be told as it is.
 */
export function tellFurther(piece: Evidence, voice: Voice): ComposedReply | null {
  if (lastTold(voice) !== piece || !isTold(quote(piece, voice).text, voice)) return null;
  if (bare(questionTo(piece, voice)) === bare(voice.question)) return null;
  const fitting = bestFitting(piece, voice);
  if (fitting !== null) return said(saySentences(piece, [fitting], voice, "exactly"), [piece]);
  const [left] = untold(piece, voice);
  if (left !== undefined) return said(saySentences(piece, [left], voice, "exactly"), [piece]);
  const next = voice.scene.evidence.find((other) => other !== piece && !isBegun(other, voice));
  return next === undefined ? null : said(sayPiece(next, voice), [next]);
}

const NONE = Number.NEGATIVE_INFINITY;
/** A number tells when more surely than any word. */
const NUMBER = 3;

/** The position of the sentence that holds most of the question's words and of the kind that it asks for. */
function bestFitting(piece: Evidence, voice: Voice): number | null {
  const { question, locale, phrases } = voice;
  const all = sentences(piece, voice);
  if (all.length < 2) return null;
  const asked = askedWords(question, locale, usualWords(phrases, locale));
  const detail = detailIn(voice);
  const isNew = new Set(untold(piece, voice));
  const scores = all.map((sentence, place) => {
    const words = wordsOf(sentence, locale);
    const shared = asked.filter((word) => words.some((held) => isSameWord(held, word))).length;
    const told = detail === undefined ? NONE : scoreFor(detail, sentence, voice);
    if (shared === 0 && told === NONE) return NONE;
    return shared * SHARED + (told === NONE ? 0 : told) + (isNew.has(place) ? 0.5 : 0);
  });
  const best = Math.max(...scores);
  return best === NONE ? null : scores.indexOf(best);
}

/** A word of the question weighs more than a word for the kind that it asks for: 'in' stands in any sentence. */
const SHARED = 3;

/** Whether a question asks when, where or who. */
function detailIn({ question, language, writing }: Voice): Detail | undefined {
  const asked = question.slice(0, 2 * LONGEST_DETAIL);
  return details.find((each) => holdsOneOf(language.questions.askedFor[each], asked, writing));
}

/** How well a sentence tells when, where or who: by the words that it holds for it, and less for those of the others. */
function scoreFor(detail: Detail, sentence: string, voice: Voice): number {
  const [own = 0, ...others] = [detail, ...details.filter((each) => each !== detail)].map((each) =>
    tells(each, sentence, voice),
  );
  return own === 0 ? NONE : own - Math.max(...others) / 2;
}

function tells(detail: Detail, sentence: string, { words, writing }: Voice): number {
  const held = countOf(words.details[detail].tell, sentence, writing);
  return detail === "when" && /\p{Nd}/u.test(sentence) ? held + NUMBER : held;
}
