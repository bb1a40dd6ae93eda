import type { Turn } from "../chat-turn.ts";
import type { Evidence } from "../retrieval/evidence.ts";
import { type CarePet, careFor, careUnknown, namesThing, refusedIn, sayThing } from "./may-have.ts";
import type { Verdict } from "./things.ts";

export interface CareAnswer {
  verdict: Verdict | "unknown";
  text: string;
  /** In English, for a language model. */
  reason: string;
  isKnown: boolean;
}

interface CareQuestion {
  question: string;
  pet: CarePet;
  turns: readonly Turn[];
  evidence: readonly Evidence[];
  diary: readonly { answer: string }[];
  /** Null where the documents are too large to read whole; only the evidence counts then. */
  library: readonly { passage: string }[] | null;
}

/** Null for a message that asks nothing of the kind. An allergy in diary or documents makes the answer a warning. */
export function answerCare({ question, pet, turns, evidence, diary, library }: CareQuestion): CareAnswer | null {
  const replies = turns.filter(({ role }) => role === "assistant").map(({ content }) => content);
  const care = careFor(question, pet, replies) ?? (evidence.length === 0 ? careUnknown(question, pet, replies) : null);
  if (care === null) return null;
  const { thing, things, verdict, text, reason, language } = care;
  if (thing === null) return { verdict, text, reason, isKnown: false };
  const papers = beginningOf(library ?? []);
  const texts = new Set([...evidence.map((piece) => piece.text), ...diary.map(({ answer }) => answer), ...papers]);
  const against = verdict === "never" ? [] : [...texts].flatMap((each) => refusedIn(each, things, pet.language));
  const refused = things.find((each) => against.includes(each));
  return {
    verdict: refused === undefined ? verdict : "never",
    text: refused === undefined ? text : sayThing(refused, "refused", language, replies),
    reason: refused === undefined ? reason : "The pet's own diary or documents speak against it.",
    isKnown: evidence.some(
      ({ kind, text: passage }) =>
        (verdict !== "never" || kind === "document") && namesThing(passage, refused ?? thing, pet.language),
    ),
  };
}

/** In characters: some forty passages, which take the main thread 5 to 12 ms. */
const MOST_READ = 20_000;

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
