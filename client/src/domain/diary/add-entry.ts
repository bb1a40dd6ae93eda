import { useMutation, useQueryClient } from "@tanstack/react-query";
import { refreshAgents } from "@/domain/pets/agents.ts";
import { call } from "@/lib/api.ts";
import { addDiaryEntry } from "../../../../shared/api/diary.ts";
import { answersKey } from "./answers.ts";
import { ownQuestionsKey } from "./questions.ts";

export interface DiaryEntry {
  question: string;
  answer: string;
}

/** Adds a question with its answer to the diary of a pet. */
export function useAddEntry(agentId: string, onAdded: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: DiaryEntry) => call(addDiaryEntry, { params: { id: agentId }, body }),
    onSuccess: () => {
      void client.invalidateQueries({ queryKey: answersKey(agentId) });
      void client.invalidateQueries({ queryKey: ownQuestionsKey(agentId) });
      void refreshAgents(client);
      onAdded();
    },
  });
}
