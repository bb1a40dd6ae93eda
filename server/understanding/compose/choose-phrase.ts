import type { Phrase } from "../languages/schema.ts";
import { isGrieving, type Voice } from "./voice.ts";

export type PhraseValues = Partial<
  Record<"text" | "name" | "page" | "first" | "second" | "topic" | "told" | OwnFact, string>
>;
type OwnFact = "kind" | "date" | "age";

/** A hash decides among equals, so that the same scene gets the same answer. */
export function sayOneOf(list: readonly Phrase[], voice: Voice, filled: PhraseValues = {}): string {
  const fitting = list.filter((phrase) => fits(phrase, voice));
  const uses = fitting.map((phrase) => lastUse(phrase, voice));
  const oldest = Math.min(...uses);
  const fresh = fitting.filter((_phrase, index) => uses[index] === oldest);
  const own = fresh.filter(({ species }) => species !== null);
  const possible = own.length > 0 ? own : fresh;
  const chosen = possible[hash(`${voice.scene.turns.length}\n${voice.question}`) % possible.length];
  return chosen === undefined ? "" : fill(chosen, voice, filled);
}

/** Without a joke to somebody who mourns, and without 'I'll ask my person' where nobody is asked. */
export function sayUnknown(voice: Voice): string {
  const { unknown, unknownElse, unknownInGrief } = voice.phrases;
  if (isGrieving(voice)) return sayOneOf(unknownInGrief, voice);
  return sayOneOf(voice.scene.isForOwner === false ? unknownElse : unknown, voice);
}

/** A phrase with a name needs one that is known. */
function fits({ say, species }: Phrase, { scene, person }: Voice): boolean {
  if (person === "" && say.includes("{person}")) return false;
  return species === null || species.includes((scene.pet.species ?? "").trim().toLowerCase());
}

export const lastUseOfAny = (list: readonly Phrase[], voice: Voice): number =>
  Math.max(...list.map((phrase) => lastUse(phrase, voice)));

function lastUse({ say }: Phrase, { replies }: Voice): number {
  const fixed = say.split(/\{\w+\}/).flatMap((part) => part.match(/[\p{L}\p{N}].*[\p{L}\p{N}]/u)?.[0] ?? []);
  return fixed.length === 0 ? -1 : replies.findLastIndex((reply) => holdsInOrder(reply, fixed));
}

function holdsInOrder(text: string, parts: readonly string[]): boolean {
  let from = 0;
  for (const part of parts) {
    const at = text.indexOf(part, from);
    if (at === -1) return false;
    from = at + part.length;
  }
  return true;
}

/** One pass, so that braces in a quoted text are not filled in. */
export function fill({ say }: Phrase, voice: Voice, filled: PhraseValues): string {
  const { pet } = voice.scene;
  const values = new Map(Object.entries({ ...filled, pet: pet.name, person: voice.person }));
  return say.replace(/\{(\w+)\}/g, (whole, name: string, at: number) => {
    const value = values.get(name) ?? whole;
    // A quotation stays as it was written.
    if (name === "text" || name === "name") return value;
    return inSentence(value, say.slice(0, at), voice);
  });
}

/** With a capital at the beginning of a sentence, and without doubled quotation marks. */
function inSentence(value: string, before: string, { writing }: Voice): string {
  const [opening, closing] = writing.quotationMarks;
  const isQuoted = value.startsWith(opening) && value.endsWith(closing);
  const bare = isQuoted && before.endsWith(opening) ? value.slice(opening.length, -closing.length) : value;
  return /(?:^|[.!?…؟।]\s+)[¿¡«„“]?\s?$/u.test(before) ? capitalize(bare) : bare;
}

export function capitalize(text: string): string {
  const [first = ""] = text;
  const upper = first.toUpperCase();
  return upper.toLowerCase() === first ? upper + text.slice(first.length) : text;
}

/** FNV-1a, 32 bits; the last step mixes its weak low bits. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    value = Math.imul(value ^ text.charCodeAt(index), 0x01000193);
  }
  return (value ^ (value >>> 15)) >>> 0;
}
