import { type QueryClient, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type DiaryAnswer, listDiaryAnswers, saveDiaryAnswer } from "#shared/api/diary.ts";
import type { InputOf } from "#shared/route.ts";
import { refreshAgents } from "@/domain/pets/agents.ts";
import { call, changedMeanwhile } from "@/lib/api.ts";
import { toast } from "@/lib/toast.ts";
import { toastError } from "@/lib/toast-error.ts";
import { refreshOpenQuestions } from "./open-questions.ts";

export const answersKey = (agentId: string) => ["/api/agents", agentId, "diary", "answers"] as const;

export const useDiaryAnswers = (agentId: string, enabled = true) =>
  useQuery({
    queryKey: answersKey(agentId),
    queryFn: () => call(listDiaryAnswers, { params: { id: agentId } }),
    enabled,
  });

/** Puts a saved answer into the cache, so that every view of the diary shows it, and looks what questions it closed. */
export function keepAnswer(client: QueryClient, saved: DiaryAnswer): void {
  client.setQueryData<DiaryAnswer[]>(
    answersKey(saved.agentId),
    (answers) => answers && [...answers.filter((answer) => answer.questionId !== saved.questionId), saved],
  );
  void refreshOpenQuestions(client, saved.agentId);
}

/** The answer to a question as this page knows it; undefined where it does not know the diary. */
export const savedAnswer = (client: QueryClient, agentId: string, questionId: string): string | undefined => {
  const answers = client.getQueryData<DiaryAnswer[]>(answersKey(agentId));
  return answers && (answers.find((answer) => answer.questionId === questionId)?.answer ?? "");
};

export function useSaveAnswer(agentId: string, onSaved: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: InputOf<typeof saveDiaryAnswer>["body"]) =>
      call(saveDiaryAnswer, { params: { id: agentId }, body }),
    onSuccess: (saved) => {
      keepAnswer(client, saved);
      onSaved();
      void refreshAgents(client);
      toastSaved();
    },
    // What was changed meanwhile stands in the editor, to be chosen from.
    onError: (error) =>
      changedMeanwhile(error) === undefined && toastError("Failed to save answer", error, "Please try again."),
  });
}

export const toastSaved = () => toast({ title: "Answer saved!", description: "Your pet's diary has been updated." });
