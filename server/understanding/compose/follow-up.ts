import type { Evidence } from "../retrieval/evidence.ts";
import { lastUseOfAny, sayOneOf, sayUnknown } from "./choose-phrase.ts";
import { isAlsoAbout } from "./is-also-about.ts";
import { lastOffer, offerNext } from "./offer.ts";
import { join, sayPiece, saySentences } from "./say-piece.ts";
import { holdsOneOf } from "./spoken-words.ts";
import { isBegun, lastTold, questionTo, sentences, untoldSentences } from "./told-before.ts";
import { type ComposedReply, isGrieving, replyOf, type Voice } from "./voice.ts";

/** As many sentences as are told at once. */
const AT_ONCE = 2;

/** 'Tell me more': what is left of the last piece, then another one about it, then what was offered. */
export function tellMore(voice: Voice): ComposedReply {
  const { phrases, scene, replies } = voice;
  if (replies.length > 0 && lastUseOfAny(phrases.joke, voice) === replies.length - 1)
    return replyOf(sayOneOf(phrases.joke, voice));
  const last = lastTold(voice);
  const promised = lastOffer(voice);
  const others = last === null ? scene.evidence : scene.evidence.filter((piece) => isMoreOf(last, piece, voice));
  for (const piece of [...(last === null ? [] : [last]), ...others]) {
    const left = untoldSentences(piece, voice).slice(0, AT_ONCE);
    if (left.length > 0) return replyOf(saySentences(piece, left, voice, last === null ? "exactly" : "more"), [piece]);
  }
  if (promised !== null) return replyOf(sayPiece(promised, voice), [promised]);
  return noMore(voice);
}

function isMoreOf(last: Evidence, piece: Evidence, voice: Voice): boolean {
  const question = questionTo(last, voice);
  return piece !== last && isAlsoAbout(piece, last, { ...voice.scene, question }, voice.phrases);
}

/** Says that there is no more, and what else the pet could tell. */
function noMore(voice: Voice): ComposedReply {
  const { noMore: phrases } = voice.phrases;
  const offer = offerNext(voice);
  const wasTold = lastTold(voice) !== null || voice.scene.evidence.some((piece) => isBegun(piece, voice));
  if (!wasTold) return replyOf(offer ?? sayUnknown(voice));
  if (offer === null) return replyOf(sayOneOf(phrases, voice));
  const plain = phrases.filter(({ say }) => !/[?？؟]$/u.test(say));
  return replyOf(join([sayOneOf(plain.length > 0 ? plain : phrases, voice), offer], voice));
}

/** 'Why?': the sentence of what was told that gives a reason. What was said without a source is asked for no reason of another piece. */
export function tellWhy(voice: Voice): ComposedReply {
  const [known] = voice.scene.evidence;
  return tellReason(lastTold(voice) ?? (voice.replies.length === 0 ? known : undefined), voice);
}

/** The sentence of a piece that gives a reason. */
export function tellReason(piece: Evidence | undefined, voice: Voice): ComposedReply {
  const { words, phrases, writing } = voice;
  const told = piece === undefined ? [] : sentences(piece, voice);
  const reason = told.findIndex((sentence) => holdsOneOf(words.reason, sentence, writing));
  if (piece === undefined || reason === -1)
    return replyOf(isGrieving(voice) ? sayUnknown(voice) : sayOneOf(phrases.whyUnknown, voice));
  return replyOf(saySentences(piece, [reason], voice, "exactly"), [piece]);
}

/** Whether a question asks for a reason. */
export const asksWhy = ({ question, language, writing }: Voice): boolean =>
  holdsOneOf(language.questions.askedFor.why, question, writing);

/** 'And you?': what the pet knows of itself about it, unless that is what it has just told. */
export function tellOfItself(voice: Voice): ComposedReply {
  const [first] = voice.scene.evidence;
  const isNew = first !== undefined && !isBegun(first, voice);
  return isNew ? replyOf(sayPiece(first, voice), [first]) : replyOf(sayOneOf(voice.phrases.andYou, voice));
}
