import { useState } from "react";
import { Field } from "@/components/ui/field.tsx";
import { Input } from "@/components/ui/input.tsx";
import { Textarea } from "@/components/ui/textarea.tsx";
import { call } from "@/lib/api.ts";
import { createRole } from "../../../../../shared/api/admin/roles.ts";
import { FormDialog } from "../admin-dialog.tsx";
import { keys } from "../keys.ts";
import { fieldErrorsOf, issuesOf, useDeed } from "../use-deed.ts";

export function CreateRoleDialog({ onClose }: { onClose: () => void }) {
  const [fields, setFields] = useState({ name: "", description: "" });
  const [issues, setIssues] = useState<Record<string, string>>({});
  const create = useDeed({
    run: (body: typeof fields) => call(createRole, { body }),
    done: "Role created successfully",
    failed: "Failed to create role",
    outdates: [keys.roles, keys.users],
    onDone: onClose,
  });
  const errors = { ...fieldErrorsOf(create.error), ...issues };
  const submit = () => {
    const checked = createRole.body.safeParse(fields);
    setIssues(checked.success ? {} : issuesOf(checked.error.issues));
    if (checked.success) create.mutate(fields);
  };
  return (
    <FormDialog
      title="Create New Role"
      submitLabel={create.isPending ? "Creating..." : "Create Role"}
      isBusy={create.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <Field label="Role Name" required error={errors.name}>
        <Input
          autoComplete="off"
          value={fields.name}
          onChange={(event) => setFields({ ...fields, name: event.target.value })}
        />
      </Field>
      <Field label="Description" hint="Optional" error={errors.description}>
        <Textarea
          value={fields.description}
          onChange={(event) => setFields({ ...fields, description: event.target.value })}
        />
      </Field>
    </FormDialog>
  );
}
