import { type QueryClient, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { refreshAgents } from "@/domain/pets/agents.ts";
import { call } from "@/lib/api.ts";
import { toast } from "@/lib/toast.ts";
import { toastError } from "@/lib/toast-error.ts";
import { type DiaryAnswer, listDiaryAnswers, saveDiaryAnswer } from "../../../../shared/api/diary.ts";
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

export function useSaveAnswer(agentId: string, onSaved: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: { questionId: string; answer: string }) =>
      call(saveDiaryAnswer, { params: { id: agentId }, body }),
    onSuccess: (saved) => {
      keepAnswer(client, saved);
      onSaved();
      void refreshAgents(client);
      toastSaved();
    },
    onError: (error) => toastError("Failed to save answer", error, "Please try again."),
  });
}

export const toastSaved = () => toast({ title: "Answer saved!", description: "Your pet's diary has been updated." });
