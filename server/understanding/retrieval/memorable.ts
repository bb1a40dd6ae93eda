import type { MemoryKind } from "#shared/api/memory.ts";
import { type Language, languageFor } from "../languages/languages.ts";
import { sentencesIn } from "../languages/segments.ts";
import { languagesOf } from "./language.ts";
import { memoryPatterns, plainSpelling, smallLetters } from "./memory-patterns.ts";
import { topicsIn } from "./memory-topics.ts";
import { understand } from "./question.ts";

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

/** The person asked to remember something. */
export interface OrderToRemember {
  /** `asked`: a card under the reply asks whether to keep it. `nothing`: nothing that may be kept was found. */
  outcome: "asked" | "known" | "paused" | "temporary" | "nothing";
  /** The message asks nothing else. */
  isAlone: boolean;
}

const LENGTH = { shortest: 4, longest: 300 } as const;
/** What is looked at of a message, so that none takes long. */
const READ = { sentences: 30, clauses: 40, sentence: 1000 } as const;
/** Longer sentences are read clause by clause, of so many words. */
const LONG = { sentence: 80, words: 5 } as const;
const kindsOfSlots = {
  ...{ name: "person", home: "place", work: "person", birthday: "event", favorite: "preference" },
} as const satisfies Record<MemorySlot, MemoryKind>;
const slotNames = ["name", "home", "work", "birthday", "favorite"] as const;
const kindNames = ["person", "preference", "event", "place"] as const;

/** By rules, sentence by sentence; nothing of health, money, beliefs, or where others are. */
export function memorableIn(message: string, locale: string): Memorable[] {
  for (const language of languagesOf(message, locale)) {
    const whole = [...sentencesIn(message, language.code)].slice(0, READ.sentences);
    const sentences = whole.map((sentence) => sentence.trim().slice(0, READ.sentence));
    const found = sentences.flatMap((sentence, at) =>
      readSentence(sentence, language, [sentences[at - 1], sentences[at + 1]]),
    );
    if (found.length > 0)
      return found.filter(
        (one) => one === (found.find(({ quote, isAtOnce }) => quote === one.quote && isAtOnce) ?? one),
      );
  }
  return [];
}

/**
 * Whether a message asks in so many words to remember something, whatever becomes of it: 'Remember that my daughter is called
 * Lena'.
 */
export function orderToRemember(message: string, locale: string): Pick<OrderToRemember, "isAlone"> | null {
  for (const language of languagesOf(message, locale)) {
    const { alone } = memoryPatterns(language);
    const sentences = [...sentencesIn(message, language.code)].slice(0, READ.sentences).map((one) => one.trim());
    const isOrder = (sentence: string) => {
      const plain = plainSpelling(sentence.slice(0, LENGTH.longest));
      return alone.test(smallLetters(plain)) || orderIn(plain, language) !== undefined;
    };
    if (sentences.some(isOrder))
      return { isAlone: sentences.every((one) => isOrder(one) || isStatement(one, language)) };
  }
  return null;
}

/** Whether a passage of a message may be suggested, whoever found it: nothing that the rules above never take. */
export function mayBeKept(passage: string, locale: string): boolean {
  if (passage.length < LENGTH.shortest || passage.length > LENGTH.longest) return false;
  return languagesOf(passage, locale).every((language) => {
    const { never, unsure } = memoryPatterns(language);
    return [...sentencesIn(passage, language.code)].every((sentence) => {
      const small = smallLetters(plainSpelling(sentence.trim()));
      return isStatement(sentence, language) && !never.test(small) && !unsure.test(small);
    });
  });
}

export function slotOf(text: string, locale: string): MemorySlot | null {
  for (const language of languagesOf(text, locale)) {
    const slot = slotNames.find((name) => memoryPatterns(language).slots[name].test(smallLetters(plainSpelling(text))));
    if (slot !== undefined) return slot;
  }
  return null;
}

