import type { Phrase } from "../languages/schema.ts";
import type { Evidence } from "../retrieval/evidence.ts";
import { capitalize, sayOneOf } from "./choose-phrase.ts";
import { chooseSentences, joinSentences } from "./choose-sentences.ts";
import { isOwnWords } from "./first-person.ts";
import { isTold, sentences } from "./told-before.ts";
import { nameOf } from "./topic.ts";
import { usualWords } from "./usual-words.ts";
import type { Voice } from "./voice.ts";
import { isUnspaced } from "./words.ts";

/** The words of a piece that are said. */
interface Quotation {
  piece: Evidence;
  text: string;
  /** Whether the pet says them as its own, without quotation marks. */
  isOwn: boolean;
}

/** Says what of a piece answers the question. */
export function sayPiece(piece: Evidence, voice: Voice): string {
  const quotation = quote(piece, voice);
  if (isTold(quotation.text, voice)) return sayAgain(quotation, voice);
  if (!quotation.isOwn) return sayQuoted(quotation, voice);
  return join([sayOneOf(voice.phrases.leadIn, voice), quotation.text], voice);
}

/**
 * Says the sentences at these positions of a piece: `more`, with a lead into them where the pet adds them to what it told
 * before, or `exactly` what was asked for.
 */
export function saySentences(piece: Evidence, at: readonly number[], voice: Voice, manner: "more" | "exactly"): string {
  const isOwn = isOwnWords(piece, voice.scene.pet, voice.words);
  const { locale } = voice;
  const text = joinSentences(sentences(piece, voice), at, { locale, gap: gapIn(locale, isOwn) });
  const quotation = { piece, text: isOwn ? asSentence(text, voice) : text, isOwn };
  const isSaid = manner === "exactly" ? isLastSaid(piece, at, voice) : isTold(text, voice);
  if (isSaid) return sayAgain(quotation, voice);
  if (manner === "more" && piece.kind === "diary") return sayAlso(quotation, voice);
  return isOwn ? quotation.text : sayQuoted(quotation, voice);
}

/** Whether a reply holds these sentences of a piece and no other: to pick them out of a longer one is no repetition. */
function isLastSaid(piece: Evidence, at: readonly number[], voice: Voice): boolean {
  const all = sentences(piece, voice);
  return voice.told.some((reply) =>
    all.every((sentence, place) => isTold(sentence, { told: [reply] }) === at.includes(place)),
  );
}

/** The words of a piece that answer the question. */
export function quote(piece: Evidence, voice: Voice): Quotation {
  const { locale, phrases, question } = voice;
  const isOwn = isOwnWords(piece, voice.scene.pet, voice.words);
  const usual = usualWords(phrases, locale);
  const { text: whole, focus = null } = piece;
  const text = chooseSentences({ text: whole, question, locale, usual, gap: gapIn(locale, isOwn), focus });
  return { piece, text: isOwn ? asSentence(text, voice) : text, isOwn };
}

function sayQuoted({ piece, text }: Quotation, voice: Voice): string {
  const { phrases } = voice;
  if (piece.kind === "diary") return sayOneOf(phrases.quoteDiary, voice, { text });
  const { page } = piece;
  const name = nameOf(piece);
  if (page === null) return sayOneOf(phrases.quoteDocument, voice, { text, name });
  return sayOneOf(phrases.quotePage, voice, { text, name, page: String(page) });
}

function sayAgain(quotation: Quotation, voice: Voice): string {
  const { piece, text, isOwn } = quotation;
  const [opening, closing] = voice.writing.quotationMarks;
  const inMarks = piece.kind === "diary" ? opening + text + closing : sayQuoted(quotation, voice);
  return sayOneOf(voice.phrases.sameAgain, voice, { text: isOwn ? text : inMarks });
}

function sayAlso({ text, isOwn }: Quotation, voice: Voice): string {
  const unmarked = isOwn ? withoutMarks(voice.phrases.also, voice) : [];
  return sayOneOf(unmarked.length > 0 ? unmarked : voice.phrases.also, voice, { text });
}

/** The phrases that end in a quotation, without its marks: so the pet's own words follow as its own. */
function withoutMarks(list: readonly Phrase[], { writing }: Voice): Phrase[] {
  const [opening, closing] = writing.quotationMarks;
  const marked = `${opening}{text}${closing}`;
  return list
    .filter(({ say }) => say.endsWith(marked))
    .map(({ say, species }) => ({ say: say.replace(marked, "{text}"), species }));
}

/** What stands for left-out sentences: an ellipsis in a quotation, a space in the pet's own words. */
function gapIn(locale: string, isOwn: boolean): string {
  if (!isOwn) return " … ";
  return isUnspaced(locale) ? "" : " ";
}

/** The owner's words as a whole sentence: with a capital at its beginning and a full stop at its end. */
function asSentence(text: string, { writing }: Voice): string {
  const begun = capitalize(text);
  return /[.!?…。！？।؟♥❤)\]"'”»]\s*$/u.test(begun) ? begun : begun + writing.fullStop;
}

export const join = (parts: readonly string[], { locale }: Voice): string =>
  parts.filter((part) => part !== "").join(isUnspaced(locale) ? "" : " ");
