import { byLanguage, type CareLanguage } from "./by-language.ts";
import type { EmergencyKind, EmergencyWords } from "./emergency-words.ts";

export interface Emergency {
  readonly kind: EmergencyKind;
  /** In which the person wrote. */
  readonly language: CareLanguage;
}

type Patterns = Record<Exclude<keyof EmergencyWords, "spaced" | "help">, RegExp>;

const apostrophes = /[’‘ʼ`´＇]/g;
const sentenceEnd = /[.!?…。！？؟।\n]+/u;
/** Combining marks of Latin and Cyrillic letters, and the Arabic vowel signs, which people write or leave out. */
const marks = /[\u0300-\u036f\u064b-\u0652\u0640]/g;

const compiled = new Map<CareLanguage, Patterns>();

/**
 * Whether a message tells of an emergency. A person's danger goes before an animal's. In any language of the catalogue,
 * whichever the pet speaks: only the pet's own language (`en` of `en-US`) is asked first, for words that two share.
 */
export function recogniseEmergency(message: string, locale: string): Emergency | null {
  const sentences = plain(message)
    .split(sentenceEnd)
    .filter((sentence) => sentence.trim() !== "");
  for (const kind of ["person", "vet"] as const)
    for (const language of inOrder(locale)) {
      const patterns = patternsOf(language);
      const isMeant = kind === "person" ? tellsOfPerson : tellsOfAnimal;
      if (sentences.some((sentence) => isMeant(sentence, patterns))) return { kind, language };
    }
  return null;
}

function tellsOfPerson(sentence: string, { person, figurative }: Patterns): boolean {
  return person.test(sentence) && !figurative.test(sentence);
}

function tellsOfAnimal(sentence: string, { vet, eaten, poisons, notNow, figurative }: Patterns): boolean {
  if (!vet.test(sentence) && !(eaten.test(sentence) && poisons.test(sentence))) return false;
  return !notNow.test(sentence) && !figurative.test(sentence);
}

function inOrder(locale: string): CareLanguage[] {
  const own = locale.split("-")[0];
  const languages = Object.keys(byLanguage).filter((key): key is CareLanguage => key in byLanguage);
  return languages.sort((first, second) => Number(second === own) - Number(first === own));
}

function patternsOf(language: CareLanguage): Patterns {
  const known = compiled.get(language);
  if (known !== undefined) return known;
  const words = byLanguage[language];
  const any = (patterns: readonly string[]) => anyOf(patterns, words.spaced);
  const patterns = {
    eaten: any(words.eaten),
    poisons: any(words.poisons),
    vet: any(words.vet),
    notNow: any(words.notNow),
    person: any(words.person),
    figurative: any(words.figurative),
  };
  compiled.set(language, patterns);
  return patterns;
}

function anyOf(patterns: readonly string[], spaced: boolean): RegExp {
  if (patterns.length === 0) return /(?!)/u;
  const sources = patterns.map((pattern) => sourceOf(pattern, spaced));
  const isLetter = "[\\p{L}\\p{M}\\p{N}]";
  const whole = spaced ? `(?<!${isLetter})(?:${sources.join("|")})(?!${isLetter})` : `(?:${sources.join("|")})`;
  return new RegExp(whole, "u");
}

/** The regular expression of one pattern: see `EmergencyWords` for how it is written. */
function sourceOf(pattern: string, spaced: boolean): string {
  const gap = spaced ? "\\s+(?:\\S+\\s+){0,4}?" : ".{0,10}";
  const parts = pattern.split("…").map((part) =>
    plain(part.trim())
      .replace(/[.+^${}[\]\\]/g, "\\$&")
      .replaceAll("(", "(?:")
      .replaceAll(" ", "\\s+")
      .replaceAll("*", spaced ? "[\\p{L}\\p{M}]*" : ""),
  );
  return parts.join(gap);
}

function plain(text: string): string {
  return text
    .replace(apostrophes, "'")
    .normalize("NFKD")
    .replace(marks, "")
    .normalize("NFC")
    .toLowerCase()
    .replace(/[أإآٱ]/g, "ا")
    .replaceAll("ى", "ي")
    .replaceAll("ة", "ه");
}
