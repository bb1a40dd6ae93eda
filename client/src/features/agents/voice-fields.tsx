import { memo } from "react";
import { languages, voicesOf } from "#shared/voices.ts";
import { Field } from "@/components/ui/field.tsx";
import { Select } from "@/components/ui/select.tsx";
import { changeOfLanguage } from "./pet-form.ts";
import type { StepProps } from "./pet-form-step.ts";
import { voiceLabel } from "./voice-label.ts";

type VoiceFieldsProps = Omit<StepProps, "form"> & Pick<StepProps["form"], "language" | "voiceName">;

/** The language, and the voice of those that speak it. The lists are long, so no other field draws them again. */
export const VoiceFields = memo(function VoiceFields(props: VoiceFieldsProps) {
  const { language, voiceName, onChange, disabled, errors } = props;
  return (
    <div className="grid grid-cols-1 gap-5 sm:grid-cols-2">
      <Field label="Language" error={errors.language}>
        <Select
          value={language}
          disabled={disabled}
          onValueChange={(chosen) => onChange(changeOfLanguage(chosen))}
          options={languages.map(({ code, displayName }) => ({ value: code, label: displayName }))}
        />
      </Field>
      <Field label="Voice" error={errors.voiceName}>
        <Select
          value={voiceName}
          disabled={disabled}
          onValueChange={(chosen) => onChange({ voiceName: chosen })}
          placeholder="Choose a voice"
          options={voicesOf(language).map((option) => ({ value: option.name, label: voiceLabel(option) }))}
        />
      </Field>
    </div>
  );
});
