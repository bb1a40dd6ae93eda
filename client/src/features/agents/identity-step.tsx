import { memo } from "react";
import { Field } from "@/components/ui/field.tsx";
import { Input } from "@/components/ui/input.tsx";
import { AvatarPicker } from "./avatar-picker.tsx";
import type { StepProps } from "./pet-form-step.ts";
import { BirthdayField, SpeciesField } from "./profile-fields.tsx";
import { SetupStep } from "./setup-step.tsx";

export const IdentityStep = memo(function IdentityStep(props: StepProps) {
  const { form, onChange, disabled, errors } = props;
  return (
    <SetupStep number={1} title="Pet (Agent) Identity" description="Who is talking? A name, a picture, or both.">
      <div className="flex flex-col gap-6 sm:flex-row sm:items-start">
        <AvatarPicker
          avatarUrl={form.avatarUrl}
          species={form.species}
          disabled={disabled}
          error={errors.avatarUrl}
          onChange={(avatarUrl) => onChange({ avatarUrl })}
        />
        <div className="grid flex-1 grid-cols-1 gap-4 sm:grid-cols-[minmax(0,1fr)_auto]">
          <Field label="Pet Name" error={errors.name} className="sm:col-span-2">
            <Input
              value={form.name}
              disabled={disabled}
              autoComplete="off"
              placeholder="What do you call your pet?"
              onChange={(event) => onChange({ name: event.target.value })}
            />
          </Field>
          <SpeciesField species={form.species} onChange={onChange} disabled={disabled} errors={errors} />
          <BirthdayField {...props} />
        </div>
      </div>
    </SetupStep>
  );
});
