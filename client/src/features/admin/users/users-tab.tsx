import { plural, t } from "@lingui/core/macro";
import { KeyRound, Pencil, ShieldCheck, UserPlus } from "lucide-react";
import { useState } from "react";
import {
  type AdminUser,
  listUsers,
  resetPassword,
  revokeUserTokens,
  updateUser,
  userSorts,
} from "#shared/api/admin/users.ts";
import type { ResponseOf } from "#shared/route.ts";
import { Avatar } from "@/components/ui/avatar.tsx";
import { Badge } from "@/components/ui/badge.tsx";
import { CopyField } from "@/components/ui/copy-field.tsx";
import { Notice } from "@/components/ui/notice.tsx";
import { Select } from "@/components/ui/select.tsx";
import { useUser } from "@/domain/session/session.ts";
import { AdminDialog, ChangeQuestion } from "@/features/admin/admin-card.tsx";
import { keys } from "@/features/admin/admin-queries.ts";
import { SearchField } from "@/features/admin/resource-list.tsx";
import { call } from "@/lib/api.ts";
import { copyText } from "@/lib/copy-text.ts";
import { momentOf } from "@/lib/formats.ts";
import { lazyComponent } from "@/lib/part.ts";
import { toast } from "@/lib/toast.ts";
import { useDebounced } from "@/lib/use-debounced.ts";
import { AddButton, ResourceCard, useShowDialog } from "../admin-card.tsx";
import { PAGE_SIZE, usePages } from "../resource-list.tsx";
import { ChangeButton, Row, RowButton, RowLine, RowSwitch } from "../row.tsx";

const CreateUserDialog = lazyComponent(() => import("./user-dialogs.tsx").then((m) => m.CreateUserDialog));
const EditUserDialog = lazyComponent(() => import("./user-dialogs.tsx").then((m) => m.EditUserDialog));
const UserRolesDialog = lazyComponent(() => import("./user-dialogs.tsx").then((m) => m.UserRolesDialog));

type Sort = (typeof userSorts)[number];

const sortNames: readonly { value: Sort; label: string }[] = [
  { value: "name", label: t`Name A-Z` },
  { value: "-name", label: t`Name Z-A` },
  { value: "email", label: t`Email A-Z` },
  { value: "username", label: t`Username A-Z` },
  { value: "-created", label: t`Newest first` },
  { value: "created", label: t`Oldest first` },
];

export function UsersTab() {
  const [typed, setTyped] = useState("");
  const [sort, setSort] = useState<Sort>("name");
  const q = useDebounced(typed.trim());
  const list = usePages(
    [...keys.users, { q, sort }],
    (cursor, signal) => call(listUsers, { query: { q: q || undefined, sort, cursor, limit: PAGE_SIZE } }, { signal }),
    (page) => page.users,
  );
  return (
    <ResourceCard
      title={t`Users`}
      action={
        <AddButton icon={UserPlus} dialog={<NewUser />}>
          {t`Add User`}
        </AddButton>
      }
      list={list}
      empty={q === "" ? t`No users found` : t`No users found matching your search`}
      controls={
        <div className="flex flex-wrap gap-3">
          <SearchField
            label={t`Search users`}
            placeholder={t`Search by name or email...`}
            value={typed}
            onChange={setTyped}
            className="flex-1 basis-64"
          />
          <Select
            value={sort}
            onValueChange={(value) => setSort(userSorts.find((known) => known === value) ?? "name")}
            options={sortNames}
            aria-label={t`Sort users`}
            className="w-full sm:w-auto sm:min-w-44"
          />
        </div>
      }
    >
      {(user) => <UserRow user={user} />}
    </ResourceCard>
  );
}

