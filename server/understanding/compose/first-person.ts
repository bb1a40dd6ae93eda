import type { DiaryVoiceWords, Writing } from "../languages/schema.ts";
import { isEnded } from "../languages/table-lines.ts";
import { withoutName } from "../languages/text-features.ts";
import type { Evidence } from "../retrieval/evidence.ts";
import { speaksOf } from "../turns/telling.ts";
import type { Scene } from "./scene.ts";
import type { Voice } from "./voice.ts";
import { holdsOneOf, normalizeForReply } from "./words.ts";

export const isPersonal = (question: string, { personal }: DiaryVoiceWords): boolean =>
  pattern(personal).test(normalizeForReply(`${question.slice(0, 300)} ${question.slice(300).slice(-300)}`));

/** An answer that names the pet is about it and not by it, but for the one on its name: 'My name is Tucker'. */
export function isOwnWords(
  { kind, text, key }: Evidence,
  pet: Scene["pet"],
  { firstPerson }: DiaryVoiceWords,
): boolean {
  if (kind === "document") return false;
  const plain = normalizeForReply(text.slice(0, 2000));
  const names = key !== "name_origin" && withoutName(plain, normalizeForReply(pet.name)) !== plain;
  return !names && pattern(firstPerson).test(plain);
}

/** 'On the piano.': neither the pet's own words nor others' words about it. */
export function isSayable({ kind, text }: Evidence, { scene, words, language, writing }: Voice): boolean {
  const plain = normalizeForReply(text.slice(0, 2000));
  if (kind === "document" || !/[\p{L}\p{N}]/u.test(plain) || speaksOf(plain, language.questions.me)) return false;
  // 'Такер' may be Tucker.
  const isSpeltOtherwise = writing.script !== "Latin" && /\p{sc=Latn}/u.test(scene.pet.name);
  const isNamed = withoutName(plain, normalizeForReply(scene.pet.name)) !== plain;
  return !isNamed && !(isSpeltOtherwise && isEnded(plain)) && !beginsWith(words.thirdPerson, plain, writing);
}

/** Whether somebody else speaks of the pet: by its name, or as 'she'. */
export function isOfPet(text: string, { scene, words, writing }: Voice): boolean {
  const plain = normalizeForReply(text.slice(0, 2000));
  return (
    withoutName(plain, normalizeForReply(scene.pet.name)) !== plain || beginsWith(words.thirdPerson, plain, writing)
  );
}

/** 'I have lost 0.4 kg' for 'Miso has lost 0.4 kg'; null where that takes more than to change how it begins. */
export function inFirstPerson(text: string, { scene: { pet }, words: { retold }, writing }: Voice): string | null {
  for (const [begin, own] of Object.entries(retold.begins).toSorted(([one], [other]) => other.length - one.length)) {
    const named = begin.replace("{pet}", pet.name);
    if (text.slice(0, named.length).toLowerCase() !== named.toLowerCase()) continue;
    const rest = text.slice(named.length);
    if (writing.spaced && /^[\p{L}\p{M}\p{N}'’]/u.test(rest)) continue;
    const isSure = !holdsOneOf(retold.unsure, rest, writing) && withoutName(rest, pet.name) === rest;
    return isSure ? `${own}${rest}`.trim() : null;
  }
  return null;
}

const beginsWith = (list: readonly string[], plain: string, writing: Writing): boolean =>
  list.some((word) => plain.startsWith(word) && holdsOneOf([word], plain.slice(0, word.length + 1), writing));

const compiled = new Map<string, RegExp>();

/** Only patterns of the language files come here, so the cache is bounded. */
function pattern(source: string): RegExp {
  let cached = compiled.get(source);
  if (cached === undefined) {
    // Some letters of Devanagari have several encodings.
    cached = new RegExp(source.normalize("NFC"), "iu");
    compiled.set(source, cached);
  }
  return cached;
}
