import type { Phrases } from "../../../languages/schema.ts";
import type { Scene } from "../llm.ts";
import { normalize, wordsOf } from "./words.ts";

type SmallTalk = (typeof smallTalk)[number];
type FollowUp = (typeof followUps)[number];
type Recognized = SmallTalk | FollowUp;

/** The more telling first: 'Hello, who are you?' asks for more than a greeting. */
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

/** Longer ones ask for something else as well. */
const longestSmallTalk = 200;
/** Words that may stand beside small talk: few where something is known, since they may be what was asked about. */
const otherWords = { known: 1, unknown: 3, followUp: 2 } as const;

/** What was said, where it is no question about something; null where it is. */
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

/** Whether an answer reads as the pet's own words. One that names the pet speaks of it. */
export function isOwnWords(text: string, pet: Scene["pet"], phrases: Phrases): boolean {
  const plain = normalize(text.slice(0, 2000));
  return withoutName(plain, pet.name) === plain && pattern(phrases.patterns.firstPerson, "iu").test(plain);
}

/** What is said to the pet often begins or ends with its name. */
function withoutName(plain: string, name: string): string {
  const called = normalize(name);
  if (called === "") return plain;
  const literal = called.replace(/[.*+?^${}()|[\]\\/]/g, "\\$&");
  // Chinese, Japanese and Korean have no border there.
  const border = /^[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}]/u.test(called)
    ? ["", ""]
    : ["(?<![\\p{L}\\p{M}])", "(?![\\p{L}\\p{M}])"];
  return plain
    .replace(new RegExp(`${border[0]}${literal}${border[1]}`, "gu"), " ")
    .replace(/^[^\p{L}\p{N}]+/u, "")
    .trim();
}

const compiled = new Map<string, RegExp>();

/** Those of the tables only, so that their number is known. */
function pattern(source: string, flags: "iu" | "giu"): RegExp {
  const key = `${flags} ${source}`;
  let known = compiled.get(key);
  if (known === undefined) {
    // As the text that it is matched against: Devanagari has letters that no normal form keeps whole.
    known = new RegExp(source.normalize("NFC"), flags);
    compiled.set(key, known);
  }
  return known;
}
