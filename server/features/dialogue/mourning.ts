import type { Language } from "../../languages/languages.ts";
import type { Turn } from "../../providers/llm/llm.ts";
import { withoutMisaddressed } from "./addressed.ts";
import { understandText } from "./understand-text.ts";

/** Turns of a person that are looked through, and the characters that are read of each. */
const most = { turns: 8, characters: 150 } as const;
/** How sure a turn has to be. */
const SURE = 0.5;

/** Whether a person mourns the pet, in this message or in one of the last before it. */
export function isMourned(message: string, turns: readonly Turn[], language: Language): boolean {
  const said = turns.flatMap(({ role, content }) => (role === "user" ? [content] : [])).slice(-most.turns);
  return [message, ...said].some((written) => {
    const text = written.slice(0, most.characters);
    const [guess] = withoutMisaddressed(understandText(text, language), text, language);
    return guess?.label === "griefForMe" && guess.probability >= SURE;
  });
}
