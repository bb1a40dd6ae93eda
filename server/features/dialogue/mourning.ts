import type { TurnKind } from "../../languages/schema.ts";
import type { Guess } from "../../languages/text-classifier.ts";
import type { Turn } from "../../providers/llm/llm.ts";

/** Turns of a person that are looked through, and the characters that are read of each. */
const most = { turns: 8, characters: 150 } as const;
/** How sure a turn has to be. */
const SURE = 0.5;

/** Whether a person mourns the pet, in this message or in one of the last before it, by what they are understood as. */
export function isMourned(
  message: string,
  turns: readonly Turn[],
  understand: (text: string) => readonly Guess<TurnKind>[],
): boolean {
  const said = turns.flatMap(({ role, content }) => (role === "user" ? [content] : [])).slice(-most.turns);
  return [message, ...said].some((written) => {
    const [guess] = understand(written.slice(0, most.characters));
    return guess?.label === "griefForMe" && guess.probability >= SURE;
  });
}
