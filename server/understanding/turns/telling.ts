import type { Language } from "../languages/languages.ts";
import { headAndTail, plainWords } from "../languages/text-features.ts";
import { formOf } from "./turn-classifier.ts";

/** 'your walks' asks for them: shorter text names a subject and tells nothing. */
const sentence = { words: 4, characters: 8 } as const;

export function isTelling(message: string, language: Language): boolean {
  const text = headAndTail(message);
  const words = plainWords(text);
  const { me, you } = language.questions;
  // 'I have a headache' holds 'have', which asks in 'have you ...'; a question to the pet would name it.
  const isOfMe = you.leftOut === "never" && holds(words.slice(0, 1), me) && !holds(words, you) && !/\?/.test(text);
  if (!isOfMe && formOf(text, language) !== "told") return false;
  if (holds(words, me)) return true;
  const length = language.writing.spaced ? words.length >= sentence.words : text.length >= sentence.characters;
  return length && !holds(words, you);
}

export function isToldOfPerson(message: string, language: Language): boolean {
  const { me, you } = language.questions;
  return isTelling(message, language) && speaksOf(message, me) && !speaksOf(message, you);
}

export function speaksOf(text: string, person: Person): boolean {
  return holds(plainWords(headAndTail(text)), person);
}

interface Person {
  words: readonly string[];
  forms?: string | undefined;
}

function holds(messageWords: readonly string[], { words, forms }: Person): boolean {
  const personWords = new Set(words.flatMap(plainWords));
  const form = forms === undefined ? null : new RegExp(forms, "iu");
  return messageWords.some((word) => personWords.has(word) || form?.test(word) === true);
}
