import { useState } from "react";
import { Field } from "@/components/ui/field.tsx";
import { Input } from "@/components/ui/input.tsx";
import { Select, SelectContent, SelectItem, SelectTrigger } from "@/components/ui/select.tsx";
import { Textarea } from "@/components/ui/textarea.tsx";
import { call } from "@/lib/api.ts";
import { createPermission } from "../../../../../shared/api/admin/permissions.ts";
import { permissionActions, permissionCategories } from "../../../../../shared/permissions.ts";
import type { InputOf } from "../../../../../shared/route.ts";
import { FormDialog } from "../admin-dialog.tsx";
import { keys } from "../keys.ts";
import { fieldErrorsOf, issuesOf, useDeed } from "../use-deed.ts";

const empty = { name: "", description: "", category: "feature", resource: "", action: "" };

export function CreatePermissionDialog({ onClose }: { onClose: () => void }) {
  const [fields, setFields] = useState(empty);
  const [issues, setIssues] = useState<Record<string, string>>({});
  const create = useDeed({
    run: (body: InputOf<typeof createPermission>["body"]) => call(createPermission, { body }),
    done: "Permission created successfully",
    failed: "Failed to create permission",
    outdates: [keys.permissions, keys.roles],
    onDone: onClose,
  });
  const errors = { ...fieldErrorsOf(create.error), ...issues };
  const change = (name: keyof typeof empty) => (value: string) => setFields({ ...fields, [name]: value });
  const submit = () => {
    const checked = createPermission.body.safeParse(fields);
    const found = checked.success ? {} : issuesOf(checked.error.issues);
    // The API takes a permission without an action; this form asks for one (specification, section 5).
    setIssues(fields.action === "" ? { ...found, action: "Action is required" } : found);
    if (checked.success && fields.action !== "") create.mutate(checked.data);
  };
  return (
    <FormDialog
      title="Create New Permission"
      submitLabel={create.isPending ? "Creating..." : "Create Permission"}
      isBusy={create.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <Field label="Permission Name" required error={errors.name}>
        <Input
          autoComplete="off"
          placeholder="e.g. manage_content"
          value={fields.name}
          onChange={(event) => change("name")(event.target.value)}
        />
      </Field>
      <Field label="Description" error={errors.description}>
        <Textarea value={fields.description} onChange={(event) => change("description")(event.target.value)} />
      </Field>
      <Choice
        label="Category"
        options={permissionCategories}
        value={fields.category}
        error={errors.category}
        onChange={change("category")}
      />
      <Field label="Resource" required error={errors.resource}>
        <Input
          autoComplete="off"
          placeholder="e.g. users, agents, chats"
          value={fields.resource}
          onChange={(event) => change("resource")(event.target.value)}
        />
      </Field>
      <Choice
        label="Action"
        options={permissionActions}
        value={fields.action}
        error={errors.action}
        onChange={change("action")}
      />
    </FormDialog>
  );
}

type ChoiceProps = {
  label: string;
  options: readonly string[];
  value: string;
  error: string | undefined;
  onChange: (value: string) => void;
};

function Choice({ label, options, value, error, onChange }: ChoiceProps) {
  return (
    <Field label={label} required error={error}>
      <Select value={value} onValueChange={onChange}>
        <SelectTrigger placeholder={`Select ${label.toLowerCase()}`} />
        <SelectContent>
          {options.map((option) => (
            <SelectItem key={option} value={option}>
              {option}
            </SelectItem>
          ))}
        </SelectContent>
      </Select>
    </Field>
  );
}
