import type { DiaryQuestion } from "../../../../shared/api/diary.ts";

export interface QuestionGroup {
  category: string;
  questions: DiaryQuestion[];
}

/** By category, each where its first question stands; the questions keep their order. */
export function groupQuestions(questions: readonly DiaryQuestion[]): QuestionGroup[] {
  const groups = new Map<string, DiaryQuestion[]>();
  for (const question of questions) {
    const category = question.category ?? "More";
    groups.set(category, [...(groups.get(category) ?? []), question]);
  }
  return [...groups].map(([category, members]) => ({ category, questions: members }));
}

/** Answers to questions that are no longer asked do not count. */
export const countAnswered = (
  questions: readonly DiaryQuestion[],
  answered: { has: (questionId: string) => boolean },
): number => questions.filter(({ id }) => answered.has(id)).length;
