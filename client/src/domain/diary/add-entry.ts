import { type QueryClient, useMutation, useQueryClient } from "@tanstack/react-query";
import { addDiaryEntry } from "#shared/api/diary.ts";
import { refreshAgents } from "@/domain/pets/agents.ts";
import { call } from "@/lib/api.ts";
import { answersKey } from "./answers.ts";
import { refreshOpenQuestions } from "./open-questions.ts";
import { ownQuestionsKey } from "./questions.ts";

export interface DiaryEntry {
  question: string;
  answer: string;
  /** The open question that it answers. */
  openQuestionId?: string;
}

/** Adds a question with its answer to the diary of a pet. */
export function useAddEntry(agentId: string, onAdded: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: DiaryEntry) => call(addDiaryEntry, { params: { id: agentId }, body }),
    onSuccess: () => {
      refreshDiary(client, agentId);
      onAdded();
    },
  });
}

/** Fetches again what an added entry changes. */
export function refreshDiary(client: QueryClient, agentId: string): void {
  void client.invalidateQueries({ queryKey: answersKey(agentId) });
  void client.invalidateQueries({ queryKey: ownQuestionsKey(agentId) });
  void refreshOpenQuestions(client, agentId);
  void refreshAgents(client);
}
