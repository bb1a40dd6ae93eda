import { type QueryClient, useQuery } from "@tanstack/react-query";
import { call } from "@/lib/api.ts";
import { type DiaryAnswer, listDiaryAnswers } from "../../../../shared/api/diary.ts";
import { refreshOpenQuestions } from "./open-questions.ts";

export const answersKey = (agentId: string) => ["/api/agents", agentId, "diary", "answers"] as const;

export const useDiaryAnswers = (agentId: string) =>
  useQuery({ queryKey: answersKey(agentId), queryFn: () => call(listDiaryAnswers, { params: { id: agentId } }) });

/** Puts a saved answer into the cache, so that every view of the diary shows it, and looks what questions it closed. */
export function keepAnswer(client: QueryClient, saved: DiaryAnswer): void {
  client.setQueryData<DiaryAnswer[]>(
    answersKey(saved.agentId),
    (answers) => answers && [...answers.filter((answer) => answer.questionId !== saved.questionId), saved],
  );
  void refreshOpenQuestions(client, saved.agentId);
}
