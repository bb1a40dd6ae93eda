import { KeyRound, Pencil, ShieldCheck } from "lucide-react";
import { useId } from "react";
import { type AdminUser, resetPassword, updateUser } from "#shared/api/admin/users.ts";
import { Avatar } from "@/components/ui/avatar.tsx";
import { Badge } from "@/components/ui/badge.tsx";
import { Button } from "@/components/ui/button.tsx";
import { Switch } from "@/components/ui/switch.tsx";
import { useUser } from "@/domain/session/session.ts";
import { call } from "@/lib/api.ts";
import { keys } from "../keys.ts";
import { useAdminMutation } from "../use-admin-mutation.ts";
import { announcePassword, type IssuedPassword } from "./announce-password.ts";
import { UserTokens } from "./user-tokens.tsx";

type UserRowProps = {
  user: AdminUser;
  onEdit: () => void;
  onRoles: () => void;
  onPassword: (issued: IssuedPassword) => void;
};

export function UserRow({ user, onEdit, onRoles, onPassword }: UserRowProps) {
  const nameId = useId();
  const noteId = useId();
  const isSelf = useUser().id === user.id;
  const note = whyLocked(user, isSelf);
  const activation = useAdminMutation({
    mutationFn: (isActive: boolean) => call(updateUser, { params: { userId: user.id }, body: { isActive } }),
    successTitle: "User updated successfully",
    errorTitle: "Failed to update user",
    invalidates: [keys.users],
  });
  const reset = useAdminMutation({
    mutationFn: () => call(resetPassword, { params: { userId: user.id } }),
    errorTitle: "Failed to reset password",
    invalidates: [keys.users],
    onSuccess: (result) => {
      const issued = { ...result, name: nameOf(result.user) };
      onPassword(issued);
      void announcePassword("Password reset successfully", issued);
    },
  });
  const locked = { disabled: !user.canManage, "aria-describedby": note === null ? nameId : `${nameId} ${noteId}` };
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-3 py-4">
      <div className="flex min-w-0 flex-1 basis-72 items-start gap-3">
        <Avatar firstName={user.firstName} lastName={user.lastName} size={44} />
        <div className="flex min-w-0 flex-1 flex-col gap-1.5">
          <div className="min-w-0">
            <p id={nameId} className="wrap-anywhere font-bold">
              {nameOf(user)}
            </p>
            <p className="wrap-anywhere text-ink-muted">{user.email}</p>
            {user.username !== null && <p className="wrap-anywhere text-ink-muted text-sm">{`@${user.username}`}</p>}
          </div>
          <div className="flex flex-wrap gap-1.5">
            <Badge tone={user.isActive ? "success" : "danger"}>{user.isActive ? "Active" : "Inactive"}</Badge>
            {user.isDefaultPassword && <Badge tone="warning">Default Password</Badge>}
            {isSelf && <Badge>You</Badge>}
            {user.roles.length === 0 && <span className="text-ink-muted text-sm">No roles</span>}
            {user.roles.map((role) => (
              <Badge key={role} tone="secondary" className="wrap-anywhere whitespace-normal">
                {role}
              </Badge>
            ))}
          </div>
          <UserTokens user={user} describedBy={locked["aria-describedby"]} />
          {note !== null && (
            <p id={noteId} className="text-ink-muted text-sm">
              {note}
            </p>
          )}
        </div>
      </div>
      <div className="flex flex-wrap items-center gap-2">
        <Button variant="outline" size="sm" {...locked} onClick={onEdit}>
          <Pencil aria-hidden="true" />
          <span>Edit</span>
        </Button>
        <Button variant="outline" size="sm" {...locked} onClick={onRoles}>
          <ShieldCheck aria-hidden="true" />
          <span>Roles</span>
        </Button>
        <Button
          variant="outline"
          size="sm"
          {...locked}
          disabled={!user.canManage || isSelf}
          busy={reset.isPending}
          onClick={() => reset.mutate(undefined)}
        >
          <KeyRound aria-hidden="true" />
          <span>Reset Password</span>
        </Button>
        <Switch
          aria-label={`${nameOf(user)} is active`}
          className="ml-1"
          checked={activation.isPending ? activation.variables : user.isActive}
          disabled={!user.canManage || isSelf || activation.isPending}
          onCheckedChange={(isActive) => activation.mutate(isActive)}
        />
      </div>
    </li>
  );
}

function whyLocked(user: AdminUser, isSelf: boolean): string | null {
  if (!user.canManage) return "This account has administrative rights that you don't hold.";
  if (isSelf) return "You can't deactivate yourself; your own password is changed in the user menu.";
  return null;
}

export const nameOf = (user: { firstName: string; lastName: string }): string => `${user.firstName} ${user.lastName}`;
