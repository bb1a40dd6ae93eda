import { t } from "@lingui/core/macro";
import { type QueryClient, useMutation, useQueryClient } from "@tanstack/react-query";
import { deleteDiaryAnswer, saveDiaryAnswer } from "#shared/api/diary.ts";
import { dropAnswer, keepAnswer, toastSaved } from "@/domain/diary/diary.ts";
import { refreshAgents } from "@/domain/pets/agents.ts";
import { call } from "@/lib/api.ts";
import { toast } from "@/lib/toast.ts";
import { toastError } from "@/lib/toast-error.ts";

const TRY_AGAIN = t`Please try again.`;
export function useDeleteAnswer(agentId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (questionId: string) => call(deleteDiaryAnswer, { params: { id: agentId, questionId } }),
    onSuccess: (_done, questionId) => {
      dropAnswer(client, agentId, questionId);
      void refreshAgents(client);
      toast({ title: t`Answer deleted`, description: t`The diary entry has been removed.` });
    },
    onError: (error) => toastError(t`Failed to delete answer`, error, TRY_AGAIN),
  });
}

/** By question id. */
export type AnswerDrafts = Record<string, string>;

export interface SavedAnswers {
  saved: AnswerDrafts;
  failed: number;
  error: unknown;
}

/**
 * Skips blank answers, and those whose question has another answer by now than `before`. A failure does not stop the
 * rest. Never rejects.
 */
export async function saveAnswers(
  client: QueryClient,
  agentId: string,
  drafts: AnswerDrafts,
  before: AnswerDrafts = {},
): Promise<SavedAnswers> {
  const result: SavedAnswers = { saved: {}, failed: 0, error: undefined };
  for (const [questionId, answer] of Object.entries(drafts)) {
    if (answer.trim() === "") continue;
    try {
      const begun = before[questionId];
      const body = { questionId, answer, ...(begun === undefined ? {} : { before: { answer: begun } }) };
      keepAnswer(client, await call(saveDiaryAnswer, { params: { id: agentId }, body }));
      result.saved[questionId] = answer;
    } catch (error) {
      result.failed += 1;
      result.error = error;
    }
  }
  return result;
}

export function reportAnswers({ saved, failed, error }: SavedAnswers): void {
  if (failed > 0) toastError(t`Failed to save answer`, error, TRY_AGAIN);
  else if (Object.keys(saved).length > 0) toastSaved();
}