function UserRow({ user }: { user: AdminUser }) {
  const isSelf = useUser().id === user.id;
  const showPassword = useIssuedPassword();
  const isLocked = !user.canManage;
  return (
    <Row
      icon={<Avatar firstName={user.firstName} lastName={user.lastName} size={44} />}
      name={nameOf(user)}
      note={whyLocked(user, isSelf)}
      actions={
        <>
          <RowButton disabled={isLocked} dialog={<EditUserDialog user={user} />}>
            <Pencil aria-hidden="true" />
            <span>{t`Edit`}</span>
          </RowButton>
          <RowButton disabled={isLocked} dialog={<UserRolesDialog user={user} />}>
            <ShieldCheck aria-hidden="true" />
            <span>{t`Roles`}</span>
          </RowButton>
          <ChangeButton
            disabled={isLocked || isSelf}
            mutationFn={() => call(resetPassword, { params: { userId: user.id } })}
            errorTitle={t`Failed to reset password`}
            invalidates={[keys.users]}
            onSuccess={(issued) => void showPassword(t`Password reset successfully`, issued)}
          >
            <KeyRound aria-hidden="true" />
            <span>{t`Reset Password`}</span>
          </ChangeButton>
          <RowSwitch
            label={t`${{ user: nameOf(user) }} is active`}
            isOn={user.isActive}
            disabled={isLocked || isSelf}
            mutationFn={(isActive) => call(updateUser, { params: { userId: user.id }, body: { isActive } })}
            successTitle={t`User updated successfully`}
            errorTitle={t`Failed to update user`}
            invalidates={[keys.users]}
          />
        </>
      }
    >
      <RowLine>
        <bdi>{user.email}</bdi>
      </RowLine>
      {user.username !== null && (
        <RowLine className="text-sm">
          <bdi>{`@${user.username}`}</bdi>
        </RowLine>
      )}
      <div className="flex flex-wrap gap-1.5">
        <Badge tone={user.isActive ? "success" : "danger"}>{user.isActive ? t`Active` : t`Inactive`}</Badge>
        {user.isDefaultPassword && <Badge tone="warning">{t`Default Password`}</Badge>}
        {isSelf && <Badge>{t`You`}</Badge>}
        {user.roles.length === 0 && <span className="text-ink-muted text-sm">{t`No roles`}</span>}
        {user.roles.map((role) => (
          <Badge key={role} tone="secondary" className="wrap-anywhere whitespace-normal">
            <bdi>{role}</bdi>
          </Badge>
        ))}
      </div>
      {user.accessTokens.count > 0 && <UserTokens user={user} />}
    </Row>
  );
}

function NewUser() {
  const showPassword = useIssuedPassword();
  return <CreateUserDialog onCreated={(issued) => void showPassword(t`User created successfully`, issued)} />;
}

function whyLocked(user: AdminUser, isSelf: boolean): string | undefined {
  if (!user.canManage) return t`This account has administrative rights that you don't hold.`;
  return isSelf ? t`You can't deactivate yourself; your own password is changed in the user menu.` : undefined;
}

function UserTokens({ user }: { user: AdminUser }) {
  const { count, lastUsedAt } = user.accessTokens;
  const tokens = plural(count, { one: "# access token", other: "# access tokens" });
  const question = (
    <ChangeQuestion
      title={plural(count, { one: "Revoke the access token?", other: "Revoke # access tokens?" })}
      description={t`Scripts of ${{ email: user.email }} are refused from now on. The user stays signed in.`}
      confirmLabel={t`Revoke`}
      pendingLabel={t`Revoking...`}
      mutationFn={() => call(revokeUserTokens, { params: { userId: user.id } })}
      successTitle={t`Access tokens revoked`}
      errorTitle={t`Failed to revoke the access tokens`}
      invalidates={[keys.users]}
    />
  );
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-ink-muted text-sm">
      <span>{`${tokens}, ${lastUsedAt === null ? t`never used` : t`last used ${{ lastUsedAt: momentOf(lastUsedAt) }}`}`}</span>
      <RowButton disabled={!user.canManage} dialog={question}>
        {t`Revoke all`}
      </RowButton>
    </div>
  );
}

/** Long enough to read a user name and a password (specification, section 9). */
const PASSWORD_TOAST_MS = 10_000;

type IssuedPassword = ResponseOf<typeof resetPassword>;

function useIssuedPassword() {
  const showDialog = useShowDialog();
  return async (title: string, issued: IssuedPassword) => {
    const { username, defaultPassword } = issued;
    showDialog(<PasswordDialog issued={issued} />);
    const copied = await copyText(defaultPassword);
    const lines = [
      ...(username === null ? [] : [t`Username: ${username}`]),
      copied
        ? t`Default password: ${defaultPassword} (copied to clipboard)`
        : t`Default password: ${defaultPassword} (please copy manually)`,
    ];
    toast({ title, description: lines.join("\n"), duration: PASSWORD_TOAST_MS });
  };
}

/** The password can't be shown again, so a stray key or click does not close the dialog. */
const PasswordDialog = ({ issued: { user, username, defaultPassword } }: { issued: IssuedPassword }) => (
  <AdminDialog title={t`Default password for ${{ user: nameOf(user) }}`} size="sm" isSticky>
    <div className="flex flex-col gap-5">
      {username !== null && <CopiedField label={t`Username`} value={username} />}
      <CopiedField label={t`Default Password`} value={defaultPassword} />
      <Notice tone="warning" title={t`This password is shown only once`}>
        {t`Pass it on in a safe way. It must be changed at the first sign-in.`}
      </Notice>
    </div>
  </AdminDialog>
);

const CopiedField = ({ label, value }: { label: string; value: string }) => (
  <CopyField
    label={label}
    value={value}
    action={t`Copy ${label}`}
    copied={t`${label} copied!`}
    refused={t`Please copy it manually.`}
    className="text-lg"
  />
);

const nameOf = (user: { firstName: string; lastName: string }): string => `${user.firstName} ${user.lastName}`;
