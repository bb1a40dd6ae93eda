import { t } from "@lingui/core/macro";
import { z } from "zod";
import {
  type LimitedRole,
  limitsOfRole,
  putRoleLimits,
  type RoleLimits,
} from "#shared/api/admin/settings/daily-limits.ts";
import { type UsageMeasure, usageMeasures } from "#shared/api/usage.ts";
import { keys } from "@/features/admin/admin-queries.ts";
import { FormDialog, TextField } from "@/features/admin/form-dialog.tsx";
import { call } from "@/lib/api.ts";

const labels: Record<UsageMeasure, { label: string; hint: string }> = {
  messages: { label: t`Messages`, hint: t`Questions to pets.` },
  tokens: { label: t`Tokens`, hint: t`Of the language model, read and written; a short question is about 1,000.` },
  characters: { label: t`Characters`, hint: t`Spoken by the pet's voice; after that, replies come as text.` },
  seconds: { label: t`Seconds`, hint: t`Of recordings that the server recognizes.` },
};

/** Accepts spaces between thousands. Other text becomes NaN, for which the contract has an error message. */
const limitText = z.string().transform((text) => {
  const digits = text.replaceAll(/\s/g, "");
  return digits === "" ? null : Number(digits);
});
const schema = z.record(z.enum(usageMeasures), limitText).pipe(limitsOfRole);

export const DailyLimitsDialog = ({ role }: { role: LimitedRole }) => (
  <FormDialog
    title={t`Daily Limits for Role: ${{ name: role.name }}`}
    description={t`For each user, from midnight to midnight in their time zone. Leave a field empty for no limit.`}
    submitLabel={t`Save Limits`}
    pendingLabel={t`Saving...`}
    schema={schema}
    defaultValues={textsOf(role.limits)}
    editing={role.limits}
    mutationFn={(body) => call(putRoleLimits, { params: { roleId: role.id }, body })}
    errorTitle={t`Failed to update daily limits`}
    invalidates={[keys.roleLimits, keys.auditLog]}
  >
    {(form) =>
      usageMeasures.map((measure) => (
        <TextField
          key={measure}
          form={form}
          name={measure}
          {...labels[measure]}
          inputMode="numeric"
          placeholder={t`No limit`}
        />
      ))
    }
  </FormDialog>
);

const textsOf = (limits: RoleLimits): Record<UsageMeasure, string> => ({
  messages: textOf(limits.messages),
  tokens: textOf(limits.tokens),
  characters: textOf(limits.characters),
  seconds: textOf(limits.seconds),
});

const textOf = (limit: number | null): string => (limit === null ? "" : String(limit));
