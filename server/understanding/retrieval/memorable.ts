import type { MemoryKind } from "#shared/api/memory.ts";
import { type Language, languageFor, languageOf, oncePerLanguage } from "../languages/languages.ts";
import { segmentsOf, sentencesIn } from "../languages/segments.ts";
import { detectLanguage } from "./language.ts";

/** What a person has only one of: a new one takes the place of the one before. */
export type MemorySlot = "name" | "home" | "work" | "birthday" | "favorite";

/** Something that a person said of themselves and that might be remembered. */
export interface Memorable {
  kind: MemoryKind;
  slot: MemorySlot | null;
  /** In the person's words. */
  text: string;
  /** Verbatim, as it stands in the message. */
  quote: string;
  /** Asked for in so many words, or of the kind that one expects to be remembered. */
  isAtOnce: boolean;
}

const LENGTH = { shortest: 4, longest: 300 } as const;
const kindsOfSlots = {
  ...{ name: "person", home: "place", work: "person", birthday: "event", favorite: "preference" },
} as const satisfies Record<MemorySlot, MemoryKind>;
const slotNames = ["name", "home", "work", "birthday", "favorite"] as const;
const kindNames = ["person", "preference", "event", "place"] as const;

/** The languages in which a message may be: the one that it seems to be in first. */
export function languagesOf(message: string, locale: string): Language[] {
  const codes = new Set([detectLanguage(message, locale), languageOf(locale)]);
  return [...codes].flatMap((code) => languageFor(code) ?? []);
}

/** By rules, sentence by sentence; nothing of health, money, beliefs, or where others are. */
export function memorableIn(message: string, locale: string): Memorable[] {
  for (const language of languagesOf(message, locale)) {
    const sentences = [...segmentsOf(message, language.code, "sentence")].map(({ segment }) => segment.trim());
    const found = sentences.flatMap((sentence) => readSentence(sentence, language) ?? []);
    if (found.length > 0) return found;
  }
  return [];
}

/** Whether a passage of a message may be suggested, whoever found it: nothing that the rules above never take. */
export function mayBeKept(passage: string, locale: string): boolean {
  if (passage.length < LENGTH.shortest || passage.length > LENGTH.longest) return false;
  return languagesOf(passage, locale).every((language) => {
    const { never, unsure } = patternsOf(language);
    return [...sentencesIn(passage, language.code)].every((sentence) => {
      const plain = plainText(sentence.trim());
      return !isQuestion(plain) && !never.test(plain) && !unsure.test(plain);
    });
  });
}

export function slotOf(text: string, locale: string): MemorySlot | null {
  for (const language of languagesOf(text, locale)) {
    const slot = slotNames.find((name) => patternsOf(language).slots[name].test(plainText(text)));
    if (slot !== undefined) return slot;
  }
  return null;
}

/** Which of these the person asks for: 'What is my name?' */
export function slotAsked(question: string, locale: string): MemorySlot | null {
  for (const language of languagesOf(question, locale)) {
    const { asks } = patternsOf(language);
    const plain = plainText(question);
    if (asks.name.test(plain)) return "name";
    if (asks.home.test(plain)) return "home";
    if (asks.work.test(plain)) return "work";
    if (asks.birthday.test(plain)) return "birthday";
  }
  return null;
}

/** Said back: 'You told me: My sister lives in Ghent.' */
export function tellMemory(text: string, locale: string): string {
  const phrases = (languageFor(locale) ?? languageFor("en"))?.memory.tell ?? [];
  return (phrases[text.length % Math.max(1, phrases.length)] ?? "{text}").replace("{text}", () => text);
}

function readSentence(sentence: string, language: Language): Memorable | null {
  const { remember, slots, correction, kinds, never, unsure } = patternsOf(language);
  const plain = plainText(sentence);
  if (plain.length < LENGTH.shortest || plain.length > LENGTH.longest) return null;
  const order = remember.map((pattern) => pattern.exec(plain)?.[1]?.trim()).find((text) => text !== undefined);
  if (isQuestion(plain) || never.test(plain)) return null;
  const slot = slotNames.find((name) => slots[name].test(order ?? plain)) ?? null;
  const kind = slot === null ? kindNames.find((name) => kinds[name].test(order ?? plain)) : kindsOfSlots[slot];
  if (order !== undefined) return { kind: kind ?? "person", slot, text: order, quote: sentence, isAtOnce: true };
  if (unsure.test(plain)) return null;
  if (correction.test(plain) && plain.length >= LENGTH.shortest * 2)
    return { kind: "correction", slot, text: sentence, quote: sentence, isAtOnce: true };
  if (kind === undefined) return null;
  return { kind, slot, text: sentence, quote: sentence, isAtOnce: slot === "name" || slot === "home" };
}

const isQuestion = (sentence: string): boolean => /[?？؟]|(?:です|ます|の)か[。.]?$/u.test(sentence);

/** As the patterns are written. */
const plainText = (text: string): string => text.normalize("NFC").replaceAll(/[’‘ʼ]/g, "'").replaceAll(/\s+/g, " ");

const patternsOf = oncePerLanguage(({ memory, writing }) => {
  // Korean particles stand at the end of a word.
  const isApart = writing.spaced && writing.script !== "Korean";
  const [before, after] = isApart ? ["(?<![\\p{L}\\p{M}\\p{N}])", "(?![\\p{L}\\p{M}\\p{N}])"] : ["", ""];
  const anyOf = (list: readonly string[]) => new RegExp(`${before}(?:${list.join("|")})${after}`, "iu");
  const { remember, slots, correction, kinds, never, unsure, asks } = memory;
  return {
    remember: remember.map((pattern) => new RegExp(`^\\P{L}*${pattern}`, "iu")),
    slots: {
      ...{ name: anyOf(slots.name), home: anyOf(slots.home), work: anyOf(slots.work) },
      ...{ birthday: anyOf(slots.birthday), favorite: anyOf(slots.favorite) },
    },
    kinds: {
      ...{ person: anyOf(kinds.person), preference: anyOf(kinds.preference) },
      ...{ event: anyOf(kinds.event), place: anyOf(kinds.place) },
    },
    asks: { name: anyOf(asks.name), home: anyOf(asks.home), work: anyOf(asks.work), birthday: anyOf(asks.birthday) },
    ...{ correction: anyOf(correction), never: anyOf(never), unsure: anyOf(unsure) },
  };
});
