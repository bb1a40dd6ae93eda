import { type QueryKey, useMutation, useQueryClient } from "@tanstack/react-query";
import { refreshSession } from "@/domain/session/session.ts";
import { ApiError } from "@/lib/api.ts";
import { toast } from "@/lib/toast.ts";
import { toastError } from "@/lib/toast-error.ts";

export interface AdminMutation<Input, Result> {
  mutationFn: (input: Input) => Promise<Result>;
  /** Title of the toast; left out where `onSuccess` shows one. */
  successTitle?: string;
  errorTitle: string;
  /** Stands in the toast where the server sent no sentence. */
  errorFallback?: string;
  /** The lists that it changes. */
  invalidates: readonly QueryKey[];
  onSuccess?: (result: Result, input: Input) => void;
  /** Mutations of one scope run one after the other. */
  scope?: string;
}

/** A change that an administrator makes: a toast says how it went, and the lists that it changes are fetched anew. */
export function useAdminMutation<Input, Result>(mutation: AdminMutation<Input, Result>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: mutation.mutationFn,
    ...(mutation.scope === undefined ? {} : { scope: { id: mutation.scope } }),
    onSuccess: (result, input) => {
      for (const queryKey of mutation.invalidates) void client.invalidateQueries({ queryKey });
      if (mutation.successTitle !== undefined) toast({ title: mutation.successTitle });
      mutation.onSuccess?.(result, input);
    },
    onError: (error) => {
      // A right may have been taken away meanwhile; the tabs then say so.
      if (error instanceof ApiError && error.status === 403) void refreshSession(client);
      toastError(mutation.errorTitle, error, mutation.errorFallback ?? "Please check your connection and try again.");
    },
  });
}
