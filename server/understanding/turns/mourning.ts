import type { Turn } from "../chat-turn.ts";
import type { Guess } from "../languages/text-classifier.ts";
import type { TurnKind } from "../languages/turn-kinds.ts";
import type { MourningSubject } from "./turn.ts";

/** Turns of a person that are looked through, and the characters that are read of each. */
const most = { turns: 8, characters: 150 } as const;
/** How sure a turn has to be. */
const SURE = 0.5;

/** Whom a person mourns, in this message or in one of the last before it, by what they are understood as. */
export function mournedIn(
  message: string,
  turns: readonly Turn[],
  understand: (text: string) => readonly Guess<TurnKind>[],
): MourningSubject {
  const said = turns.flatMap(({ role, content }) => (role === "user" ? [content] : [])).slice(-most.turns);
  const mourned = [message, ...said].map((written) => mournedBy(understand(written.slice(0, most.characters))));
  return mourned.find((whom) => whom === "pet") ?? mourned.find((whom) => whom === "other") ?? null;
}

/** Whoever misses the pet mourns it where it sounds more like grief for it than like anything else. */
function mournedBy(guesses: readonly Guess<TurnKind>[]): MourningSubject {
  const [likeliest] = guesses.filter(({ label }) => label !== "missed");
  const missed = guesses.find(({ label }) => label === "missed")?.probability ?? 0;
  if (likeliest?.label === "griefForMe") return likeliest.probability + missed >= SURE ? "pet" : null;
  return likeliest?.label === "griefForOther" && likeliest.probability >= SURE ? "other" : null;
}
