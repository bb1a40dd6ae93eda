import { Field } from "@/components/ui/field.tsx";
import { Select, SelectContent, SelectItem, SelectTrigger } from "@/components/ui/select.tsx";
import { languages, voicesOf } from "../../../../shared/voices.ts";
import { changeOfLanguage } from "./pet-form.ts";
import type { StepProps } from "./pet-form-step.ts";
import { voiceLabel } from "./voice-label.ts";

/** The language, and the voice of those that speak it. */
export function VoiceFields({ form, onChange, disabled, errors }: StepProps) {
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <Field label="Language" error={errors.language}>
        <Select
          value={form.language}
          disabled={disabled}
          onValueChange={(language) => onChange(changeOfLanguage(language))}
        >
          <SelectTrigger />
          <SelectContent>
            {languages.map(({ code, displayName }) => (
              <SelectItem key={code} value={code}>
                {displayName}
              </SelectItem>
            ))}
          </SelectContent>
        </Select>
      </Field>
      <Field label="Voice" error={errors.voiceName}>
        <Select value={form.voiceName} disabled={disabled} onValueChange={(voiceName) => onChange({ voiceName })}>
          <SelectTrigger placeholder="Choose a voice" />
          <SelectContent>
            {voicesOf(form.language).map((option) => (
              <SelectItem key={option.name} value={option.name}>
                {voiceLabel(option)}
              </SelectItem>
            ))}
          </SelectContent>
        </Select>
      </Field>
    </div>
  );
}
