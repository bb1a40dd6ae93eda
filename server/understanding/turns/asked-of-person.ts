import type { Turn } from "../chat-turn.ts";
import type { Language } from "../languages/languages.ts";

/** The lists of phrases in which the pet asks what the person's life is like. */
const lists = [
  ...["telling", "joy", "sad", "lonely", "griefForMe", "griefForOther", "missed", "fear", "anger", "guilt"],
  ...["feelingUnsure"],
  ...["illness", "ownIllness", "comingHome", "howAreYou", "andYou"],
] as const;

/** Whether the last reply ended by asking the person something, so that what follows is an answer: 'How did it go?' */
export function isAskedOfPerson(turns: readonly Turn[], { phrases }: Language): boolean {
  const last = turns.at(-1);
  if (last?.role !== "assistant" || !/[?？؟]$/u.test(last.content)) return false;
  return lists.some((list) => phrases[list].some(({ say }) => !say.includes("{") && last.content.endsWith(say)));
}
