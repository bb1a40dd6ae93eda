import { type Question, understand } from "./question.ts";
import { plainWording, questionBank } from "./question-bank.ts";

const liked: ReadonlySet<string> = new Set([
  ...["favorite_food", "mealtimes", "favorite_toy", "favorite_game", "favorite_walk", "favorite_spot"],
  ...["favorite_person", "favorite_things", "animal_friends"],
]);
const disliked: ReadonlySet<string> = new Set(["disliked_food", "dislikes", "rivals"]);

interface Entry {
  /** Null for the owner's own question. */
  key: string | null;
  question: string;
}

/** Whether an entry tells the contrary of what is asked: what the pet refuses, where it is asked what it likes. */
export function isContrary({ likes, language, text }: Question, { key, question }: Entry, locale: string): boolean {
  if (likes === null || questionBank(language)?.wordings.get(plainWording(text)) === key) return false;
  const tells =
    key === null ? understand(question, locale).likes : liked.has(key) ? true : disliked.has(key) ? false : null;
  return tells !== null && tells !== likes;
}
