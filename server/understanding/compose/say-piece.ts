import type { Phrase } from "../languages/schema.ts";
import type { Evidence } from "../retrieval/evidence.ts";
import { capitalize, sayOneOf } from "./choose-phrase.ts";
import { chooseSentences, joinSentences } from "./choose-sentences.ts";
import { isOwnWords } from "./first-person.ts";
import { isTold, sentences } from "./told-before.ts";
import { nameOf } from "./topic.ts";
import type { Voice } from "./voice.ts";
import { isUnspaced, usualWords } from "./words.ts";

interface Quotation {
  piece: Evidence;
  text: string;
  isOwn: boolean;
}

export function sayPiece(piece: Evidence, voice: Voice): string {
  const quotation = quote(piece, voice);
  if (isTold(quotation.text, voice)) return sayAgain(quotation, voice);
  if (!quotation.isOwn) return sayQuoted(quotation, voice);
  return join([sayOneOf(voice.phrases.leadIn, voice), quotation.text], voice);
}

/** `more` adds to what was told before, `exactly` picks what was asked for. */
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

/** Picking sentences out of a longer reply is no repetition. */
function isLastSaid(piece: Evidence, at: readonly number[], voice: Voice): boolean {
  const all = sentences(piece, voice);
  return voice.plainReplies.some((reply) =>
    all.every((sentence, place) => isTold(sentence, { plainReplies: [reply] }) === at.includes(place)),
  );
}

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

/** Without the marks the pet's own words follow as its own. */
function withoutMarks(list: readonly Phrase[], { writing }: Voice): Phrase[] {
  const [opening, closing] = writing.quotationMarks;
  const marked = `${opening}{text}${closing}`;
  return list
    .filter(({ say }) => say.endsWith(marked))
    .map(({ say, species }) => ({ say: say.replace(marked, "{text}"), species }));
}

function gapIn(locale: string, isOwn: boolean): string {
  if (!isOwn) return " … ";
  return isUnspaced(locale) ? "" : " ";
}

function asSentence(text: string, { writing }: Voice): string {
  const begun = capitalize(text);
  return /[.!?…。！？।؟♥❤)\]"'”»]\s*$/u.test(begun) ? begun : begun + writing.fullStop;
}

export const join = (parts: readonly string[], { locale }: Voice): string =>
  parts.filter((part) => part !== "").join(isUnspaced(locale) ? "" : " ");
