import { languageFor } from "../../../languages/languages.ts";
import type { Phrases } from "../../../languages/schema.ts";
import type { Fact, Scene } from "../llm.ts";
import { sayOneOf } from "./choose-phrase.ts";
import { chooseSentences, joinSentences, sentencesOf } from "./choose-sentences.ts";
import { isAlsoAbout } from "./is-also-about.ts";
import { asksWho, isOwnWords, isPersonal, recognise } from "./recognize.ts";
import { usualWords } from "./usual-words.ts";
import { isUnspaced } from "./words.ts";

export interface ComposedReply {
  text: string;
  /** The facts that the text quotes. */
  used: readonly Fact[];
}

/** What the pet answers. Every word of it comes from the phrase tables, the names or the facts. */
export function composeReply(scene: Scene): ComposedReply {
  if (scene.gentle !== undefined) return without(scene.gentle);
  const phrases = phrasesFor(scene.pet.language);
  const recognised = recognise(scene, phrases);
  const [first] = scene.facts;
  if (recognised === "why" || recognised === "more") return sayMore(scene, phrases, recognised);
  if (recognised === "andYou" && first === undefined) return without(sayOneOf(phrases.andYou, scene));
  if (recognised === "whoAreYou" && first !== undefined && asksWho(first.about, phrases)) return tell(scene, phrases);
  if (recognised !== null && recognised !== "andYou") return without(sayOneOf(phrases[recognised], scene));
  if (first !== undefined) return tell(scene, phrases);
  return without(sayOneOf(isPersonal(scene.question, phrases) ? phrases.personalUnknown : phrases.unknown, scene));
}

const without = (text: string): ComposedReply => ({ text, used: [] });

/** The best fact, and a second one where it is clearly about the question too. */
function tell(scene: Scene, phrases: Phrases): ComposedReply {
  const first = scene.facts.find(({ kind }) => kind === "diary") ?? scene.facts[0];
  if (first === undefined) return without(sayOneOf(phrases.unknown, scene));
  const second = scene.facts.find((fact) => fact !== first && isAlsoAbout(fact, first, scene, phrases));
  const told = say(first, scene, phrases);
  if (second === undefined) return { text: told, used: [first] };
  const { text, isOwn } = quote(second, scene, phrases);
  const more = isOwn ? text : sayFact(second, text, scene, phrases);
  return { text: join([told, sayOneOf(phrases.also, scene, { text: more })], scene), used: [first, second] };
}

function say(fact: Fact, scene: Scene, phrases: Phrases): string {
  const { text, isOwn } = quote(fact, scene, phrases);
  return isOwn ? join([sayOneOf(phrases.leadIn, scene), text], scene) : sayFact(fact, text, scene, phrases);
}

function quote(fact: Fact, { pet, question }: Scene, phrases: Phrases): { text: string; isOwn: boolean } {
  const isOwn = fact.kind === "diary" && speaksAsPet(fact, pet, phrases);
  const locale = pet.language;
  const gap = gapIn(locale, isOwn);
  const text = chooseSentences({ text: fact.text, question, locale, usual: usualWords(phrases, locale), gap });
  return { text: isOwn ? asSentence(text, locale) : text, isOwn };
}

/** 'My name is Tucker' names the pet and is its own; 'I adopted Tucker' is not. */
function speaksAsPet(fact: Fact, pet: Scene["pet"], phrases: Phrases): boolean {
  return isOwnWords(fact.text, asksWho(fact.about, phrases) ? { ...pet, name: "" } : pet, phrases);
}

function sayFact({ kind, about: name, page }: Fact, text: string, scene: Scene, phrases: Phrases): string {
  if (kind === "diary") return sayOneOf(phrases.quoteDiary, scene, { text });
  if (page === null) return sayOneOf(phrases.quoteDocument, scene, { text, name });
  return sayOneOf(phrases.quotePage, scene, { text, name, page });
}

/** The rest of what was quoted last; asked for more, then of what else was found about it. */
function sayMore(scene: Scene, phrases: Phrases, asked: "why" | "more"): ComposedReply {
  const replies = scene.turns.filter(({ role }) => role === "assistant").map(({ content }) => content);
  const last = replies.at(-1) ?? "";
  const told = replies.slice(-4).join("\n");
  const quoted = scene.facts.filter((fact) => rest(fact, last, scene).length < sentences(fact, scene).length);
  for (const fact of asked === "why" ? quoted : [...quoted, ...scene.facts]) {
    const left = rest(fact, told, scene).slice(0, 3);
    if (left.length === 0) continue;
    const more = sayRest(fact, left, scene, phrases);
    return { text: asked === "why" ? more : sayOneOf(phrases.also, scene, { text: more }), used: [fact] };
  }
  if (asked === "why") return without(sayOneOf(phrases.whyUnknown, scene));
  return without(sayOneOf(last === "" ? phrases.unknown : phrases.noMore, scene));
}

function sayRest(fact: Fact, left: readonly number[], scene: Scene, phrases: Phrases): string {
  const isOwn = fact.kind === "diary" && speaksAsPet(fact, scene.pet, phrases);
  const locale = scene.pet.language;
  const text = joinSentences(sentences(fact, scene), left, { locale, gap: gapIn(locale, isOwn) });
  return isOwn ? asSentence(text, locale) : sayFact(fact, text, scene, phrases);
}

/** A quotation shows what it leaves out. */
function gapIn(locale: string, isOwn: boolean): string {
  if (!isOwn) return " … ";
  return isUnspaced(locale) ? "" : " ";
}

const sentences = (fact: Fact, { pet }: Scene): string[] => sentencesOf(fact.text, pet.language);

/** Which sentences of a fact were not said yet. */
function rest(fact: Fact, told: string, scene: Scene): number[] {
  const plain = bare(told);
  return sentences(fact, scene).flatMap((sentence, index) => (plain.includes(bare(sentence)) ? [] : [index]));
}

const bare = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, " ")
    .trim();

/** Those of the pet's language; English ones for a language without. */
function phrasesFor(locale: string): Phrases {
  const language = languageFor(locale) ?? languageFor("en");
  if (language === undefined) throw new Error("There are no English phrases.");
  return language.diaryVoice;
}

/** The owner's words as a sentence of their own: a capital, and an end. */
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
