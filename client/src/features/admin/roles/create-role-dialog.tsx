import { createRole, newRole } from "#shared/api/admin/roles.ts";
import { call } from "@/lib/api.ts";
import { FormDialog } from "../admin-dialog.tsx";
import { TextareaField, TextField } from "../form-fields.tsx";
import { keys } from "../keys.ts";
import { useAdminForm } from "../use-admin-form.ts";

export function CreateRoleDialog({ onClose }: { onClose: () => void }) {
  const form = useAdminForm({
    schema: newRole,
    defaultValues: { name: "", description: "" },
    mutationFn: (body) => call(createRole, { body }),
    successTitle: "Role created successfully",
    errorTitle: "Failed to create role",
    invalidates: [keys.roles, keys.users],
    onSuccess: onClose,
  });
  return (
    <FormDialog
      title="Create New Role"
      form={form}
      submitLabel="Create Role"
      pendingLabel="Creating..."
      onClose={onClose}
    >
      <TextField form={form} name="name" label="Role Name" required />
      <TextareaField form={form} name="description" label="Description" hint="Optional" />
    </FormDialog>
  );
}
