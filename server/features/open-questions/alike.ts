import type { Sliced } from "../../languages/slices.ts";
import { likeQuestion } from "../knowledge/knowledge.ts";

/** How many questions are compared in a few milliseconds. */
export const COMPARED_AT_ONCE = 10;

/** Those of the open questions of a pet that mean one of these. */
export function* findAlike<Open extends { question: string }>(
  pet: { name: string; language: string },
  questions: readonly string[],
  open: readonly Open[],
): Sliced<Open[]> {
  const like = questions.map((question) => likeQuestion(pet, question));
  const found: Open[] = [];
  for (const [at, one] of open.entries()) {
    if (at % COMPARED_AT_ONCE === 0) yield;
    if (like.some(({ isSame }) => isSame(one.question))) found.push(one);
  }
  return found;
}
