import { retell } from "./retell.ts";

/**
 * The interviewer's reply to an answer where there is no language model: it takes up what was said, as somebody who was
 * told it says it back, and names the part of the diary that it is kept in.
 */
export function acknowledge({ question, answer, category, number, isEnglish = true }: Answered): string {
  const heard = answer.slice(0, READ_CHARACTERS).trim();
  const chance = hash(`${question}\n${heard}`);
  const seed = number ?? chance;
  if (isUnknown.test(heard)) return pick(unknown, seed);
  if (isSad.test(heard)) return pick(gentle, seed);
  const opening = saidBack(heard, isEnglish, seed) ?? pick(plainly, seed);
  return `${opening} ${pick(byCategory[category ?? ""] ?? anyCategory, chance >>> 8)}`;
}

interface Answered {
  question: string;
  answer: string;
  category?: string | null | undefined;
  /** The number of the question in the interview, so that successive replies use different words. */
  number?: number | undefined;
  /** Whether the answer is in Will's language, in which he can say it back in his words. */
  isEnglish?: boolean;
}

const isUnknown =
  /^\W*(?:i )?(?:(?:really )?(?:don'?t|do not) (?:know|remember)|no idea|not sure|unknown|dunno)\b.{0,20}$/i;
const isSad =
  /\b(?:died|dead|passed away|put to sleep|cancer|tumou?r|abused|abandoned|grief|mourn\w*|miss(?:es)? (?:him|her|them))\b/i;

const unknown = [
  "That's quite all right. You can change it in the diary whenever it comes to you.",
  "No matter. I have noted just that, and the diary will wait.",
  "Fair enough! Not everything has to be known today.",
] as const;

const gentle = [
  "Thank you for trusting the diary with that. It is written down just as you told it.",
  "Thank you for telling me. I have kept your words exactly as they are.",
  "That can't have been easy to write. It is safe in the diary now.",
] as const;

const quoting = [
  "“{words}”: I have that down.",
  "Thank you! “{words}” goes into the diary.",
  "“{words}”, noted word for word.",
  "Lovely, I've written down “{words}”.",
  "Got it, “{words}”.",
] as const;

const retelling = [
  "So {words}.",
  "I see: {words}.",
  "Ah, {words}.",
  "Good to know that {words}.",
  "Lovely: {words}.",
] as const;

const plainly = ["Thank you, that is written down.", "Got it, thank you.", "Noted, just as you said it."] as const;

const anyCategory = [
  "Your pet can tell it from now on.",
  "That's one more page of the diary filled.",
  "Just what a diary is for.",
] as const;

/** By the categories of the seeded questions; questions of other categories get `anyCategory`. */
const byCategory: Partial<Record<string, readonly string[]>> = {
  "Who I am": [
    "A diary should begin with who it is about.",
    "That will help your pet to introduce itself.",
    "Now your pet can say who it is.",
  ],
  Looks: [
    "I can nearly draw a picture from that.",
    "Now your pet can describe itself.",
    "That goes beside the portrait.",
  ],
  Food: [
    "The food bowl page is filling up.",
    "Your pet will surely want to talk about food.",
    "That belongs on the menu page.",
  ],
  Play: ["That's one for playtime.", "Your pet can talk about games now.", "The playtime page looks better already."],
  Walks: ["That's good to know for the next walk.", "The outdoors page has something on it now.", "One for the road."],
  Habits: ["Habits make a character.", "That's a piece of everyday life kept.", "Small habits make good diary pages."],
  Fears: [
    "It's good to have that in the diary too.",
    "That's worth knowing for anyone who looks after your pet.",
    "I've noted it as carefully as you told it.",
  ],
  People: [
    "Now your pet can talk about its people.",
    "That belongs on the family page.",
    "People matter in every diary.",
  ],
  "Animal friends": [
    "That goes on the page of friends and rivals.",
    "Now your pet can talk about other animals.",
    "Good company belongs in a diary.",
  ],
  Places: [
    "That puts a pin on your pet's map.",
    "Now your pet can say where things happen.",
    "Every story needs its place.",
  ],
  "Health and care": [
    "It's useful to have that in one place.",
    "I've noted it for the care page.",
    "Good to have that written down.",
  ],
  Stories: [
    "Stories are the heart of a diary.",
    "Your pet can tell that one now.",
    "That's a page worth reading again.",
  ],
  Favorites: [
    "Favorites make good conversation.",
    "That goes on the page of best things.",
    "Your pet can name it now.",
  ],
  Sayings: [
    "Those words are in your pet's mouth now.",
    "Your pet can say it in its own voice.",
    "That's how a diary learns to speak.",
  ],
};

const LONGEST_QUOTE = 60;
/** Of a long answer, because some patterns take long over 8,000 characters. */
const READ_CHARACTERS = 1_000;

/** A statement told back, or a short answer as it is; undefined for what is too long to be said back as a whole. */
function saidBack(answer: string, isEnglish: boolean, seed: number): string | undefined {
  const told = isEnglish ? retell(answer) : undefined;
  if (told !== undefined) return pick(retelling, seed).replace("{words}", () => told);
  const line = answer.replace(/[\s"“”]+/g, " ").trim();
  const words = line.replace(/[.!?,;:…。！？]+$/u, "");
  return words === "" || line.length > LONGEST_QUOTE ? undefined : pick(quoting, seed).replace("{words}", () => words);
}

const pick = (phrases: readonly string[], seed: number): string => phrases[seed % phrases.length] ?? "";

/** FNV-1a, 32 bits, so that the same answer always gets the same reply. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) value = Math.imul(value ^ text.charCodeAt(at), 0x01000193) >>> 0;
  return value;
}
