import { t } from "@lingui/core/macro";
import { useMutation, useQueryClient } from "@tanstack/react-query";
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

/** Stands behind the `#`, so that no server on the way gets the token. */
export const linkOf = (token: string): string => `${window.location.origin}/invitation#${token}`;
