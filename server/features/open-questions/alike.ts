import type { SlicedWork } from "#server/platform/threads/slices.ts";
import { likeQuestion, localeOfText } from "../knowledge/knowledge.ts";

/** How many questions are compared in a few milliseconds. */
export const COMPARED_AT_ONCE = 5;

/** Those of the open questions of a pet that mean one of these. */
export function* findAlike<Open extends { question: string }>(
  pet: { name: string; language: string },
  questions: readonly string[],
  open: readonly Open[],
): SlicedWork<Open[]> {
  const like = questions.map((question) => likeQuestion(pet, question));
  const found: Open[] = [];
  for (const [at, one] of open.entries()) {
    if (at % COMPARED_AT_ONCE === 0) yield;
    if (like.some(({ isSame }) => isSame(one.question))) found.push(one);
  }
  return found;
}

/** The open questions of a pet, each with the language that it is asked in. */
export function* readLanguages<Open extends { question: string }>(
  pet: { language: string },
  open: readonly Open[],
): SlicedWork<(Open & { language: string })[]> {
  const read: (Open & { language: string })[] = [];
  for (const [at, one] of open.entries()) {
    if (at % COMPARED_AT_ONCE === 0) yield;
    read.push({ ...one, language: localeOfText(one.question, pet.language) });
  }
  return read;
}
