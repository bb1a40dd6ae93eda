import { doctorIn } from "../languages/labels.ts";
import type { Phrase } from "../languages/schema.ts";
import type { Evidence } from "../retrieval/evidence.ts";
import { understand } from "../retrieval/question.ts";
import { capitalize, sayOneOf } from "./choose-phrase.ts";
import { chooseSentences, isFact, joinSentences } from "./choose-sentences.ts";
import { inFirstPerson, isOfPet, isOwnWords, isSayable } from "./first-person.ts";
import { factValue } from "./say-fact.ts";
import { isTold, sentences } from "./told-before.ts";
import { nameOf } from "./topic.ts";
import type { Voice } from "./voice.ts";
import { isUnspaced, usualWords } from "./words.ts";

export interface Quotation {
  piece: Evidence;
  /** As it stands in the piece. */
  written: string;
  text: string;
  /** The pet's own words, or a value or note that it says as its own. */
  isOwn: boolean;
}

/** One reply in so many begins with words that lead to the fact. */
const LEADS = 5;

const isLeadDue = ({ replies }: Voice): boolean => replies.length % LEADS === LEADS - 1;

export function sayPiece(piece: Evidence, voice: Voice): string {
  const quotation = quote(piece, voice);
  if (isTold(quotation.text, voice)) return sayAgain(quotation, voice);
  // A sign alone needs words around it.
  if (authorToName(piece, voice) !== null) return sayPlainly(quotation, voice);
  if (!isLeadDue(voice) && /[\p{L}\p{N}]/u.test(quotation.text)) return sayPlainly(quotation, voice);
  if (!quotation.isOwn || piece.kind === "document") return sayNamed(quotation, voice);
  return join([sayOneOf(voice.phrases.leadIn, voice), quotation.text], voice);
}

/** Of two documents each is named. */
export const sayWithName = (piece: Evidence, voice: Voice): string => sayNamed(quote(piece, voice), voice);

/** `more` adds to what was told before, `exactly` picks what was asked for. */
export function saySentences(piece: Evidence, at: readonly number[], voice: Voice, manner: "more" | "exactly"): string {
  const isOwn = isOwnWords(piece, voice.scene.pet, voice.words);
  const { locale } = voice;
  const text = joinSentences(sentences(piece, voice), at, { locale, gap: gapIn(locale, isOwn) });
  const quotation = quotationOf(piece, text, { voice, isOwn });
  const isSaid = manner === "exactly" ? isLastSaid(piece, at, voice) : isTold(text, voice);
  if (isSaid) return sayAgain(quotation, voice);
  if (manner === "more" && piece.kind !== "document") return sayAlso(quotation, voice);
  return sayPlainly(quotation, voice);
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
  return quotationOf(piece, text, { voice, isOwn });
}

function quotationOf(piece: Evidence, text: string, { voice, isOwn }: { voice: Voice; isOwn: boolean }): Quotation {
  const value = doctorAsked(text, voice) ?? factValue(text, voice.locale);
  const own = piece.kind === "document" ? inFirstPerson(value ?? text, voice) : null;
  if (own !== null) return { piece, written: text, text: ended(own, voice), isOwn: true };
  if (value !== null) return { piece, written: text, text: ended(value, voice), isOwn: !isOfPet(value, voice) };
  const isSaid = isOwn || isSayable(piece, voice) || isFact(text, voice.locale);
  return { piece, written: text, text: isSaid ? asSentence(text, voice) : text, isOwn: isSaid };
}

/** 'Dr. Keller' of 'Next appointment: 3 May with Dr. Keller', where somebody asks who. */
function doctorAsked(text: string, { question, locale }: Voice): string | null {
  const { askedFor, wantsName } = understand(question, locale);
  return (askedFor.has("who") || wantsName) && isFact(text, locale) ? doctorIn(text) : null;
}

function sayPlainly(quotation: Quotation, voice: Voice): string {
  const told = authorToName(quotation.piece, voice);
  const text = asSaid(quotation, voice);
  return told === null ? text : sayOneOf(voice.phrases.toldBy, voice, { told, text });
}

/** Others' words about the pet stay theirs. */
const asSaid = ({ text, isOwn }: Quotation, voice: Voice): string => (isOwn ? text : inMarks(text, voice));

/** Who gave it to the pet; null for the person who asks, and where the last reply named them. */
function authorToName({ author = null }: Evidence, { person, replies }: Voice): string | null {
  if (author === null || author === person || replies.at(-1)?.includes(author)) return null;
  return author;
}

function sayNamed(quotation: Quotation, voice: Voice): string {
  const { piece, text } = quotation;
  const { phrases } = voice;
  if (authorToName(piece, voice) !== null) return sayPlainly(quotation, voice);
  if (piece.kind !== "document") return sayOneOf(phrases.quoteDiary, voice, { text });
  return sayOneOf(phrases.quoteDocument, voice, { text, name: nameOf(piece) });
}

function inMarks(text: string, { writing }: Voice): string {
  const [opening, closing] = writing.quotationMarks;
  return opening + text + closing;
}

const sayAgain = (quotation: Quotation, voice: Voice): string =>
  sayOneOf(voice.phrases.sameAgain, voice, { text: asSaid(quotation, voice) });

function sayAlso(quotation: Quotation, voice: Voice): string {
  const { piece, text, isOwn } = quotation;
  if (authorToName(piece, voice) !== null) return sayPlainly(quotation, voice);
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

/** '4.2 kilograms (last visit: 4.6)' has no end yet. */
function ended(value: string, { writing }: Voice): string {
  const begun = capitalize(value);
  return /[.!?。！？।]$/u.test(begun) ? begun : begun + writing.fullStop;
}

function asSentence(text: string, { writing }: Voice): string {
  const begun = capitalize(text);
  return /[.!?…。！？।؟♥❤)\]"'”»]\s*$/u.test(begun) ? begun : begun + writing.fullStop;
}

export const join = (parts: readonly string[], { locale }: Voice): string =>
  parts.filter((part) => part !== "").join(isUnspaced(locale) ? "" : " ");
