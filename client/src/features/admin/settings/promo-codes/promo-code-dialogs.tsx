import { useState } from "react";
import { Field } from "@/components/ui/field.tsx";
import { Input } from "@/components/ui/input.tsx";
import { call } from "@/lib/api.ts";
import { toast } from "@/lib/toast.ts";
import {
  createPromoCode,
  type PromoCode,
  updatePromoCode,
} from "../../../../../../shared/api/admin/settings/promo-codes.ts";
import type { InputOf } from "../../../../../../shared/route.ts";
import { FormDialog } from "../../admin-dialog.tsx";
import { keys } from "../../keys.ts";
import { fieldErrorsOf, issuesOf, useDeed } from "../../use-deed.ts";
import { dayOf, endOfDay } from "../calendar-day.ts";

interface Terms {
  description: string;
  maxUses: string;
  lastDay: string;
}

export function CreatePromoCodeDialog({ onClose }: { onClose: () => void }) {
  const [code, setCode] = useState("");
  const [terms, setTerms] = useState<Terms>({ description: "", maxUses: "", lastDay: "" });
  const [issues, setIssues] = useState<Record<string, string>>({});
  const create = useDeed({
    run: (body: InputOf<typeof createPromoCode>["body"]) => call(createPromoCode, { body }),
    failed: "Failed to create promo code",
    outdates: [keys.promoCodes, keys.auditLog],
    onDone: ({ promoCode }) => {
      toast({ title: "Promo code created successfully", description: promoCode.code });
      onClose();
    },
  });
  const submit = () => {
    const body = { code, ...bodyOf(terms) };
    const checked = createPromoCode.body.safeParse(body);
    setIssues(checked.success ? {} : issuesOf(checked.error.issues));
    if (checked.success) create.mutate(body);
  };
  const errors = { ...fieldErrorsOf(create.error), ...issues };
  return (
    <FormDialog
      title="Create Promo Code"
      submitLabel={create.isPending ? "Creating..." : "Create Promo Code"}
      isBusy={create.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <Field label="Code" hint="Leave it empty for a random one." error={errors.code}>
        <Input
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          className="font-mono"
          value={code}
          onChange={(event) => setCode(event.target.value)}
        />
      </Field>
      <TermsFields terms={terms} errors={errors} onChange={setTerms} />
    </FormDialog>
  );
}

export function EditPromoCodeDialog({ code, onClose }: { code: PromoCode; onClose: () => void }) {
  const [terms, setTerms] = useState<Terms>(() => termsOf(code));
  const [issues, setIssues] = useState<Record<string, string>>({});
  const update = useDeed({
    run: (body: InputOf<typeof updatePromoCode>["body"]) => call(updatePromoCode, { params: { id: code.id }, body }),
    done: "Promo code updated successfully",
    failed: "Failed to update promo code",
    outdates: [keys.promoCodes, keys.auditLog],
    onDone: onClose,
  });
  const submit = () => {
    const { expiresAt, ...body } = bodyOf(terms);
    // A moment within a day was set by other means; it stays unless another day is chosen.
    const changes = terms.lastDay === termsOf(code).lastDay ? body : { ...body, expiresAt };
    const checked = updatePromoCode.body.safeParse(changes);
    setIssues(checked.success ? {} : issuesOf(checked.error.issues));
    if (checked.success) update.mutate(changes);
  };
  return (
    <FormDialog
      title={`Edit Promo Code: ${code.code}`}
      submitLabel={update.isPending ? "Updating..." : "Update Promo Code"}
      isBusy={update.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <TermsFields terms={terms} errors={{ ...fieldErrorsOf(update.error), ...issues }} onChange={setTerms} />
    </FormDialog>
  );
}

type TermsFieldsProps = { terms: Terms; errors: Record<string, string>; onChange: (terms: Terms) => void };

const TermsFields = ({ terms, errors, onChange }: TermsFieldsProps) => (
  <>
    <Field label="Description" hint="Only administrators see it." error={errors.description}>
      <Input
        autoComplete="off"
        value={terms.description}
        onChange={(event) => onChange({ ...terms, description: event.target.value })}
      />
    </Field>
    <Field label="Number of uses" hint="Leave it empty for no limit." error={errors.maxUses}>
      <Input
        type="number"
        min={1}
        inputMode="numeric"
        value={terms.maxUses}
        onChange={(event) => onChange({ ...terms, maxUses: event.target.value })}
      />
    </Field>
    <Field label="Last day" hint="Leave it empty if the code is not to expire." error={errors.expiresAt}>
      <Input
        type="date"
        value={terms.lastDay}
        onChange={(event) => onChange({ ...terms, lastDay: event.target.value })}
      />
    </Field>
  </>
);

const termsOf = ({ description, maxUses, expiresAt }: PromoCode): Terms => ({
  description: description ?? "",
  maxUses: maxUses === null ? "" : String(maxUses),
  lastDay: expiresAt === null ? "" : dayOf(expiresAt),
});

const bodyOf = ({ description, maxUses, lastDay }: Terms) => ({
  description: description.trim() || null,
  maxUses: maxUses.trim() === "" ? null : Number(maxUses),
  expiresAt: lastDay === "" ? null : endOfDay(lastDay),
});