/** Which of these the person asks for: 'What is my name?' */
export function slotAsked(question: string, locale: string): MemorySlot | null {
  for (const language of languagesOf(question, locale)) {
    const { asks } = memoryPatterns(language);
    const plain = smallLetters(plainSpelling(question));
    if (asks.name.test(plain)) return "name";
    if (asks.home.test(plain)) return "home";
    if (asks.work.test(plain)) return "work";
    if (asks.birthday.test(plain)) return "birthday";
  }
  return null;
}

/** Whether a question is about the person who asks: 'Do you remember where my sister lives?', but not 'Do you like me?' */
export function isAboutAsker(question: string, locale: string): boolean {
  if (slotAsked(question, locale) !== null) return true;
  return languagesOf(question, locale).some((language) => {
    const { knows } = memoryPatterns(language);
    const asked = smallLetters(plainSpelling(question));
    const { toPet, ofAsker, isClosed } = understand(asked.replace(knows, " "), language.code);
    // Where 'you' is left out, what asks for yes or no asks the pet: 'Like my sister?'
    return ofAsker === 1 && (toPet === 0 || (toPet < 1 && (!isClosed || knows.test(asked))));
  });
}

/** Whether it is a question by its mark, or by how it begins. */
export const isAsked = (message: string, locale: string): boolean =>
  languagesOf(message, locale).some((language) => !isStatement(message, language));

/** 'Where my sister lives' of 'Do you remember where my sister lives?' */
export function withoutAsking(question: string, locale: string): string {
  const [language] = languagesOf(question, locale);
  const plain = smallLetters(plainSpelling(question));
  const asking = language === undefined ? null : memoryPatterns(language).knows.exec(plain);
  return asking === null
    ? question
    : `${question.slice(0, asking.index)} ${question.slice(asking.index + asking[0].length)}`;
}

/** The text without what says of which slot it is ('I live in'), so that 'my home is' says the same. */
export function withoutSlot(text: string, locale: string): { slot: MemorySlot | null; rest: string } {
  for (const language of languagesOf(text, locale)) {
    const { slots } = memoryPatterns(language);
    const plain = plainSpelling(text);
    const small = smallLetters(plain);
    const slot = slotNames.find((name) => slots[name].test(small));
    if (slot !== undefined) return { slot, rest: small.replace(slots[slot], " ") };
  }
  return { slot: null, rest: text };
}

/** Said back: 'You told me: My sister lives in Ghent.' */
export function tellMemory(text: string, locale: string): string {
  const phrases = (languageFor(locale) ?? languageFor("en"))?.memory.tell ?? [];
  return (phrases[text.length % Math.max(1, phrases.length)] ?? "{text}").replace("{text}", () => text);
}

/** `beside`: the sentences before and after, which an order that names nothing may mean. */
function readSentence(sentence: string, language: Language, beside: readonly (string | undefined)[]): Memorable[] {
  const { alone, never } = memoryPatterns(language);
  const plain = plainSpelling(sentence);
  const small = smallLetters(plain);
  if (never.test(small) || quotation.test(small)) return [];
  if (alone.test(small)) {
    const meant = beside.find((one) => one !== undefined && isStatement(one, language));
    return meant === undefined || never.test(smallLetters(meant)) ? [] : [ordered(meant, meant, language)];
  }
  const order = plain.length > LENGTH.longest ? undefined : orderIn(plain, language);
  if (order !== undefined) return isOfLength(order) ? [ordered(withoutTag(order), sentence, language)] : [];
  return readParts(sentence, language);
}

function orderIn(plain: string, language: Language): string | undefined {
  const small = smallLetters(plain);
  for (const pattern of memoryPatterns(language).remember) {
    const place = pattern.exec(small)?.indices?.slice(1).find(Boolean);
    if (place !== undefined) return plain.slice(...place).trim();
  }
  return undefined;
}

function ordered(text: string, quote: string, language: Language): Memorable {
  const found = kindOf(text, language);
  return { kind: found?.kind ?? "person", slot: found?.slot ?? null, text, quote, isAtOnce: true };
}

