import type { Language } from "../languages/languages.ts";
import type { CarePhrases } from "../languages/schema.ts";

const HOLE = "{food}";

/** Takes the phrase that was used longest ago, so that replies vary. */
export function sayCare(
  verdict: keyof CarePhrases,
  food: string,
  language: Language,
  replies: readonly string[],
): string {
  const phrases = language.care.phrases[verdict];
  const lastSaid = (phrase: string) => replies.findLastIndex((reply) => holdsPhrase(reply, phrase));
  const [phrase = HOLE] = [...phrases].sort((one, other) => lastSaid(one) - lastSaid(other));
  const place = phrase.indexOf(HOLE);
  const before = phrase.slice(0, place);
  const isFirst = /(?:^|[.!?¡¿]\s*)[«“"„]?$/u.test(before.slice(-4));
  return before + (isFirst ? beginningLarge(food, language.code) : food) + phrase.slice(place + HOLE.length);
}

const holdsPhrase = (reply: string, phrase: string): boolean =>
  phrase.split(HOLE).every((piece) => reply.includes(piece));

function beginningLarge(food: string, code: string): string {
  const [first = ""] = food;
  return first.toLocaleUpperCase(code) + food.slice(first.length);
}
