import { useQueryClient } from "@tanstack/react-query";
import { z } from "zod";
import { type AdminUser, updateUser, userChanges } from "#shared/api/admin/users.ts";
import { refreshSession, useUser } from "@/domain/session/session.ts";
import { call } from "@/lib/api.ts";
import { FormDialog } from "../admin-dialog.tsx";
import { keys } from "../keys.ts";
import { useAdminForm } from "../use-admin-form.ts";
import { UserField } from "./user-field.tsx";

const fieldNames = ["username", "email", "phone", "firstName", "lastName", "address"] as const;
const userFields = z.record(z.enum(fieldNames), z.string());
type UserFields = z.output<typeof userFields>;

export function EditUserDialog({ user, onClose }: { user: AdminUser; onClose: () => void }) {
  const client = useQueryClient();
  const isSelf = useUser().id === user.id;
  const before = fieldsOf(user);
  const form = useAdminForm({
    schema: userFields.transform((fields) => changesSince(before, fields)).pipe(userChanges),
    defaultValues: before,
    editing: before,
    mutationFn: (body) => call(updateUser, { params: { userId: user.id }, body }),
    successTitle: "User updated successfully",
    errorTitle: "Failed to update user",
    invalidates: [keys.users, keys.access, keys.agents],
    onSuccess: () => {
      if (isSelf) void refreshSession(client);
      onClose();
    },
  });
  return (
    <FormDialog
      title={`Edit User: ${user.email}`}
      form={form}
      submitLabel="Update User"
      pendingLabel="Updating..."
      onClose={onClose}
    >
      <UserField form={form} name="username" />
      <UserField form={form} name="email" required />
      <UserField form={form} name="phone" />
      <UserField form={form} name="firstName" required />
      <UserField form={form} name="lastName" required />
      <UserField form={form} name="address" />
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
