import { plural, t } from "@lingui/core/macro";
import { memo, useState } from "react";
import { ageOn, COMMON_SPECIES } from "#shared/pet-profile.ts";
import { Field } from "@/components/ui/field.tsx";
import { Input } from "@/components/ui/input.tsx";
import { Select } from "@/components/ui/select.tsx";
import { AvatarPicker } from "./avatar-picker.tsx";
import type { StepProps } from "./pet-form.ts";
import { SetupStep } from "./setup-step.tsx";

export const IdentityStep = memo(function IdentityStep(props: StepProps) {
  const { form, onChange, disabled, errors } = props;
  return (
    <SetupStep number={1} title={t`Pet (Agent) Identity`} description={t`Who is talking? A name, a picture, or both.`}>
      <div className="flex flex-col gap-6 sm:flex-row sm:items-start">
        <AvatarPicker
          avatarUrl={form.avatarUrl}
          species={form.species}
          disabled={disabled}
          error={errors.avatarUrl}
          onChange={(avatarUrl) => onChange({ avatarUrl })}
        />
        <div className="grid flex-1 grid-cols-1 gap-4">
          <Field label={t`Pet Name`} error={errors.name}>
            <Input
              value={form.name}
              disabled={disabled}
              autoComplete="off"
              placeholder={t`What do you call your pet?`}
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

/** Values of the select that stand for no species. */
const UNKNOWN = "not said";
const OTHER = "other";

const kinds = [
  { value: UNKNOWN, label: t`Not said` },
  ...COMMON_SPECIES.map((common) => ({ value: common, label: common.charAt(0).toUpperCase() + common.slice(1) })),
  { value: OTHER, label: t`Other` },
];

type SpeciesFieldProps = Omit<StepProps, "form"> & Pick<StepProps["form"], "species">;

export const SpeciesField = memo(function SpeciesField({ species, onChange, disabled, errors }: SpeciesFieldProps) {
  const isCommon = COMMON_SPECIES.some((common) => common === species);
  // While a person types, the text may for a moment be a listed species: "dog" on the way to "dogfish".
  const [isTyping, setTyping] = useState(false);
  const isOther = isTyping || (species !== null && !isCommon);
  const choose = (value: string) => onChange({ species: value === UNKNOWN ? null : value === OTHER ? "" : value });
  return (
    <div className="flex flex-col gap-3">
      <Field label={t`Kind of animal`} error={isOther ? undefined : errors.species}>
        <Select
          value={isOther ? OTHER : (species ?? UNKNOWN)}
          disabled={disabled}
          onValueChange={choose}
          options={kinds}
        />
      </Field>
      {isOther && (
        <Field label={t`Which one?`} error={errors.species}>
          <Input
            value={species ?? ""}
            disabled={disabled}
            autoComplete="off"
            placeholder={t`A hedgehog, a ferret, ...`}
            onFocus={() => setTyping(true)}
            onBlur={() => setTyping(false)}
            onChange={(event) => onChange({ species: event.target.value })}
          />
        </Field>
      )}
    </div>
  );
});

function BirthdayField({ form, onChange, disabled, errors }: StepProps) {
  const today = localDate(new Date());
  const age = form.birthday === null ? null : ageOn(today, form.birthday);
  return (
    <Field label={t`Birthday`} error={errors.birthday} hint={age === null ? undefined : ageInWords(age)}>
      <Input
        type="date"
        value={form.birthday ?? ""}
        disabled={disabled}
        max={today}
        onChange={(event) => onChange({ birthday: event.target.value || null })}
      />
    </Field>
  );
}

/** In the person's time zone, such as '2026-05-04'. */
const localDate = (now: Date): string =>
  [now.getFullYear(), now.getMonth() + 1, now.getDate()].map((part) => String(part).padStart(2, "0")).join("-");

function ageInWords({ years, months }: NonNullable<ReturnType<typeof ageOn>>): string {
  return years > 0
    ? plural(years, { one: "# year old", other: "# years old" })
    : plural(months, { one: "# month old", other: "# months old" });
}
