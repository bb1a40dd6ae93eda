import { createUser, newUser } from "#shared/api/admin/users.ts";
import { call } from "@/lib/api.ts";
import { FormDialog } from "../admin-dialog.tsx";
import { keys } from "../keys.ts";
import { useAdminForm } from "../use-admin-form.ts";
import { announcePassword, type IssuedPassword } from "./announce-password.ts";
import { UserField } from "./user-field.tsx";
import { nameOf } from "./user-row.tsx";

const schema = newUser.pick({ email: true, firstName: true, lastName: true });

type CreateUserDialogProps = { onClose: () => void; onCreated: (issued: IssuedPassword) => void };

export function CreateUserDialog({ onClose, onCreated }: CreateUserDialogProps) {
  const form = useAdminForm({
    schema,
    defaultValues: { email: "", firstName: "", lastName: "" },
    mutationFn: (body) => call(createUser, { body }),
    errorTitle: "Failed to create user",
    invalidates: [keys.users],
    onSuccess: (result) => {
      const issued = { ...result, name: nameOf(result.user) };
      onCreated(issued);
      void announcePassword("User created successfully", issued);
    },
  });
  return (
    <FormDialog
      title="Create New User"
      description="A username is made from the email, and a temporary password is shown once."
      form={form}
      submitLabel="Create User"
      pendingLabel="Creating..."
      onClose={onClose}
    >
      <UserField form={form} name="email" required />
      <UserField form={form} name="firstName" required />
      <UserField form={form} name="lastName" required />
    </FormDialog>
  );
}
