import { t } from "@lingui/core/macro";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { X } from "lucide-react";
import type { ComponentProps } from "react";
import type { FieldPath, FieldValues } from "react-hook-form";
import { z } from "zod";
import {
  type AdminUser,
  assignRole,
  createUser,
  listUserRoles,
  newUser,
  removeRole,
  updateUser,
  userChanges,
} from "#shared/api/admin/users.ts";
import type { ResponseOf } from "#shared/route.ts";
import { Badge } from "@/components/ui/badge.tsx";
import { refreshSession, sessionKey, useUser } from "@/domain/session/session.ts";
import { AdminDialog } from "@/features/admin/admin-card.tsx";
import { keys } from "@/features/admin/admin-queries.ts";
import { call } from "@/lib/api.ts";
import { FormDialog, TextField } from "../form-dialog.tsx";
import { EmptyList, QueryContent } from "../resource-list.tsx";
import { ChangeButton, Row, RowLine } from "../row.tsx";

const inputs = {
  username: { label: t`Username`, type: "text", autoCapitalize: "none" },
  email: { label: t`Email`, type: "email", autoCapitalize: "none" },
  phone: { label: t`Phone`, type: "tel" },
  firstName: { label: t`First Name`, type: "text" },
  lastName: { label: t`Last Name`, type: "text" },
  address: { label: t`Address`, type: "text" },
} as const;

type UserFieldProps<Fields extends FieldValues> = Omit<ComponentProps<typeof TextField<Fields>>, "name" | "label"> & {
  name: FieldPath<Fields> & keyof typeof inputs;
};

/** Stops the browser from filling in the administrator's own data. */
const UserField = <Fields extends FieldValues>({ name, ...field }: UserFieldProps<Fields>) => (
  <TextField {...field} {...inputs[name]} name={name} spellCheck={false} />
);

const newUserFields = newUser.pick({ email: true, firstName: true, lastName: true });

export const CreateUserDialog = (props: { onCreated: (issued: ResponseOf<typeof createUser>) => void }) => (
  <FormDialog
    title={t`Create New User`}
    description={t`A username is made from the email, and a temporary password is shown once.`}
    submitLabel={t`Create User`}
    pendingLabel={t`Creating...`}
    schema={newUserFields}
    defaultValues={{ email: "", firstName: "", lastName: "" }}
    mutationFn={(body) => call(createUser, { body })}
    errorTitle={t`Failed to create user`}
    invalidates={[keys.users]}
    onSuccess={props.onCreated}
  >
    {(form) => (
      <>
        <UserField form={form} name="email" required />
        <UserField form={form} name="firstName" required />
        <UserField form={form} name="lastName" required />
      </>
    )}
  </FormDialog>
);

const fieldNames = ["username", "email", "phone", "firstName", "lastName", "address"] as const;
const userFields = z.record(z.enum(fieldNames), z.string());
type UserFields = z.output<typeof userFields>;

export function EditUserDialog({ user }: { user: AdminUser }) {
  const client = useQueryClient();
  const isSelf = useUser().id === user.id;
  const before = fieldsOf(user);
  return (
    <FormDialog
      title={t`Edit User: ${{ email: user.email }}`}
      submitLabel={t`Update User`}
      pendingLabel={t`Updating...`}
      schema={userFields.transform((fields) => changesSince(before, fields)).pipe(userChanges)}
      defaultValues={before}
      editing={before}
      mutationFn={(body) => call(updateUser, { params: { userId: user.id }, body })}
      successTitle={t`User updated successfully`}
      errorTitle={t`Failed to update user`}
      invalidates={[keys.users, keys.access, keys.agents]}
      onSuccess={() => {
        if (isSelf) void refreshSession(client);
      }}
    >
      {(form) => (
        <>
          <UserField form={form} name="username" />
          <UserField form={form} name="email" required />
          <UserField form={form} name="phone" />
          <UserField form={form} name="firstName" required />
          <UserField form={form} name="lastName" required />
          <UserField form={form} name="address" />
        </>
      )}
    </FormDialog>
  );
}

