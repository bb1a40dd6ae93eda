import { t } from "@lingui/core/macro";
import { type QueryKey, useMutation, useQueryClient } from "@tanstack/react-query";
import { refreshSession } from "@/domain/session/session.ts";
import { ApiError } from "@/lib/api.ts";
import { toast } from "@/lib/toast.ts";
import { toastError } from "@/lib/toast-error.ts";

/** Invalidating a key also invalidates all longer ones that begin with it. */
export const keys = {
  users: ["/api/admin/users"],
  roles: ["/api/admin/roles"],
  permissions: ["/api/admin/permissions"],
  agents: ["/api/admin/agents"],
  access: ["/api/admin/user-agent-access"],
  promoCodes: ["/api/admin/promo-codes"],
  questions: ["/api/admin/diary-questions"],
  usage: ["/api/admin/usage"],
  roleLimits: ["/api/admin/role-limits"],
  engineSettings: ["/api/admin/engine-settings"],
  localModelRun: ["/api/admin/local-models/run"],
  demo: ["/api/admin/demo"],
  auditLog: ["/api/admin/audit-log"],
} as const;

export interface AdminMutation<Input, Result> {
  mutationFn: (input: Input) => Promise<Result>;
  /** Left out where `onSuccess` shows a toast of its own. */
  successTitle?: string;
  errorTitle: string;
  errorFallback?: string;
  invalidates: readonly QueryKey[];
  onSuccess?: (result: Result, input: Input) => void;
  /** Mutations of one scope run one after the other. */
  scope?: string;
}

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
      // The administrator may have lost a right; the tabs then show that.
      if (error instanceof ApiError && error.status === 403) void refreshSession(client);
      toastError(mutation.errorTitle, error, mutation.errorFallback ?? t`Please check your connection and try again.`);
    },
  });
}
