import { Field } from "@/components/ui/field.tsx";
import { Textarea } from "@/components/ui/textarea.tsx";
import { limits } from "../../../../shared/limits.ts";
import type { StepProps } from "./pet-form-step.ts";
import { SetupStep } from "./setup-step.tsx";

export function InstructionsStep({ form, onChange, disabled, errors }: StepProps) {
  return (
    <SetupStep
      number={3}
      step="Instructions"
      title="Agent Instructions"
      description="How your pet should talk. What stands here works well as it is."
    >
      <Field label="System Prompt" error={errors.systemPrompt}>
        <Textarea
          rows={4}
          value={form.systemPrompt}
          disabled={disabled}
          maxLength={limits.systemPrompt}
          onChange={(event) => onChange({ systemPrompt: event.target.value })}
        />
      </Field>
    </SetupStep>
  );
}
