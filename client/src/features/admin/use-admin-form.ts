import { zodResolver } from "@hookform/resolvers/zod";
import { useState } from "react";
import {
  type DefaultValues,
  type FieldPath,
  type FieldValues,
  type SubmitErrorHandler,
  useForm,
} from "react-hook-form";
import type { z } from "zod";
import type { EditedFrom } from "#shared/api/common.ts";
import { changedMeanwhile, fieldErrorsOf } from "@/lib/api.ts";
import { type AdminMutation, useAdminMutation } from "./use-admin-mutation.ts";

type Values = Record<string, string | number | boolean | null>;

interface AdminFormOptions<Fields extends FieldValues, Body extends object, Result>
  extends Omit<AdminMutation<Body, Result>, "mutationFn"> {
  /** `before`: of the fields that are sent, what the form began with, so that nobody's later save is undone silently. */
  mutationFn: (body: Body & { before?: EditedFrom }) => Promise<Result>;
  /** The values that the form began with, as the server has them. */
  editing?: Values;
  /** Turns the fields into the body of the call: the contract's own schema, where the form has the same fields. */
  schema: z.ZodType<Body, Fields>;
  defaultValues: DefaultValues<Fields>;
  onInvalid?: SubmitErrorHandler<Fields>;
}

/** A form that the contract checks before it is sent. Fields that the server refuses show the server's message. */
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
        // It stands beside its field now: saved again, it is replaced.
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
