import { t } from "@lingui/core/macro";
import { type Control, useController } from "react-hook-form";
import { createPermission, newPermission } from "#shared/api/admin/permissions.ts";
import { permissionActions, permissionCategories } from "#shared/permissions.ts";
import type { BodyOf, InputOf } from "#shared/route.ts";
import { Field } from "@/components/ui/field.tsx";
import { Select } from "@/components/ui/select.tsx";
import { call } from "@/lib/api.ts";
import { keys } from "../admin-queries.ts";
import { FormDialog, type FormOf, TextareaField, TextField } from "../form-dialog.tsx";

/** The form requires an action, although the API does not (specification, section 5). */
const { action } = newPermission.shape;
const schema = newPermission.extend({ action: action.refine((chosen) => chosen !== "", t`Action is required`) });

export const CreatePermissionDialog = () => (
  <FormDialog
    title={t`Create New Permission`}
    submitLabel={t`Create Permission`}
    pendingLabel={t`Creating...`}
    schema={schema}
    defaultValues={{ name: "", description: "", category: "feature", resource: "", action: "" }}
    mutationFn={(body) => call(createPermission, { body })}
    successTitle={t`Permission created successfully`}
    errorTitle={t`Failed to create permission`}
    invalidates={[keys.permissions, keys.roles]}
  >
    {(form) => (
      <>
        <TextField form={form} name="name" label={t`Permission Name`} required placeholder="e.g. manage_content" />
        <TextareaField form={form} name="description" label={t`Description`} />
        <Choice form={form} name="category" label={t`Category`} options={permissionCategories} />
        <TextField form={form} name="resource" label={t`Resource`} required placeholder="e.g. users, agents, chats" />
        <Choice form={form} name="action" label={t`Action`} options={permissionActions} />
      </>
    )}
  </FormDialog>
);

type Fields = InputOf<typeof createPermission>["body"];

type ChoiceProps = {
  form: FormOf<Fields> & { control: Control<Fields, unknown, BodyOf<typeof createPermission>> };
  name: "category" | "action";
  label: string;
  options: readonly string[];
};

function Choice({ form, name, label, options }: ChoiceProps) {
  const { field } = useController({ control: form.control, name });
  return (
    <Field label={label} required error={form.errorOf(name)}>
      <Select
        ref={field.ref}
        value={field.value ?? ""}
        onValueChange={field.onChange}
        placeholder={t`Select ${{ label: label.toLowerCase() }}`}
        options={options.map((option) => ({ value: option, label: option }))}
      />
    </Field>
  );
}
