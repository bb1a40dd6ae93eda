import { zodResolver } from "@hookform/resolvers/zod";
import { t } from "@lingui/core/macro";
import { type ComponentProps, useId, useState } from "react";
import {
  type DefaultValues,
  type FieldPath,
  type FieldValues,
  type SubmitErrorHandler,
  type UseFormRegister,
  useForm,
} from "react-hook-form";
import type { z } from "zod";
import type { EditedFrom } from "#shared/api/common.ts";
import { Button } from "@/components/ui/button.tsx";
import { Field } from "@/components/ui/field.tsx";
import { Input } from "@/components/ui/input.tsx";
import { Textarea } from "@/components/ui/textarea.tsx";
import { changedMeanwhile, fieldErrorsOf } from "@/lib/api.ts";
import type { Elements } from "@/lib/elements.ts";
import { AdminDialog, type AdminDialogProps, useShowDialog } from "./admin-card.tsx";
import { type AdminMutation, useAdminMutation } from "./admin-queries.ts";

type Values = Record<string, string | number | boolean | null>;

interface AdminFormOptions<Fields extends FieldValues, Body extends object, Result>
  extends Omit<AdminMutation<Body, Result>, "mutationFn"> {
  /** `before`: what the sent fields began with, so that nobody's later save is undone silently. */
  mutationFn: (body: Body & { before?: EditedFrom }) => Promise<Result>;
  /** What the form began with, as the server has it. */
  editing?: Values;
  /** Turns the fields into the body of the call. */
  schema: z.ZodType<Body, Fields>;
  defaultValues: DefaultValues<Fields>;
  onInvalid?: SubmitErrorHandler<Fields>;
}

/** The contract checks the form before it is sent; fields that the server refuses show its message. */
export function useAdminForm<Fields extends FieldValues, Body extends object, Result>({
  schema,
  defaultValues,
  onInvalid,
  editing,
  mutationFn,
  ...mutation
}: AdminFormOptions<Fields, Body, Result>) {
  const form = useForm({ resolver: zodResolver(schema), defaultValues, reValidateMode: "onSubmit" });
  const [known, setKnown] = useState<Record<string, unknown> | undefined>(editing);
  const { mutate, isPending, error } = useAdminMutation<Body, Result>({
    ...mutation,
    mutationFn: async (body) => {
      try {
        return await mutationFn(known === undefined ? body : { ...body, before: beforeOf(body, known) });
      } catch (refusal) {
        // The other save is shown beside its field now: saved again, it is replaced.
        if (known !== undefined) setKnown({ ...known, ...changedMeanwhile(refusal) });
        throw refusal;
      }
    },
  });
  const refused = fieldErrorsOf(error);
  return {
    register: form.register,
    control: form.control,
    errorOf: (name: FieldPath<Fields>): string | undefined =>
      form.getFieldState(name, form.formState).error?.message ?? refused[name],
    isPending,
    submit: form.handleSubmit((body) => mutate(body), onInvalid),
  };
}

const beforeOf = (body: object, known: Record<string, unknown>): EditedFrom =>
  Object.fromEntries(Object.keys(body).flatMap((name) => (isPlain(known[name]) ? [[name, known[name]]] : [])));

const isPlain = (value: unknown): value is string | number | null =>
  value === null || typeof value === "string" || typeof value === "number";

type FormDialogProps<Fields extends FieldValues, Body extends object, Result> = AdminFormOptions<Fields, Body, Result> &
  Pick<AdminDialogProps, "title" | "description"> & {
    submitLabel: string;
    pendingLabel: string;
    children: (form: ReturnType<typeof useAdminForm<Fields, Body, Result>>) => Elements;
  };

export function FormDialog<Fields extends FieldValues, Body extends object, Result>({
  title,
  description,
  submitLabel,
  pendingLabel,
  children,
  onSuccess,
  ...options
}: FormDialogProps<Fields, Body, Result>) {
  const formId = useId();
  const showDialog = useShowDialog();
  const form = useAdminForm<Fields, Body, Result>({
    ...options,
    onSuccess: (result, body) => {
      showDialog(null);
      onSuccess?.(result, body);
    },
  });
  return (
    <AdminDialog
      title={title}
      description={description}
      isBusy={form.isPending}
      footer={
        <>
          <Button variant="outline" disabled={form.isPending} onClick={() => showDialog(null)}>
            {t`Cancel`}
          </Button>
          <Button type="submit" form={formId} busy={form.isPending}>
            {form.isPending ? pendingLabel : submitLabel}
          </Button>
        </>
      }
    >
      <form
        id={formId}
        noValidate
        className="flex flex-col gap-5"
        onSubmit={(event) => {
          event.preventDefault();
          event.stopPropagation();
          if (!form.isPending) void form.submit();
        }}
      >
        {children(form)}
      </form>
    </AdminDialog>
  );
}

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
