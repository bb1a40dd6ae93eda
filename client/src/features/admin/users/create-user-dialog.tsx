import { useState } from "react";
import { call } from "@/lib/api.ts";
import { createUser } from "../../../../../shared/api/admin/users.ts";
import { FormDialog } from "../admin-dialog.tsx";
import { keys } from "../keys.ts";
import { fieldErrorsOf, issuesOf, useDeed } from "../use-deed.ts";
import { announcePassword } from "./announce-password.ts";
import type { IssuedPassword } from "./password-dialog.tsx";
import { UserField } from "./user-fields.tsx";
import { nameOf } from "./user-row.tsx";

const names = ["email", "firstName", "lastName"] as const;

type CreateUserDialogProps = { onClose: () => void; onCreated: (issued: IssuedPassword) => void };

export function CreateUserDialog({ onClose, onCreated }: CreateUserDialogProps) {
  const [fields, setFields] = useState({ email: "", firstName: "", lastName: "" });
  const [issues, setIssues] = useState<Record<string, string>>({});
  const create = useDeed({
    run: (body: typeof fields) => call(createUser, { body }),
    failed: "Failed to create user",
    outdates: [keys.users],
    onDone: (result) => {
      const issued = { ...result, name: nameOf(result.user) };
      onCreated(issued);
      void announcePassword("User created successfully", issued);
    },
  });
  const errors = { ...fieldErrorsOf(create.error), ...issues };
  const submit = () => {
    const checked = createUser.body.safeParse(fields);
    setIssues(checked.success ? {} : issuesOf(checked.error.issues));
    if (checked.success) create.mutate(fields);
  };
  return (
    <FormDialog
      title="Create New User"
      description="A username is made from the email, and a temporary password is shown once."
      submitLabel={create.isPending ? "Creating..." : "Create User"}
      isBusy={create.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      {names.map((name) => (
        <UserField
          key={name}
          name={name}
          required
          value={fields[name]}
          error={errors[name]}
          onChange={(value) => setFields({ ...fields, [name]: value })}
        />
      ))}
    </FormDialog>
  );
}
