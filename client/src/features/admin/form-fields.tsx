import type { ComponentProps } from "react";
import type { FieldPath, FieldValues, UseFormRegister } from "react-hook-form";
import { Field } from "@/components/ui/field.tsx";
import { Input } from "@/components/ui/input.tsx";
import { Textarea } from "@/components/ui/textarea.tsx";

/** The part of `useAdminForm`'s result that a field needs. */
export interface FormOf<Fields extends FieldValues> {
  register: UseFormRegister<Fields>;
  errorOf: (name: FieldPath<Fields>) => string | undefined;
}

interface FieldProps<Fields extends FieldValues> {
  form: FormOf<Fields>;
  name: FieldPath<Fields>;
  label: string;
  hint?: string;
  required?: boolean;
}

type Own = "form" | "name" | "required";

export function TextField<Fields extends FieldValues>({
  form,
  name,
  label,
  hint,
  required = false,
  ...input
}: FieldProps<Fields> & Omit<ComponentProps<typeof Input>, Own>) {
  return (
    <Field label={label} hint={hint} required={required} error={form.errorOf(name)}>
      <Input autoComplete="off" {...input} {...form.register(name)} />
    </Field>
  );
}

export function TextareaField<Fields extends FieldValues>({
  form,
  name,
  label,
  hint,
  required = false,
  ...textarea
}: FieldProps<Fields> & Omit<ComponentProps<typeof Textarea>, Own>) {
  return (
    <Field label={label} hint={hint} required={required} error={form.errorOf(name)}>
      <Textarea {...textarea} {...form.register(name)} />
    </Field>
  );
}
