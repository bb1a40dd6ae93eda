import type { Phrases } from "../languages/schema.ts";
import type { Evidence } from "../retrieval/evidence.ts";
import { lastUseOfAny, sayOneOf, sayUnknown } from "./choose-phrase.ts";
import { askedWords, isSameWord, sentencesOf } from "./choose-sentences.ts";
import { lastOffer, offerNext } from "./offer.ts";
import { join, sayPiece, saySentences } from "./say-piece.ts";
import type { Scene } from "./scene.ts";
import { isBegun, lastTold, questionTo, sentences, untoldSentences } from "./told-before.ts";
import { type ComposedReply, isGrieving, replyOf, type Voice } from "./voice.ts";
import { holdsOneOf, usualWords, wordsOf } from "./words.ts";

const AT_ONCE = 2;

/** What is left of the last piece, then another one about it, then what was offered. */
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

function noMore(voice: Voice): ComposedReply {
  const { noMore: phrases } = voice.phrases;
  const offer = offerNext(voice);
  const wasTold = lastTold(voice) !== null || voice.scene.evidence.some((piece) => isBegun(piece, voice));
  if (!wasTold) return replyOf(offer ?? sayUnknown(voice));
  if (offer === null) return replyOf(sayOneOf(phrases, voice));
  const plain = phrases.filter(({ say }) => !/[?？؟]$/u.test(say));
  return replyOf(join([sayOneOf(plain.length > 0 ? plain : phrases, voice), offer], voice));
}

/** After a reply without a source there is no reason to give. */
export function tellWhy(voice: Voice): ComposedReply {
  const [known] = voice.scene.evidence;
  return tellReason(lastTold(voice) ?? (voice.replies.length === 0 ? known : undefined), voice);
}

export function tellReason(piece: Evidence | undefined, voice: Voice): ComposedReply {
  const { words, phrases, writing } = voice;
  const told = piece === undefined ? [] : sentences(piece, voice);
  const reason = told.findIndex((sentence) => holdsOneOf(words.reason, sentence, writing));
  if (piece === undefined || reason === -1)
    return replyOf(isGrieving(voice) ? sayUnknown(voice) : sayOneOf(phrases.whyUnknown, voice));
  return replyOf(saySentences(piece, [reason], voice, "exactly"), [piece]);
}

export const asksWhy = ({ question, language, writing }: Voice): boolean =>
  holdsOneOf(language.questions.askedFor.why, question, writing);

export function tellOfItself(voice: Voice): ComposedReply {
  const [first] = voice.scene.evidence;
  const isNew = first !== undefined && !isBegun(first, voice);
  return isNew ? replyOf(sayPiece(first, voice), [first]) : replyOf(sayOneOf(voice.phrases.andYou, voice));
}

/** One sentence has to hold every word that the first piece holds; spread over several they make no answer. */
function isAlsoAbout(piece: Evidence, first: Evidence, scene: Scene, phrases: Phrases): boolean {
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

/** In characters: two long pieces would be a lecture. */
const longestTogether = 600;

const isSaid = (text: string, already: string): boolean => already.toLowerCase().includes(text.trim().toLowerCase());
