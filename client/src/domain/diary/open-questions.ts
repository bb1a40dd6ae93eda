import { t } from "@lingui/core/macro";
import { type QueryClient, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { listOpenQuestions, type OpenQuestion, updateOpenQuestion } from "#shared/api/open-questions.ts";
import { call } from "@/lib/api.ts";
import { toast } from "@/lib/toast.ts";
import { toastError } from "@/lib/toast-error.ts";

const openQuestionsKey = (agentId: string) => ["/api/agents", agentId, "open-questions"] as const;

export const useOpenQuestions = (agentId: string) =>
  useQuery({
    queryKey: openQuestionsKey(agentId),
    queryFn: () => call(listOpenQuestions, { params: { id: agentId } }),
    // Each chat may add to it.
    refetchOnMount: "always",
  });

export const refreshOpenQuestions = (client: QueryClient, agentId: string): Promise<void> =>
  client.invalidateQueries({ queryKey: openQuestionsKey(agentId) });

/** The question leaves the list at once, and comes back where the call fails. */
export function usePutAside(agentId: string) {
  const client = useQueryClient();
  const send = (questionId: string, isPutAside: boolean) =>
    call(updateOpenQuestion, { params: { id: agentId, questionId }, body: { isPutAside } });
  const undo = useMutation({
    mutationFn: (questionId: string) => send(questionId, false),
    onError: (error) => toastError(t`The question could not be taken back`, error, TRY_AGAIN),
    onSettled: () => refreshOpenQuestions(client, agentId),
  });
  return useMutation({
    mutationFn: (questionId: string) => send(questionId, true),
    onMutate: async (questionId) => {
      await client.cancelQueries({ queryKey: openQuestionsKey(agentId) });
      client.setQueryData<OpenQuestion[]>(openQuestionsKey(agentId), (cached) =>
        cached?.filter(({ id }) => id !== questionId),
      );
    },
    onSuccess: (_done, questionId) =>
      toast({
        title: t`Put aside`,
        description: t`The question is not shown any more, even if it is asked again.`,
        action: { label: t`Undo`, onAction: () => undo.mutate(questionId) },
        duration: UNDO_MS,
      }),
    onError: (error) => {
      toastError(t`The question could not be put aside`, error, TRY_AGAIN);
      return refreshOpenQuestions(client, agentId);
    },
  });
}

const TRY_AGAIN = t`Please try again.`;
/** Longer than other toasts, because Undo has to be found first. */
const UNDO_MS = 8000;
