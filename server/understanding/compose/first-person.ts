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
