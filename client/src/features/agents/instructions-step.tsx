import { memo } from "react";
import { Button } from "@/components/ui/button.tsx";
import { Field } from "@/components/ui/field.tsx";
import { Textarea } from "@/components/ui/textarea.tsx";
import { mannerOf, manners, promptWith } from "./manner.ts";
import type { StepProps } from "./pet-form-step.ts";
import { SetupStep } from "./setup-step.tsx";

export const InstructionsStep = memo(function InstructionsStep({ form, onChange, disabled, errors }: StepProps) {
  return (
    <SetupStep
      number={3}
      title="Agent Instructions"
      description="How your pet should talk. What stands here works well as it is."
    >
      <MannerButtons
        prompt={form.systemPrompt}
        disabled={disabled}
        onChange={(systemPrompt) => onChange({ systemPrompt })}
      />
      <Field label="System Prompt" error={errors.systemPrompt}>
        <Textarea
          rows={4}
          value={form.systemPrompt}
          disabled={disabled}
          onChange={(event) => onChange({ systemPrompt: event.target.value })}
        />
      </Field>
    </SetupStep>
  );
});

type MannerButtonsProps = { prompt: string; disabled: boolean; onChange: (prompt: string) => void };

/** Each writes a sentence into the prompt; the one that is pressed takes it out again. */
function MannerButtons({ prompt, disabled, onChange }: MannerButtonsProps) {
  const chosen = mannerOf(prompt);
  return (
    <fieldset className="flex flex-wrap gap-2">
      <legend className="sr-only">A way to talk</legend>
      {manners.map((manner) => {
        const isChosen = manner === chosen;
        return (
          <Button
            key={manner.name}
            variant={isChosen ? "secondary" : "outline"}
            size="sm"
            aria-pressed={isChosen}
            disabled={disabled}
            onClick={() => onChange(promptWith(prompt, isChosen ? null : manner))}
          >
            {manner.name}
          </Button>
        );
      })}
    </fieldset>
  );
}
