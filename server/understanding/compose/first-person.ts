import type { DiaryVoiceWords } from "../languages/schema.ts";
import { withoutName } from "../languages/without-name.ts";
import type { Evidence } from "../retrieval/evidence.ts";
import type { Scene } from "./scene.ts";
import { normalizeForReply } from "./words.ts";

/** Whether a question is about the life of the person who asks. */
export const isPersonal = (question: string, { personal }: DiaryVoiceWords): boolean =>
  pattern(personal).test(normalizeForReply(`${question.slice(0, 300)} ${question.slice(300).slice(-300)}`));

/**
 * Whether a diary answer reads as the pet's own words. One that names the pet is about the pet and not by it, but for the
 * answer on its name: 'My name is Tucker' is its own, 'I adopted Tucker' is not.
 */
export function isOwnWords(
  { kind, text, key }: Evidence,
  pet: Scene["pet"],
  { firstPerson }: DiaryVoiceWords,
): boolean {
  if (kind !== "diary") return false;
  const plain = normalizeForReply(text.slice(0, 2000));
  const names = key !== "name_origin" && withoutName(plain, normalizeForReply(pet.name)) !== plain;
  return !names && pattern(firstPerson).test(plain);
}

const compiled = new Map<string, RegExp>();

/** Kept by source. Only patterns of the language files come here, so their number is bounded. */
function pattern(source: string): RegExp {
  let known = compiled.get(source);
  if (known === undefined) {
    // Normalized like the text that it is matched against, because some letters of Devanagari have several encodings.
    known = new RegExp(source.normalize("NFC"), "iu");
    compiled.set(source, known);
  }
  return known;
}
