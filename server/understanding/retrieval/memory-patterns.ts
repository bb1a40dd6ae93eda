import { oncePerLanguage } from "../languages/languages.ts";
import { writtenOut } from "../languages/memory-schema.ts";
import type { Script } from "../languages/schema.ts";

/** What `memory.json` of a language says, ready to be read with. */
export const memoryPatterns = oncePerLanguage(({ memory, writing }) => {
  const unlessGoingOn = "(?![\\p{L}\\p{M}\\p{N}])";
  // Korean particles stand at the end of a word.
  const isApart = writing.spaced && writing.script !== "Korean";
  const [before, after] = isApart ? ["(?<![\\p{L}\\p{M}\\p{N}])", unlessGoingOn] : ["", ""];
  const ready = (pattern: string) => withLetters(writtenOut(pattern, memory), writing.script);
  const oneOf = (list: readonly string[]) => list.map(ready).join("|");
  const anyOf = (list: readonly string[]) => new RegExp(`${before}(?:${oneOf(list)})${after}`, "u");
  const { remember, slots, correction, kinds, asks, relations } = memory;
  return {
    isSpaced: writing.spaced,
    lead: new RegExp(`^\\P{L}*(?:(?:${oneOf(memory.lead)})${writing.spaced ? unlessGoingOn : ""}[\\s\\p{P}]*)*`, "u"),
    remember: remember.map((pattern) => new RegExp(`${before}${ready(pattern)}`, "du")),
    alone: new RegExp(`^\\P{L}*(?:${oneOf(memory.alone)})\\P{L}*$`, "u"),
    slots: {
      ...{ name: anyOf(slots.name), home: anyOf(slots.home), work: anyOf(slots.work) },
      ...{ birthday: anyOf(slots.birthday), favorite: anyOf(slots.favorite) },
    },
    kinds: {
      ...{ person: anyOf(kinds.person), preference: anyOf(kinds.preference) },
      ...{ event: anyOf(kinds.event), place: anyOf(kinds.place) },
    },
    asks: { name: anyOf(asks.name), home: anyOf(asks.home), work: anyOf(asks.work), birthday: anyOf(asks.birthday) },
    relations: {
      ...{ home: anyOf(relations.home), work: anyOf(relations.work) },
      ...{ birthday: anyOf(relations.birthday), name: anyOf(relations.name) },
    },
    relative: anyOf(memory.words.relative ?? []),
    ...{ knows: anyOf(memory.knows), ended: anyOf(memory.ended), changed: anyOf(memory.changed) },
    ...{ correction: anyOf(correction), never: anyOf(memory.never), unsure: anyOf(memory.unsure) },
    ...{ passing: anyOf(memory.passing), questions: anyOf(memory.questions) },
  };
});

/** All letters there are, in each of some hundred places, would take a second to get ready. */
const lettersOf: Partial<Record<Script, string>> = {
  Latin: "a-z\\u00df-\\u024f",
  Cyrillic: "a-z\\u0430-\\u045f",
  Arabic: "a-z\\u0620-\\u065f\\u066e-\\u06d3",
  Devanagari: "a-z\\u0900-\\u0963",
};

export function withLetters(pattern: string, script: Script): string {
  const letters = lettersOf[script] ?? null;
  if (letters === null) return pattern;
  return pattern
    .replaceAll(/\[[^\]]*\\p\{L\}[^\]]*\]/g, (set) => set.replaceAll("\\p{L}", letters))
    .replaceAll("\\p{L}", `[${letters}]`);
}

/** With the apostrophes and spaces of the patterns. */
export const plainSpelling = (text: string): string =>
  text.normalize("NFC").replaceAll(/[’‘ʼ]/g, "'").replaceAll(/\s+/g, " ");

/** In the small letters of the patterns, at the same places: to ignore the case makes each of them slow to get ready. */
export function smallLetters(plain: string): string {
  const small = plain.toLowerCase();
  return small.length === plain.length ? small : plain;
}
