import { useQuery } from "@tanstack/react-query";
import { call } from "@/lib/api.ts";
import { listDiaryQuestions } from "../../../shared/api/diary.ts";

export const diaryQuestionsKey = ["/api/diary/questions"] as const;

/** The active diary questions, in their order. */
export function useDiaryQuestions() {
  return useQuery({
    queryKey: diaryQuestionsKey,
    queryFn: () => call(listDiaryQuestions, {}),
    select: (questions) => questions.filter((q) => q.isActive).sort((a, b) => a.orderIndex - b.orderIndex),
  });
}
