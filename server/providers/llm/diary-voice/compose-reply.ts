import { languageFor } from "../../../languages/languages.ts";
import type { Phrases } from "../../../languages/schema.ts";
import type { Evidence, Scene } from "../llm.ts";
import { sayOneOf } from "./choose-phrase.ts";
import { chooseSentences, joinSentences, sentencesOf } from "./choose-sentences.ts";
import { isAlsoAbout } from "./is-also-about.ts";
import { asksWho, isOwnWords, isPersonal, recognize } from "./recognize.ts";
import { usualWords } from "./usual-words.ts";
import { isUnspaced } from "./words.ts";

export interface ComposedReply {
  text: string;
  /** The evidence that the text quotes. */
  used: readonly Evidence[];
}

/** The pet's answer. Every word of it comes from the phrase tables, the names or the evidence. */
export function composeReply(scene: Scene): ComposedReply {
  if (scene.gentle !== undefined) return without(scene.gentle);
  const phrases = phrasesFor(scene.pet.language);
  const recognized = recognize(scene, phrases);
  const [first] = scene.evidence;
  if (recognized === "why" || recognized === "more") return sayMore(scene, phrases, recognized);
  if (recognized === "andYou" && first === undefined) return without(sayOneOf(phrases.andYou, scene));
  if (recognized === "whoAreYou" && first !== undefined && asksWho(first.about, phrases)) return tell(scene, phrases);
  if (recognized !== null && recognized !== "andYou") return without(sayOneOf(phrases[recognized], scene));
  if (first !== undefined) return tell(scene, phrases);
  return without(sayOneOf(isPersonal(scene.question, phrases) ? phrases.personalUnknown : phrases.unknown, scene));
}

const without = (text: string): ComposedReply => ({ text, used: [] });

/** Says the best piece of evidence, and a second one where that is clearly about the question too. */
function tell(scene: Scene, phrases: Phrases): ComposedReply {
  const first = scene.evidence.find(({ kind }) => kind === "diary") ?? scene.evidence[0];
  if (first === undefined) return without(sayOneOf(phrases.unknown, scene));
  const second = scene.evidence.find((piece) => piece !== first && isAlsoAbout(piece, first, scene, phrases));
  const told = say(first, scene, phrases);
  if (second === undefined) return { text: told, used: [first] };
  const { text, isOwn } = quote(second, scene, phrases);
  const more = isOwn ? text : sayPiece(second, text, scene, phrases);
  return { text: join([told, sayOneOf(phrases.also, scene, { text: more })], scene), used: [first, second] };
}

function say(piece: Evidence, scene: Scene, phrases: Phrases): string {
  const { text, isOwn } = quote(piece, scene, phrases);
  return isOwn ? join([sayOneOf(phrases.leadIn, scene), text], scene) : sayPiece(piece, text, scene, phrases);
}

function quote(piece: Evidence, { pet, question }: Scene, phrases: Phrases): { text: string; isOwn: boolean } {
  const isOwn = piece.kind === "diary" && speaksAsPet(piece, pet, phrases);
  const locale = pet.language;
  const gap = gapIn(locale, isOwn);
  const text = chooseSentences({ text: piece.text, question, locale, usual: usualWords(phrases, locale), gap });
  return { text: isOwn ? asSentence(text, locale) : text, isOwn };
}

/** 'My name is Tucker' names the pet and is its own; 'I adopted Tucker' is not. */
function speaksAsPet(piece: Evidence, pet: Scene["pet"], phrases: Phrases): boolean {
  return isOwnWords(piece.text, asksWho(piece.about, phrases) ? { ...pet, name: "" } : pet, phrases);
}

function sayPiece({ kind, about: name, page }: Evidence, text: string, scene: Scene, phrases: Phrases): string {
  if (kind === "diary") return sayOneOf(phrases.quoteDiary, scene, { text });
  if (page === null) return sayOneOf(phrases.quoteDocument, scene, { text, name });
  return sayOneOf(phrases.quotePage, scene, { text, name, page });
}

/** Goes on with what was quoted last; where the person asks for more, then with what else was found about it. */
function sayMore(scene: Scene, phrases: Phrases, asked: "why" | "more"): ComposedReply {
  const replies = scene.turns.filter(({ role }) => role === "assistant").map(({ content }) => content);
  const last = replies.at(-1) ?? "";
  const told = replies.slice(-4).join("\n");
  const quoted = scene.evidence.filter((piece) => rest(piece, last, scene).length < sentences(piece, scene).length);
  for (const piece of asked === "why" ? quoted : [...quoted, ...scene.evidence]) {
    const left = rest(piece, told, scene).slice(0, 3);
    if (left.length === 0) continue;
    const more = sayRest(piece, left, scene, phrases);
    return { text: asked === "why" ? more : sayOneOf(phrases.also, scene, { text: more }), used: [piece] };
  }
  if (asked === "why") return without(sayOneOf(phrases.whyUnknown, scene));
  return without(sayOneOf(last === "" ? phrases.unknown : phrases.noMore, scene));
}

function sayRest(piece: Evidence, left: readonly number[], scene: Scene, phrases: Phrases): string {
  const isOwn = piece.kind === "diary" && speaksAsPet(piece, scene.pet, phrases);
  const locale = scene.pet.language;
  const text = joinSentences(sentences(piece, scene), left, { locale, gap: gapIn(locale, isOwn) });
  return isOwn ? asSentence(text, locale) : sayPiece(piece, text, scene, phrases);
}

/** What stands for left-out sentences: an ellipsis in a quotation, a space in the pet's own words. */
function gapIn(locale: string, isOwn: boolean): string {
  if (!isOwn) return " … ";
  return isUnspaced(locale) ? "" : " ";
}

const sentences = (piece: Evidence, { pet }: Scene): string[] => sentencesOf(piece.text, pet.language);

/** The positions of the sentences of a piece of evidence that were not said yet. */
function rest(piece: Evidence, told: string, scene: Scene): number[] {
  const plain = bare(told);
  return sentences(piece, scene).flatMap((sentence, index) => (plain.includes(bare(sentence)) ? [] : [index]));
}

const bare = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, " ")
    .trim();

/** The phrases of the pet's language, or the English ones for a language without phrases. */
function phrasesFor(locale: string): Phrases {
  const language = languageFor(locale) ?? languageFor("en");
  if (language === undefined) throw new Error("There are no English phrases.");
  return language.diaryVoice;
}

/** The owner's words as a whole sentence: with a capital at its beginning and a full stop at its end. */
function asSentence(text: string, locale: string): string {
  const [first = ""] = text;
  const upper = first.toUpperCase();
  const capital = upper.toLowerCase() === first ? upper + text.slice(first.length) : text;
  return /[.!?…。！？।؟♥❤)\]"'”»]\s*$/u.test(capital)
    ? capital
    : capital + (languageFor(locale)?.writing.fullStop ?? ".");
}

const join = (parts: readonly string[], { pet }: Scene): string =>
  parts.filter((part) => part !== "").join(isUnspaced(pet.language) ? "" : " ");
