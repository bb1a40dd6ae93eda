import { type QueryClient, useQuery } from "@tanstack/react-query";
import { type DiaryQuestion, listDiaryQuestions, listOwnDiaryQuestions } from "#shared/api/diary.ts";
import { call } from "@/lib/api.ts";

export const diaryQuestionsKey = ["/api/diary/questions"] as const;
export const ownQuestionsKey = (agentId: string) => ["/api/agents", agentId, "diary", "questions"] as const;

/** The active questions that every diary asks, in their order. */
export function useDiaryQuestions() {
  return useQuery({
    queryKey: diaryQuestionsKey,
    queryFn: () => call(listDiaryQuestions, {}),
    select: (questions) => questions.filter((q) => q.isActive).sort((a, b) => a.orderIndex - b.orderIndex),
  });
}

/** The questions that the owner added to this pet's diary, each with an answer. */
export function useOwnQuestions(agentId: string) {
  return useQuery({
    queryKey: ownQuestionsKey(agentId),
    queryFn: () => call(listOwnDiaryQuestions, { params: { id: agentId } }),
    select: (questions) => questions.map((question) => ({ ...question, category: OWN_CATEGORY })),
  });
}

const OWN_CATEGORY = "Your own questions";

/** Takes a question out of the cache, if it was an own one: it goes with its answer. */
export function dropOwnQuestion(client: QueryClient, agentId: string, id: string): void {
  client.setQueryData<DiaryQuestion[]>(ownQuestionsKey(agentId), (held) => held?.filter((one) => one.id !== id));
}
