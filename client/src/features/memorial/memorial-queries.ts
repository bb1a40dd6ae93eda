import { t } from "@lingui/core/macro";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { getMemorial } from "#shared/api/memorial.ts";
import { call } from "@/lib/api.ts";
import { toastError } from "@/lib/toast-error.ts";

const memorialKey = (agentId: string) => ["/api/agents", agentId, "memorial"] as const;

export const useMemorial = (agentId: string) =>
  useQuery({
    queryKey: memorialKey(agentId),
    queryFn: () => call(getMemorial, { params: { id: agentId } }),
    // Guests may write meanwhile.
    staleTime: 0,
  });

/** Whatever came of it, the page is read again. Changes of one page wait for each other, so that the last one counts. */
export function useMemorialChange<Input, Output>(agentId: string, change: (input: Input) => Promise<Output>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: change,
    scope: { id: `memorial ${agentId}` },
    onError: (error) => toastError(t`That was not saved`, error, t`Please try again.`),
    onSettled: () => client.invalidateQueries({ queryKey: memorialKey(agentId) }),
  });
}
