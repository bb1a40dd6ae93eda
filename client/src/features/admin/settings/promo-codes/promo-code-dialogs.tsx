import { t } from "@lingui/core/macro";
import { z } from "zod";
import {
  createPromoCode,
  newPromoCode,
  type PromoCode,
  promoCodeChanges,
  updatePromoCode,
} from "#shared/api/admin/settings/promo-codes.ts";
import type { InputOf } from "#shared/route.ts";
import { keys } from "@/features/admin/admin-queries.ts";
import { FormDialog, type FormOf, TextField } from "@/features/admin/form-dialog.tsx";
import { call } from "@/lib/api.ts";
import { toast } from "@/lib/toast.ts";
import { dayOf, endOfDay } from "../calendar-day.ts";

/** `expiresAt` is the last day of the code. */
const terms = z.object({ description: z.string(), maxUses: z.string(), expiresAt: z.string() });
type Terms = z.output<typeof terms>;
type Changes = NonNullable<InputOf<typeof updatePromoCode>["body"]>;

const newCode = terms
  .extend({ code: z.string() })
  .transform(({ code, ...fields }): InputOf<typeof createPromoCode>["body"] => ({ code, ...bodyOf(fields) }))
  .pipe(newPromoCode);

const invalidates = [keys.promoCodes, keys.auditLog];

export const CreatePromoCodeDialog = () => (
  <FormDialog
    title={t`Create Promo Code`}
    submitLabel={t`Create Promo Code`}
    pendingLabel={t`Creating...`}
    schema={newCode}
    defaultValues={{ code: "", description: "", maxUses: "", expiresAt: "" }}
    mutationFn={(body) => call(createPromoCode, { body })}
    errorTitle={t`Failed to create promo code`}
    invalidates={invalidates}
    // The server makes up a code that was left empty.
    onSuccess={({ promoCode }) => toast({ title: t`Promo code created successfully`, description: promoCode.code })}
  >
    {(form) => (
      <>
        <TextField
          form={form}
          name="code"
          label={t`Code`}
          hint={t`Leave it empty for a random one.`}
          autoCapitalize="characters"
          spellCheck={false}
          className="font-mono"
        />
        <TermsFields form={form} />
      </>
    )}
  </FormDialog>
);

export function EditPromoCodeDialog({ code }: { code: PromoCode }) {
  const before = termsOf(code);
  return (
    <FormDialog
      title={t`Edit Promo Code: ${{ code: code.code }}`}
      submitLabel={t`Update Promo Code`}
      pendingLabel={t`Updating...`}
      schema={terms.transform((fields) => changesSince(before, fields)).pipe(promoCodeChanges)}
      defaultValues={before}
      editing={code}
      mutationFn={(body) => call(updatePromoCode, { params: { id: code.id }, body })}
      errorTitle={t`Failed to update promo code`}
      invalidates={invalidates}
    >
      {(form) => <TermsFields form={form} />}
    </FormDialog>
  );
}

const TermsFields = ({ form }: { form: FormOf<Terms> }) => (
  <>
    <TextField form={form} name="description" label={t`Description`} hint={t`Only administrators see it.`} />
    <TextField
      form={form}
      name="maxUses"
      label={t`Number of uses`}
      hint={t`Leave it empty for no limit.`}
      type="number"
      min={1}
      inputMode="numeric"
    />
    <TextField
      form={form}
      name="expiresAt"
      label={t`Last day`}
      hint={t`Leave it empty if the code is not to expire.`}
      type="date"
    />
  </>
);

const termsOf = ({ description, maxUses, expiresAt }: PromoCode): Terms => ({
  description: description ?? "",
  maxUses: maxUses === null ? "" : String(maxUses),
  expiresAt: expiresAt === null ? "" : dayOf(expiresAt),
});

const bodyOf = ({ description, maxUses, expiresAt }: Terms): Changes => ({
  description: description.trim() || null,
  maxUses: maxUses.trim() === "" ? null : Number(maxUses),
  expiresAt: expiresAt === "" ? null : endOfDay(expiresAt),
});

/** An expiry within a day, which only the API can set, stays unless another day is chosen. */
function changesSince(before: Terms, fields: Terms): Changes {
  const { description, maxUses, expiresAt } = bodyOf(fields);
  return {
    ...(fields.description === before.description ? {} : { description }),
    ...(fields.maxUses === before.maxUses ? {} : { maxUses }),
    ...(fields.expiresAt === before.expiresAt ? {} : { expiresAt }),
  };
}
