import type { Phrases } from "../../../languages/schema.ts";
import type { Scene } from "../llm.ts";
import { normalize, wordsOf } from "./words.ts";

type SmallTalk = (typeof smallTalk)[number];
type FollowUp = (typeof followUps)[number];
type Recognized = SmallTalk | FollowUp;

/** In the order of preference: 'Hello, who are you?' is a question for the name, and a greeting only beside it. */
const smallTalk = [
  "areYouReal",
  "whoAreYou",
  "love",
  "howAreYou",
  "praise",
  "goodbye",
  "thanks",
  "greeting",
] as const satisfies (keyof Phrases["patterns"])[];

const followUps = ["why", "more", "andYou"] as const satisfies (keyof Phrases["patterns"])[];

/** In characters; a longer message asks for something else as well. */
const longestSmallTalk = 200;
/**
 * How many other words small talk may have beside it: few where something is known, since they may be the actual question.
 */
const otherWords = { known: 1, unknown: 3, followUp: 2 } as const;

/** The kind of small talk or follow-up that the message is; null for a question about something. */
export function recognize(scene: Scene, phrases: Phrases): Recognized | null {
  if (scene.question.length > longestSmallTalk) return null;
  const said = withoutName(normalize(scene.question), scene.pet.name);
  const rest = (patterns: readonly Recognized[]) =>
    wordsOf(
      patterns.reduce((text, name) => text.replace(pattern(phrases.patterns[name], "giu"), " "), said),
      scene.pet.language,
    ).length;
  const matches = (name: Recognized) => pattern(phrases.patterns[name], "iu").test(said);

  const followUp = followUps.find(matches);
  if (followUp !== undefined && rest([followUp, ...smallTalk]) <= otherWords.followUp) return followUp;
  const found = smallTalk.find(matches);
  const allowed = scene.evidence.length > 0 ? otherWords.known : otherWords.unknown;
  return found !== undefined && rest(smallTalk) <= allowed ? found : null;
}

/** Whether a text asks for the name, as 'What is your name?' in the diary does. */
export const asksWho = (text: string, phrases: Phrases): boolean =>
  pattern(phrases.patterns.whoAreYou, "iu").test(normalize(text.slice(0, longestSmallTalk)));

/** Whether a question is about the life of the person who asks. */
export const isPersonal = (question: string, phrases: Phrases): boolean =>
  pattern(phrases.patterns.personal, "iu").test(
    normalize(`${question.slice(0, 300)} ${question.slice(300).slice(-300)}`),
  );

/** Whether a diary answer reads as the pet's own words. One that names the pet is about the pet, not by it. */
export function isOwnWords(text: string, pet: Scene["pet"], phrases: Phrases): boolean {
  const plain = normalize(text.slice(0, 2000));
  return withoutName(plain, pet.name) === plain && pattern(phrases.patterns.firstPerson, "iu").test(plain);
}

/** The message without the pet's name at its beginning or end, where people often put it. */
function withoutName(plain: string, name: string): string {
  const called = normalize(name);
  if (called === "") return plain;
  const literal = called.replace(/[.*+?^${}()|[\]\\/]/g, "\\$&");
  // Chinese, Japanese and Korean names have no word border after them.
  const border = /^[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}]/u.test(called)
    ? ["", ""]
    : ["(?<![\\p{L}\\p{M}])", "(?![\\p{L}\\p{M}])"];
  return plain
    .replace(new RegExp(`${border[0]}${literal}${border[1]}`, "gu"), " ")
    .replace(/^[^\p{L}\p{N}]+/u, "")
    .trim();
}

const compiled = new Map<string, RegExp>();

/** Kept by source. Only patterns of the phrase tables come here, so their number is bounded. */
function pattern(source: string, flags: "iu" | "giu"): RegExp {
  const key = `${flags} ${source}`;
  let known = compiled.get(key);
  if (known === undefined) {
    // Normalized like the text that it is matched against, because some letters of Devanagari have several encodings.
    known = new RegExp(source.normalize("NFC"), flags);
    compiled.set(key, known);
  }
  return known;
}