function readPart(part: string, language: Language): Memorable[] {
  const { correction, unsure, passing } = memoryPatterns(language);
  if (!isOfLength(part) || !isStatement(part, language)) return [];
  const plain = withoutTag(plainSpelling(part));
  const text = withoutLead(plain, language);
  const small = smallLetters(text);
  if (unsure.test(small)) return [];
  const found = kindOf(text, language);
  const slot = found?.slot ?? null;
  if (correction.test(smallLetters(plain)) || correction.test(small))
    return [{ kind: "correction", slot, text, quote: part, isAtOnce: true }];
  if (found === null || (slot === null && found.kind !== "event" && passing.test(small))) return [];
  return [{ ...found, text, quote: part, isAtOnce: slot === "name" || slot === "home" }];
}

function kindOf(text: string, language: Language): Pick<Memorable, "kind" | "slot"> | null {
  const { slots, kinds } = memoryPatterns(language);
  const small = smallLetters(text);
  const slot = slotNames.find((name) => slots[name].test(small)) ?? null;
  if (slot !== null) return { kind: kindsOfSlots[slot], slot };
  const kind = kindNames.find((name) => kinds[name].test(small));
  if (kind !== undefined) return { kind, slot };
  return tellsOfNamed(text, language) || tellsOfChange(text, language) ? { kind: "person", slot } : null;
}

/** 'She is eight now' names nobody; 'My daughter is eight now' does. */
function tellsOfChange(text: string, language: Language): boolean {
  if (!memoryPatterns(language).changed.test(smallLetters(text))) return false;
  const { isOfSelf, isOfRelative, topics } = topicsIn(text, language);
  return topics.size > 0 && (isOfSelf || isOfRelative);
}

/** 'Ben lives in Kiel.' */
function tellsOfNamed(text: string, language: Language): boolean {
  const named = /^(?:\p{L}{1,2} )?\p{Lu}\p{Ll}+ /u.exec(text)?.[0].length ?? 0;
  const { home, birthday } = memoryPatterns(language).relations;
  const next = smallLetters(text.slice(named)).split(" ", WORDS_OF_VERB).join(" ");
  return named > 0 && (home.test(next) || birthday.test(next));
}

/** Of a verb with what helps it ('has just moved'). */
const WORDS_OF_VERB = 5;

const isOfLength = ({ length }: string): boolean => length >= LENGTH.shortest && length <= LENGTH.longest;

/** Neither a question nor what goes with one; '..., you know?' at the end of a statement makes none of it. */
function isStatement(text: string, language: Language): boolean {
  const plain = withoutTag(plainSpelling(text));
  const { questions } = memoryPatterns(language);
  return !/[?？؟]\P{L}*$/u.test(plain) && !questions.test(smallLetters(withoutLead(plain, language)));
}

const withoutTag = (text: string): string => text.replace(/[,،，、] ?(?:\S+ ?){1,3}[?？؟]$/u, "").trim();

const withoutLead = (plain: string, language: Language): string =>
  plain.slice(memoryPatterns(language).lead.exec(smallLetters(plain))?.[0].length ?? 0);

/** What somebody else says, a film or a song. */
const quotation =
  /:\s?["“„«]|"[^"]+"(?:이?라고)|"(?:[^"]+\s){2}[^"]+"|[“„«](?:[^”“»]+\s){2}|[「『“][^」』”]{6,}|(?<=[\s:])'(?:[^']+ ){2}[^']*'/u;

/** A sentence is read whole, a long one clause by clause, and what is too short to say much with what comes after it. */
function readParts(sentence: string, language: Language): Memorable[] {
  const { isSpaced } = memoryPatterns(language);
  if (sentence.length <= (isSpaced ? LONG.sentence : LONG.sentence / 3)) return readPart(sentence, language);
  const clauses = (sentence.match(/[^,;،؛、，；]+[,;،؛、，；]*/gu) ?? []).slice(0, READ.clauses);
  const found: Memorable[] = [];
  for (let at = 0; at < clauses.length; at += 1) {
    const clause = clauses[at] ?? "";
    const isShort = isSpaced ? (clause.match(/\S+/g) ?? []).length < LONG.words : clause.length < LONG.words * 2;
    const read = readPart((isShort ? clause + (clauses[at + 1] ?? "") : clause).trim(), language);
    found.push(...read);
    if (isShort && read.length > 0) at += 1;
  }
  return found;
}
