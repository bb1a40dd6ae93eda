import type { Evidence } from "../retrieval/evidence.ts";
import { sayUnknown } from "./choose-phrase.ts";
import { askedWords, isFact, isSameWord, wordsOfEach } from "./choose-sentences.ts";
import { asksWhy, tellReason } from "./follow-up.ts";
import { type DetailKind, details, kindsIn, NONE, scoreFor } from "./kinds.ts";
import { quote, sayPiece, saySentences } from "./say-piece.ts";
import { holdsOneOf, isOneOf } from "./spoken-words.ts";
import { isBegun, isTold, lastTold, questionTo, sentences, untoldSentences } from "./told-before.ts";
import { usualWords } from "./usual-words.ts";
import { bareText, type ComposedReply, replyOf, type Voice } from "./voice.ts";
import { isUnspaced, normalizeForReply, wordsOf } from "./words.ts";

/** In characters; a longer message asks for more than when, where or who. */
const LONGEST_DETAIL = 60;

/** 'When?', 'where?' or 'who?' alone: the sentence of the last piece that tells it; null for any other question. */
export function tellDetail(voice: Voice): ComposedReply | null {
  const asked = voice.question.slice(0, LONGEST_DETAIL);
  const detail = details.find((each) => isOneOf(voice.words.details[each].ask, asked));
  const last = detail === undefined ? null : lastTold(voice);
  if (detail === undefined || last === null) return null;
  for (const kind of [...kindsIn(asked, voice), detail]) {
    const scores = sentences(last, voice).map((sentence) => scoreFor(kind, sentence, voice));
    const best = Math.max(...scores);
    if (best !== NONE) return replyOf(saySentences(last, [scores.indexOf(best)], voice, "exactly"), [last]);
  }
  return null;
}

/** A question that goes on with the last reply, where nothing else is known for it: what of that fits; null where nothing does. */
export function tellOfLast(voice: Voice): ComposedReply | null {
  const last = lastTold(voice, 1);
  const isShort = voice.question.length <= LONGEST_DETAIL;
  if (last === null || !isShort || !(goesOn(voice) || subjectsOf(voice).length === 0)) return null;
  const fitting = fittingIn(last, voice);
  return fitting.length === 0 ? null : replyOf(saySentences(last, fitting, voice, "exactly"), [last]);
}

/**
 * A question whose answer was told before, in a reply to another question: its reason, or the sentence of it that is asked for, else what
 * was not told of it yet, else another piece that fits. Null where the piece is to be told as it is.
 */
export function tellFurther(piece: Evidence, voice: Voice): ComposedReply | null {
  if (!isTold(quote(piece, voice).text, voice)) return null;
  const before = bareText(questionTo(piece, voice));
  if (before === bareText("") || before === bareText(voice.question)) return null;
  if (lastTold(voice) === piece) {
    if (asksWhy(voice)) return tellReason(piece, voice);
    const fitting = fittingIn(piece, voice);
    if (fitting.length > 0) return replyOf(saySentences(piece, fitting, voice, "exactly"), [piece]);
    const [left] = untoldSentences(piece, voice);
    if (left !== undefined) return replyOf(saySentences(piece, [left], voice, "exactly"), [piece]);
    const next = voice.scene.evidence.find((other) => other !== piece && !isBegun(other, voice));
    if (next !== undefined) return replyOf(sayPiece(next, voice), [next]);
  }
  return isAbout(piece, voice) ? null : replyOf(sayUnknown(voice));
}

/** In sentences: of a longer piece one that holds no word of the question is hardly the one that is asked for. */
const SHORT = 6;
/** A word of the question weighs more than a word for the kind that it asks for: 'in' stands in any sentence. */
const SHARED = 3;
/** What was not told yet goes before what was. */
const NEW = 0.5;
/** A second sentence that fits nearly as well is told too. */
const NEARLY = 0.75;
/** In columns, of which a Chinese or Japanese character takes two: a shorter sentence ('But snow!!') says little by itself. */
const CURT = 40;

/**
 * The positions of the sentences that give the kind that is asked for and hold most of the question's words. None in a piece
 * of one sentence, and none where a kind is asked for that no sentence gives: then the whole may still tell it.
 */
function fittingIn(piece: Evidence, voice: Voice): number[] {
  const asked = kindsIn(voice.question.slice(0, 2 * LONGEST_DETAIL), voice);
  for (const kind of asked.length > 0 ? asked : [undefined]) {
    const fitting = fittingFor(kind, piece, voice);
    if (fitting.length > 0) return fitting;
  }
  return [];
}

function fittingFor(kind: DetailKind | undefined, piece: Evidence, voice: Voice): number[] {
  const { locale } = voice;
  const all = sentences(piece, voice);
  if (all.length < 2) return [];
  const asked = subjectsOf(voice);
  const isNew = new Set(untoldSentences(piece, voice));
  const words = asked.length === 0 ? [] : wordsOfEach(all, locale);
  const scores = all.map((sentence, place) => {
    const shared = asked.filter((word) => words[place]?.some((held) => isSameWord(held, word))).length;
    const given = kind === undefined ? 0 : scoreFor(kind, sentence, voice);
    if (given === NONE || (shared === 0 && (kind === undefined || all.length > SHORT))) return NONE;
    return shared * SHARED + given + (isNew.has(place) ? NEW : 0);
  });
  const best = Math.max(...scores);
  if (best === NONE) return [];
  const [first = 0, second] = scores
    .map((score, place) => ({ score, place }))
    .filter(({ score }) => score >= best * NEARLY)
    .sort((one, other) => other.score - one.score || one.place - other.place)
    .map(({ place }) => place);
  if (second !== undefined) return [first, second];
  const columns = (all[first] ?? "").length * (isUnspaced(locale) ? 2 : 1);
  const isCurt = columns < CURT && !isFact(all[first] ?? "", locale);
  return isCurt && first + 1 < all.length ? [first, first + 1] : [first];
}

/** In words of the question that say what it is about: with more, "that" and "he" point to what they stand before. */
const MOST_SUBJECTS = 2;

/** Whether a question is worded as one that goes on with what was said. */
function goesOn(voice: Voice): boolean {
  const { question, language, writing } = voice;
  const { begins, refers } = language.questions.followUp;
  const plain = normalizeForReply(question);
  if (begins.some((begin) => plain.startsWith(begin))) return true;
  return holdsOneOf(refers, question, writing) && subjectsOf(voice).length <= MOST_SUBJECTS;
}

/** Whether a question goes on with a piece: it shares a word with it, or is worded so. */
function isAbout(piece: Evidence, voice: Voice): boolean {
  if (goesOn(voice)) return true;
  const asked = subjectsOf(voice);
  const { locale } = voice;
  const isAsked = (words: readonly string[]) => words.some((held) => asked.some((word) => isSameWord(held, word)));
  // To find the words of a long answer takes longest.
  if (asked.length === 0 || isAsked(wordsOf(piece.about, locale))) return true;
  return wordsOfEach(sentences(piece, voice), locale).some(isAsked);
}

/** The words of the question that say what it is about. */
function subjectsOf({ question, locale, language, phrases }: Voice): string[] {
  const stopWords = new Set(language.questions.stopWords);
  return askedWords(question, locale, usualWords(phrases, locale)).filter((word) => !stopWords.has(word));
}
