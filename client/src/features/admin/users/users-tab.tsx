import { UserPlus } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { type AdminUser, listUsers, userSorts } from "#shared/api/admin/users.ts";
import { Button } from "@/components/ui/button.tsx";
import { Select } from "@/components/ui/select.tsx";
import { call } from "@/lib/api.ts";
import { useSettled } from "@/lib/use-settled.ts";
import { AdminCard, countAfter } from "../admin-card.tsx";
import { keys } from "../keys.ts";
import { PagedList } from "../list-states.tsx";
import { SearchField } from "../search-field.tsx";
import { PAGE_SIZE, usePages } from "../use-pages.ts";
import type { IssuedPassword } from "./announce-password.ts";
// Not loaded when it is needed: if that failed, nobody would ever see the password.
import { PasswordDialog } from "./password-dialog.tsx";
import { UserRow } from "./user-row.tsx";

const CreateUserDialog = lazy(() => import("./create-user-dialog.tsx").then((m) => ({ default: m.CreateUserDialog })));
const EditUserDialog = lazy(() => import("./edit-user-dialog.tsx").then((m) => ({ default: m.EditUserDialog })));
const UserRolesDialog = lazy(() => import("./user-roles-dialog.tsx").then((m) => ({ default: m.UserRolesDialog })));

type Sort = (typeof userSorts)[number];

const sortNames: readonly { value: Sort; label: string }[] = [
  { value: "name", label: "Name A-Z" },
  { value: "-name", label: "Name Z-A" },
  { value: "email", label: "Email A-Z" },
  { value: "username", label: "Username A-Z" },
  { value: "-created", label: "Newest first" },
  { value: "created", label: "Oldest first" },
];

type OpenDialog =
  | { kind: "create" }
  | { kind: "edit"; user: AdminUser }
  | { kind: "roles"; user: AdminUser }
  | { kind: "password"; issued: IssuedPassword };

export function UsersTab() {
  const [typed, setTyped] = useState("");
  const [sort, setSort] = useState<Sort>("name");
  const [dialog, setDialog] = useState<OpenDialog | null>(null);
  const q = useSettled(typed.trim());
  const list = usePages([...keys.users, { q, sort }], (cursor, signal) =>
    call(listUsers, { query: { q: q || undefined, sort, cursor, limit: PAGE_SIZE } }, { signal }),
  );
  const users = list.pages.flatMap((page) => page.users);
  const close = () => setDialog(null);
  const showPassword = (issued: IssuedPassword) => setDialog({ kind: "password", issued });
  return (
    <AdminCard
      title={countAfter("Users", list.total)}
      action={
        <Button onClick={() => setDialog({ kind: "create" })}>
          <UserPlus aria-hidden="true" />
          <span>Add User</span>
        </Button>
      }
    >
      <div className="flex flex-wrap gap-3">
        <SearchField
          label="Search users"
          placeholder="Search by name or email..."
          value={typed}
          onChange={setTyped}
          className="flex-1 basis-64"
        />
        <Select
          value={sort}
          onValueChange={(value) => setSort(userSorts.find((known) => known === value) ?? "name")}
          options={sortNames}
          aria-label="Sort users"
          className="w-full sm:w-auto sm:min-w-44"
        />
      </div>
      <PagedList
        query={list.query}
        what="The users"
        label="Users"
        count={users.length}
        total={list.total}
        empty={q === "" ? "No users found" : "No users found matching your search"}
      >
        {users.map((user) => (
          <UserRow
            key={user.id}
            user={user}
            onEdit={() => setDialog({ kind: "edit", user })}
            onRoles={() => setDialog({ kind: "roles", user })}
            onPassword={showPassword}
          />
        ))}
      </PagedList>
      <Suspense>
        {dialog?.kind === "create" && <CreateUserDialog onClose={close} onCreated={showPassword} />}
        {dialog?.kind === "edit" && <EditUserDialog user={dialog.user} onClose={close} />}
        {dialog?.kind === "roles" && <UserRolesDialog user={dialog.user} onClose={close} />}
        {dialog?.kind === "password" && <PasswordDialog issued={dialog.issued} onClose={close} />}
      </Suspense>
    </AdminCard>
  );
}
