import { useState } from "react";
import { Field } from "@/components/ui/field.tsx";
import { Input } from "@/components/ui/input.tsx";
import { call } from "@/lib/api.ts";
import {
  type LimitedRole,
  putRoleLimits,
  type RoleLimits,
} from "../../../../../../shared/api/admin/settings/daily-limits.ts";
import { type UsageMeasure, usageMeasures } from "../../../../../../shared/api/usage.ts";
import { FormDialog } from "../../admin-dialog.tsx";
import { keys } from "../../keys.ts";
import { fieldErrorsOf, issuesOf, useDeed } from "../../use-deed.ts";

const labels: Record<UsageMeasure, { label: string; hint: string }> = {
  messages: { label: "Messages", hint: "Questions to pets." },
  tokens: { label: "Tokens", hint: "Of the language model, read and written; a short question is about 1,000." },
  characters: { label: "Characters", hint: "Spoken by the pet's voice; after that, replies come as text." },
  seconds: { label: "Seconds", hint: "Of recordings that the server recognises." },
};

type Texts = Record<UsageMeasure, string>;

export function DailyLimitsDialog({ role, onClose }: { role: LimitedRole; onClose: () => void }) {
  const [texts, setTexts] = useState<Texts>(() => textsOf(role.limits));
  const [issues, setIssues] = useState<Record<string, string>>({});
  const save = useDeed({
    run: (body: RoleLimits) => call(putRoleLimits, { params: { roleId: role.id }, body }),
    done: "Daily limits updated successfully",
    failed: "Failed to update daily limits",
    outdates: [keys.roleLimits, keys.auditLog],
    onDone: onClose,
  });
  const submit = () => {
    const checked = putRoleLimits.body.safeParse(limitsOf(texts));
    setIssues(checked.success ? {} : issuesOf(checked.error.issues));
    if (checked.success) save.mutate(checked.data);
  };
  const errors = { ...fieldErrorsOf(save.error), ...issues };
  return (
    <FormDialog
      title={`Daily Limits for Role: ${role.name}`}
      description="For each user, from midnight to midnight UTC. Leave a field empty for no limit."
      submitLabel={save.isPending ? "Saving..." : "Save Limits"}
      isBusy={save.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      {usageMeasures.map((measure) => (
        <Field key={measure} label={labels[measure].label} hint={labels[measure].hint} error={errors[measure]}>
          <Input
            inputMode="numeric"
            autoComplete="off"
            maxLength={20}
            placeholder="No limit"
            value={texts[measure]}
            onChange={(event) => setTexts({ ...texts, [measure]: event.target.value })}
          />
        </Field>
      ))}
    </FormDialog>
  );
}

const textsOf = (limits: RoleLimits): Texts => ({
  messages: textOf(limits.messages),
  tokens: textOf(limits.tokens),
  characters: textOf(limits.characters),
  seconds: textOf(limits.seconds),
});

const textOf = (limit: number | null): string => (limit === null ? "" : String(limit));

const limitsOf = (texts: Texts) => ({
  messages: limitOf(texts.messages),
  tokens: limitOf(texts.tokens),
  characters: limitOf(texts.characters),
  seconds: limitOf(texts.seconds),
});

/** Spaces between thousands are taken; what is no number becomes NaN, which the contract refuses with its sentence. */
function limitOf(text: string): number | null {
  const digits = text.replaceAll(/\s/g, "");
  return digits === "" ? null : Number(digits);
}
