import { t } from "@lingui/core/macro";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { listContributions } from "#shared/api/contributions.ts";
import { refreshAgents } from "@/domain/pets/agents.ts";
import { call } from "@/lib/api.ts";
import { toastError } from "@/lib/toast-error.ts";

export const familyKey = (agentId: string) => ["/api/agents", agentId, "family"] as const;

/** Whatever came of it, the family is read again: somebody else may have been first. */
export function useFamilyChange<Input, Output>(agentId: string, change: (input: Input) => Promise<Output>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: change,
    onError: (error) => toastError(t`That was not saved`, error, t`Please try again.`),
    onSettled: () => client.invalidateQueries({ queryKey: familyKey(agentId) }),
  });
}

/** What waits: all of it for those who approve it, their own for others. */
export const useContributions = (agentId: string) =>
  useQuery({
    queryKey: [...familyKey(agentId), "contributions"],
    queryFn: () => call(listContributions, { params: { id: agentId } }),
    staleTime: 0,
  });

/** As `useFamilyChange`; what is approved changes the diary and the memories too. */
export function useContributionChange<Input, Output>(agentId: string, change: (input: Input) => Promise<Output>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: change,
    onError: (error) => toastError(t`That was not saved`, error, t`Please try again.`),
    onSettled: () =>
      Promise.all([client.invalidateQueries({ queryKey: ["/api/agents", agentId] }), refreshAgents(client)]),
  });
}

/** Stands behind the `#`, so that no server on the way gets the token. */
export const linkOf = (token: string): string => `${window.location.origin}/invitation#${token}`;
