import { languageFor } from "#server/understanding/languages/languages.ts";
import { pickIn, understandTurn } from "#server/understanding/turns/dialogue.ts";
import type { Act, Turn } from "#server/understanding/turns/turn.ts";
import { likeQuestion } from "../knowledge/knowledge.ts";

interface Pet {
  name: string;
  language: string;
}

/** What asks for nothing of its own. */
const withoutQuestion: ReadonlySet<Act> = new Set<Act>([
  ...["why", "more", "andYou", "yes", "no", "ok", "laugh", "emoji", "silence", "nonsense"],
  ...["greeting", "farewell", "thanks", "compliment", "insult"],
] as const satisfies Act[]);

/**
 * A question in words that can be read alone. One that goes on with what was asked before ("and since when?") comes after that;
 * one that was picked of two choices is the question that the choice stands for.
 */
export function wholeQuestion(pet: Pet, question: string, turns: readonly Turn[]): string {
  if (turns.length === 0) return question;
  const own = pickIn({ pet, question, turns })?.question ?? question;
  if (standsAlone(pet, own)) return own;
  for (const [at, { role, content }] of [...turns.entries()].toReversed()) {
    if (role !== "user") continue;
    const asked = pickIn({ pet, question: content, turns: turns.slice(0, at) })?.question ?? content;
    if (standsAlone(pet, asked)) return joined(asked, own, pet.language);
  }
  return own;
}

function standsAlone(pet: Pet, question: string): boolean {
  if (likeQuestion(pet, question).goesOn) return false;
  return !withoutQuestion.has(understandTurn({ pet, question, turns: [], evidence: [] }).act);
}

function joined(first: string, second: string, locale: string): string {
  const writing = (languageFor(locale) ?? languageFor("en"))?.writing;
  const end = /[\p{P}\p{S}]$/u.test(first.trim()) ? "" : (writing?.fullStop ?? ".");
  return `${first.trim()}${end}${writing?.spaced === false ? "" : " "}${second.trim()}`;
}
