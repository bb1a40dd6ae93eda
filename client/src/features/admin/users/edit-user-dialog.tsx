import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { refreshSession, useUser } from "@/domain/session/session.ts";
import { call } from "@/lib/api.ts";
import { type AdminUser, type UserChanges, updateUser, userChanges } from "../../../../../shared/api/admin/users.ts";
import { FormDialog } from "../admin-dialog.tsx";
import { keys } from "../keys.ts";
import { fieldErrorsOf, issuesOf, useDeed } from "../use-deed.ts";
import { UserField, type UserFieldName } from "./user-fields.tsx";

const names = ["username", "email", "phone", "firstName", "lastName", "address"] as const;
const required: readonly UserFieldName[] = ["email", "firstName", "lastName"];

export function EditUserDialog({ user, onClose }: { user: AdminUser; onClose: () => void }) {
  const client = useQueryClient();
  const isSelf = useUser().id === user.id;
  const [fields, setFields] = useState(() => fieldsOf(user));
  const [issues, setIssues] = useState<Record<string, string>>({});
  const update = useDeed({
    run: (body: UserChanges) => call(updateUser, { params: { userId: user.id }, body }),
    done: "User updated successfully",
    failed: "Failed to update user",
    outdates: [keys.users, keys.access, keys.agents],
    onDone: () => {
      if (isSelf) void refreshSession(client);
      onClose();
    },
  });
  const errors = { ...fieldErrorsOf(update.error), ...issues };
  const submit = () => {
    const checked = userChanges.safeParse(changesOf(user, fields));
    setIssues(checked.success ? {} : issuesOf(checked.error.issues));
    if (checked.success) update.mutate(checked.data);
  };
  return (
    <FormDialog
      title={`Edit User: ${user.email}`}
      submitLabel={update.isPending ? "Updating..." : "Update User"}
      isBusy={update.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      {names.map((name) => (
        <UserField
          key={name}
          name={name}
          required={required.includes(name)}
          value={fields[name]}
          error={errors[name]}
          onChange={(value) => setFields({ ...fields, [name]: value })}
        />
      ))}
    </FormDialog>
  );
}

const fieldsOf = (user: AdminUser) => ({
  username: user.username ?? "",
  email: user.email,
  phone: user.phone ?? "",
  firstName: user.firstName,
  lastName: user.lastName,
  address: user.address ?? "",
});

/** Only what was changed, so that two administrators at once don't undo each other's work. */
function changesOf(user: AdminUser, fields: ReturnType<typeof fieldsOf>): Record<string, string> {
  const before = fieldsOf(user);
  return Object.fromEntries(names.filter((name) => fields[name] !== before[name]).map((name) => [name, fields[name]]));
}
