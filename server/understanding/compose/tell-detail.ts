import type { Evidence } from "../retrieval/evidence.ts";
import { sayUnknown } from "./choose-phrase.ts";
import { askedWords, isFact, isSameWord, wordsOfEach } from "./choose-sentences.ts";
import { asksWhy, tellReason } from "./follow-up.ts";
import { type DetailKind, details, kindsIn, NONE, scoreFor } from "./kinds.ts";
import { quote, sayPiece, saySentences } from "./say-piece.ts";
import { isBegun, isTold, lastTold, questionTo, sentences, untoldSentences } from "./told-before.ts";
import { bareText, type ComposedReply, replyOf, type Voice } from "./voice.ts";
import { holdsOneOf, isOneOf, isUnspaced, normalizeForReply, usualWords, wordsOf } from "./words.ts";

/** In characters; a longer message asks for more than when, where or who. */
const LONGEST_DETAIL = 60;

/** 'When?', 'where?' or 'who?' alone; null for any other question. */
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

/** Null where nothing of the last piece fits. */
export function tellOfLast(voice: Voice): ComposedReply | null {
  const last = lastTold(voice, 1);
  const isShort = voice.question.length <= LONGEST_DETAIL;
  if (last === null || !isShort || !(goesOn(voice) || subjectsOf(voice).length === 0)) return null;
  const fitting = fittingIn(last, voice);
  return fitting.length === 0 ? null : replyOf(saySentences(last, fitting, voice, "exactly"), [last]);
}

/** For an answer that was told before, to another question. Null where the piece is to be told whole. */
export function tellFurther(piece: Evidence, voice: Voice): ComposedReply | null {
  if (!isTold(quote(piece, voice).text, voice)) return null;
  const before = bareText(questionTo(piece, voice));
  if (before === bareText("") || before === bareText(voice.question)) return null;
  if (lastTold(voice) === piece) {
    if (asksWhy(voice) && piece.isDirect !== true) return tellReason(piece, voice);
    const fitting = fittingIn(piece, voice);
    if (fitting.length > 0) return replyOf(saySentences(piece, fitting, voice, "exactly"), [piece]);
    const [left] = untoldSentences(piece, voice);
    if (left !== undefined) return replyOf(saySentences(piece, [left], voice, "exactly"), [piece]);
    const next = voice.scene.evidence.find((other) => other !== piece && !isBegun(other, voice));
    if (next !== undefined) return replyOf(sayPiece(next, voice), [next]);
  }
  return piece.isDirect === true || isAbout(piece, voice) ? null : replyOf(sayUnknown(voice));
}

/** A long piece needs a word of the question in the sentence. */
const SHORT = 6;
/** 'In' stands in any sentence, so the question's words weigh more. */
const SHARED = 3;
const NEW = 0.5;
const NEARLY = 0.75;
/** In columns, two for a Chinese or Japanese character: 'But snow!!' says little by itself. */
const CURT = 40;

/** Empty for a piece of one sentence, and where no sentence gives the kind that is asked for. */
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

/** Beside more subjects, "that" and "he" point to those. */
const MOST_SUBJECTS = 2;

function goesOn(voice: Voice): boolean {
  const { question, language, writing } = voice;
  const { begins, refers } = language.questions.followUp;
  const plain = normalizeForReply(question);
  if (begins.some((begin) => plain.startsWith(begin))) return true;
  return holdsOneOf(refers, question, writing) && subjectsOf(voice).length <= MOST_SUBJECTS;
}

function isAbout(piece: Evidence, voice: Voice): boolean {
  if (goesOn(voice)) return true;
  const asked = subjectsOf(voice);
  const { locale } = voice;
  const isAsked = (words: readonly string[]) => words.some((held) => asked.some((word) => isSameWord(held, word)));
  // First, since finding the words of a long answer takes longest.
  if (asked.length === 0 || isAsked(wordsOf(piece.about, locale))) return true;
  return wordsOfEach(sentences(piece, voice), locale).some(isAsked);
}

function subjectsOf({ question, locale, language, phrases }: Voice): string[] {
  const stopWords = new Set(language.questions.stopWords);
  return askedWords(question, locale, usualWords(phrases, locale)).filter((word) => !stopWords.has(word));
}
