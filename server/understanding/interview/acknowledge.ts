import type { InterviewerWords } from "../languages/interview-schema.ts";
import { type Language, languageFor, oncePerLanguage } from "../languages/languages.ts";
import { retell } from "./retell.ts";
import { wordList } from "./word-list.ts";

interface AnsweredQuestion {
  question: string;
  answer: string;
  category?: string | null | undefined;
  /** The number of the question in the interview, so that successive replies use different words. */
  number?: number | undefined;
  /** Whether the answer is in English, which can be said back from the other's view. */
  isEnglish?: boolean;
}

/** What Will says in that language, or in English. */
export const interviewerWords = (locale: string): InterviewerWords =>
  (languageFor(locale) ?? languageFor("en") ?? missing()).interviewer;

function missing(): never {
  throw new Error("The languages hold no English.");
}

/**
 * The interviewer's reply to an answer where there is no language model: it takes up what was said, as somebody who was
 * told it says it back, and in English names the part of the diary that it is kept in.
 */
export function acknowledge(
  { question, answer, category, number, isEnglish = true }: AnsweredQuestion,
  locale = "en",
): string {
  const words = interviewerWords(locale);
  const heard = answer.slice(0, READ_CHARACTERS).trim();
  const chance = hash(`${question}\n${heard}`);
  const seed = number ?? chance;
  if (isSad(heard, locale)) return pick(words.gentle, seed);
  const speaksEnglish = words === interviewerWords("en");
  const opening = saidBack(heard, words.quoting, isEnglish && speaksEnglish, seed) ?? pick(words.plainly, seed);
  return `${opening} ${pick(words.closingOf?.[category ?? ""] ?? words.closing, chance >>> 8)}`;
}

/** Told of a death, an illness, or of how badly it was treated. */
export function isSad(answer: string, locale: string): boolean {
  const found = [languageFor(locale), languageFor("en")].filter((language) => language !== undefined);
  return found.some((language) => sadWords(language).isIn(answer));
}

const sadWords = oncePerLanguage((language: Language) => wordList(language.interview.sad, language));

const retelling = [
  "So {words}.",
  "I see: {words}.",
  "Ah, {words}.",
  "Good to know that {words}.",
  "Lovely: {words}.",
] as const;

const LONGEST_QUOTE = 60;
/** Of a long answer, because some patterns take long over 8,000 characters. */
const READ_CHARACTERS = 1_000;

/** A statement told back, or a short answer as it is; undefined for what is too long to be said back as a whole. */
function saidBack(answer: string, quoting: readonly string[], isRetold: boolean, seed: number): string | undefined {
  const told = isRetold ? retell(answer) : undefined;
  if (told !== undefined) return pick(retelling, seed).replace("{words}", () => told);
  const line = answer.replace(/[\s"“”„«»「」]+/gu, " ").trim();
  const words = line.replace(/[.!?,;:…。！？]+$/u, "");
  return words === "" || line.length > LONGEST_QUOTE ? undefined : pick(quoting, seed).replace("{words}", () => words);
}

const pick = (phrases: readonly string[], seed: number): string => phrases[seed % phrases.length] ?? "";

/** FNV-1a, 32 bits, so that the same answer always gets the same reply. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) value = Math.imul(value ^ text.charCodeAt(at), 0x01000193) >>> 0;
  return value;
}