const fieldsOf = (user: AdminUser): UserFields => ({
  username: user.username ?? "",
  email: user.email,
  phone: user.phone ?? "",
  firstName: user.firstName,
  lastName: user.lastName,
  address: user.address ?? "",
});

/** Only the changed fields, so that two administrators at once don't undo each other's work. */
const changesSince = (before: UserFields, fields: UserFields): z.input<typeof userChanges> =>
  Object.fromEntries(fieldNames.filter((name) => fields[name] !== before[name]).map((name) => [name, fields[name]]));

type UserRole = ResponseOf<typeof listUserRoles>["roles"][number];

export function UserRolesDialog({ user }: { user: AdminUser }) {
  const query = useQuery({
    queryKey: [...keys.users, user.id, "roles"],
    queryFn: () => call(listUserRoles, { params: { userId: user.id } }),
    // Another administrator may have changed them meanwhile.
    staleTime: 0,
  });
  return (
    <AdminDialog title={t`Manage Roles for ${{ email: user.email }}`}>
      <QueryContent query={query} what={t`The roles`}>
        {({ roles }) => <UserRoles userId={user.id} roles={roles} />}
      </QueryContent>
    </AdminDialog>
  );
}

/** The session too, because the administrator's own rights may change. */
const invalidates = [keys.users, keys.roles, sessionKey];

function UserRoles({ userId, roles }: { userId: string; roles: readonly UserRole[] }) {
  const held = roles.filter((role) => role.isHeld);
  const available = roles.filter((role) => !role.isHeld);
  return (
    <div className="flex flex-col gap-6">
      <section className="flex flex-col gap-3">
        <h3 className="text-lg">{t`Current Roles`}</h3>
        {held.length === 0 ? (
          <p className="text-ink-muted">{t`No roles`}</p>
        ) : (
          <ul className="flex flex-wrap gap-2">
            {held.map((role) => (
              <li key={role.id} className="min-w-0">
                <Badge tone="secondary" className="wrap-anywhere min-h-11 whitespace-normal py-0 pe-0 ps-4">
                  <span>{role.name}</span>
                  <ChangeButton
                    variant="ghost"
                    size="icon"
                    aria-label={t`Remove ${{ name: role.name }}`}
                    mutationFn={() => call(removeRole, { params: { userId, roleId: role.id } })}
                    successTitle={t`Role removed successfully`}
                    errorTitle={t`Failed to remove role`}
                    invalidates={invalidates}
                  >
                    <X aria-hidden="true" className="size-4" />
                  </ChangeButton>
                </Badge>
              </li>
            ))}
          </ul>
        )}
      </section>
      <section className="flex flex-col gap-3">
        <h3 className="text-lg">{t`Available Roles`}</h3>
        {available.length === 0 ? (
          <EmptyList>{t`All roles are assigned`}</EmptyList>
        ) : (
          <ul className="flex flex-col divide-y divide-line">
            {available.map((role) => (
              <Row
                key={role.id}
                className="py-3"
                name={role.name}
                note={role.canAssign ? undefined : t`It has rights that you don't hold, so you can't give it.`}
                actions={
                  <ChangeButton
                    variant="secondary"
                    disabled={!role.canAssign}
                    mutationFn={() => call(assignRole, { params: { userId }, body: { roleId: role.id } })}
                    successTitle={t`Role assigned successfully`}
                    errorTitle={t`Failed to assign role`}
                    invalidates={invalidates}
                  >
                    {t`Assign`}
                  </ChangeButton>
                }
              >
                <RowLine>{role.description ? <bdi>{role.description}</bdi> : t`No description provided`}</RowLine>
              </Row>
            ))}
          </ul>
        )}
      </section>
    </div>
  );
}
