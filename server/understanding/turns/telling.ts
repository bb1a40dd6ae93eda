import type { Language } from "../languages/languages.ts";
import { headAndTail, plainWords } from "../languages/text-features.ts";
import { formOf } from "./turn-classifier.ts";

/** What says nothing of the person has to be so long to be a sentence and no subject: 'your walks' asks for them. */
const sentence = { words: 4, characters: 8 } as const;

/** Whether a message tells something and asks nothing: neither by a sign or a word that asks, nor of the pet. */
export function isTelling(message: string, language: Language): boolean {
  const text = headAndTail(message);
  const words = plainWords(text);
  const { me, you } = language.questions;
  // 'I have a headache' holds a word that asks in 'have you ...'; a question to the pet would name it.
  const isOfMe = you.leftOut === "never" && holds(words.slice(0, 1), me) && !holds(words, you) && !/\?/.test(text);
  if (!isOfMe && formOf(text, language) !== "told") return false;
  if (holds(words, me)) return true;
  const length = language.writing.spaced ? words.length >= sentence.words : text.length >= sentence.characters;
  return length && !holds(words, you);
}

/** Whether a message that tells something does so of the person and not of the pet. */
export function isToldOfPerson(message: string, language: Language): boolean {
  const { me, you } = language.questions;
  return isTelling(message, language) && speaksOf(message, me) && !speaksOf(message, you);
}

/** Whether a text names the pet or the person by one of the words for 'you' or 'me' of its language. */
export function speaksOf(text: string, person: Person): boolean {
  return holds(plainWords(headAndTail(text)), person);
}

interface Person {
  words: readonly string[];
  forms?: string | undefined;
}

function holds(said: readonly string[], { words, forms }: Person): boolean {
  const known = new Set(words.flatMap(plainWords));
  const form = forms === undefined ? null : new RegExp(forms, "iu");
  return said.some((word) => known.has(word) || form?.test(word) === true);
}
