import type { Turn } from "../chat-turn.ts";
import type { Evidence } from "../retrieval/evidence.ts";
import { type CarePet, careFor, careUnknown, namesThing, refusedIn, sayThing } from "./may-have.ts";
import type { Verdict } from "./things.ts";

/** What is said before the pet's own words to a question whether an animal may have something. */
export interface CareAnswer {
  verdict: Verdict | "unknown";
  text: string;
  /** Why, in English and for a language model. */
  reason: string;
  /** Whether diary or documents, too, tell something of the same thing that may be said after it. */
  isKnown: boolean;
}

interface Asked {
  question: string;
  pet: CarePet;
  turns: readonly Turn[];
  /** What of diary and documents answers the question. */
  evidence: readonly Evidence[];
  diary: readonly { answer: string }[];
  /** Every passage of the documents; null where they are large. Beyond the first MOST_READ characters only the evidence is read. */
  library: readonly { passage: string }[] | null;
}

/**
 * The answer to a question whether an animal may have something; null for any other message. What diary or documents tell
 * of an allergy makes it a warning.
 */
export function answerCare({ question, pet, turns, evidence, diary, library }: Asked): CareAnswer | null {
  const said = turns.filter(({ role }) => role === "assistant").map(({ content }) => content);
  const care = careFor(question, pet, said) ?? (evidence.length === 0 ? careUnknown(question, pet, said) : null);
  if (care === null) return null;
  const { thing, things, verdict, text, reason, language } = care;
  if (thing === null) return { verdict, text, reason, isKnown: false };
  const papers = beginningOf(library ?? []);
  const own = new Set([...evidence.map((piece) => piece.text), ...diary.map(({ answer }) => answer), ...papers]);
  const against = verdict === "never" ? [] : [...own].flatMap((each) => refusedIn(each, things, pet.language));
  const refused = things.find((each) => against.includes(each));
  return {
    verdict: refused === undefined ? verdict : "never",
    text: refused === undefined ? text : sayThing(refused, "refused", language, said),
    reason: refused === undefined ? reason : "The pet's own diary or documents speak against it.",
    isKnown: evidence.some(
      ({ kind, text: passage }) =>
        (verdict !== "never" || kind === "document") && namesThing(passage, refused ?? thing, pet.language),
    ),
  };
}

/** In characters: some forty passages, which take the main thread 5 to 12 ms. */
const MOST_READ = 20_000;

/** The first passages, as many as are read. */
function beginningOf(library: readonly { passage: string }[]): string[] {
  const texts: string[] = [];
  let left = MOST_READ;
  for (const { passage } of library) {
    left -= passage.length;
    if (left < 0) break;
    texts.push(passage);
  }
  return texts;
}
