import { useState } from "react";
import { type AdminUser, revokeUserTokens } from "#shared/api/admin/users.ts";
import { Button } from "@/components/ui/button.tsx";
import { ConfirmDialog } from "@/components/ui/confirm-dialog.tsx";
import { call } from "@/lib/api.ts";
import { momentOf } from "@/lib/dates.ts";
import { keys } from "../keys.ts";
import { useAdminMutation } from "../use-admin-mutation.ts";

/** That scripts can use the API as this user, and a way to end that. Nothing for a user without tokens. */
export function UserTokens({ user, describedBy }: { user: AdminUser; describedBy: string }) {
  const [isAsking, setAsking] = useState(false);
  const { count, lastUsedAt } = user.accessTokens;
  const revoke = useAdminMutation({
    mutationFn: () => call(revokeUserTokens, { params: { userId: user.id } }),
    successTitle: "Access tokens revoked",
    errorTitle: "Failed to revoke the access tokens",
    invalidates: [keys.users],
    onSuccess: () => setAsking(false),
  });
  if (count === 0) return null;
  const tokens = count === 1 ? "1 access token" : `${count} access tokens`;
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-ink-muted text-sm">
      <span>{`${tokens}, ${lastUsedAt === null ? "never used" : `last used ${momentOf(lastUsedAt)}`}`}</span>
      <Button
        variant="outline"
        size="sm"
        disabled={!user.canManage}
        aria-describedby={describedBy}
        onClick={() => setAsking(true)}
      >
        Revoke all
      </Button>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title={count === 1 ? "Revoke the access token?" : `Revoke ${tokens}?`}
        description={`Scripts of ${user.email} are refused from now on. The user stays signed in.`}
        confirmLabel={revoke.isPending ? "Revoking..." : "Revoke"}
        busy={revoke.isPending}
        onConfirm={() => revoke.mutate(undefined)}
      />
    </div>
  );
}
