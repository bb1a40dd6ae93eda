import { zodResolver } from "@hookform/resolvers/zod";
import {
  type DefaultValues,
  type FieldPath,
  type FieldValues,
  type SubmitErrorHandler,
  useForm,
} from "react-hook-form";
import type { z } from "zod";
import { fieldErrorsOf } from "@/lib/api.ts";
import { type AdminMutation, useAdminMutation } from "./use-admin-mutation.ts";

interface AdminFormOptions<Fields extends FieldValues, Body, Result> extends AdminMutation<Body, Result> {
  /** Turns the fields into the body of the call: the contract's own schema, where the form has the same fields. */
  schema: z.ZodType<Body, Fields>;
  defaultValues: DefaultValues<Fields>;
  onInvalid?: SubmitErrorHandler<Fields>;
}

/** A form that the contract checks before it is sent. Fields that the server refuses show the server's message. */
export function useAdminForm<Fields extends FieldValues, Body, Result>({
  schema,
  defaultValues,
  onInvalid,
  ...mutation
}: AdminFormOptions<Fields, Body, Result>) {
  const form = useForm({ resolver: zodResolver(schema), defaultValues, reValidateMode: "onSubmit" });
  const { mutate, isPending, error } = useAdminMutation(mutation);
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
