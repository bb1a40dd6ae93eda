import type { Guess } from "../../languages/text-classifier.ts";
import type { TurnKind } from "../../languages/turn-kinds.ts";
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
  return [message, ...said].some((written) => mourns(understand(written.slice(0, most.characters))));
}

/** Whoever misses the pet mourns it where it sounds more like grief for it than like anything else. */
function mourns(guesses: readonly Guess<TurnKind>[]): boolean {
  const [likeliest] = guesses.filter(({ label }) => label !== "missed");
  const missed = guesses.find(({ label }) => label === "missed")?.probability ?? 0;
  return likeliest?.label === "griefForMe" && likeliest.probability + missed >= SURE;
}
