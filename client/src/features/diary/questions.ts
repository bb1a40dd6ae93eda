import type { DiaryQuestion } from "#shared/api/diary.ts";

export interface QuestionGroup {
  category: string;
  questions: DiaryQuestion[];
}

/** Groups questions by category, in the order of each one's first question; within a group they keep their order. */
export function groupQuestions(questions: readonly DiaryQuestion[]): QuestionGroup[] {
  const groups = new Map<string, DiaryQuestion[]>();
  for (const question of questions) {
    const category = question.category ?? "More";
    groups.set(category, [...(groups.get(category) ?? []), question]);
  }
  return [...groups].map(([category, members]) => ({ category, questions: members }));
}

/** How many questions are answered; answers to questions that are no longer active don't count. */
export const countAnswered = (
  questions: readonly { id: string }[],
  answered: { has: (questionId: string) => boolean },
): number => questions.filter(({ id }) => answered.has(id)).length;
