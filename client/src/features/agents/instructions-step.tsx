import { t } from "@lingui/core/macro";
import { memo } from "react";
import { Button } from "@/components/ui/button.tsx";
import { Field } from "@/components/ui/field.tsx";
import { Textarea } from "@/components/ui/textarea.tsx";
import type { StepProps } from "./pet-form.ts";
import { SetupStep } from "./setup-step.tsx";

export const InstructionsStep = memo(function InstructionsStep({ form, onChange, disabled, errors }: StepProps) {
  return (
    <SetupStep
      number={3}
      title={t`Agent Instructions`}
      description={t`How your pet should talk. What stands here works well as it is.`}
    >
      <MannerButtons
        prompt={form.systemPrompt}
        disabled={disabled}
        onChange={(systemPrompt) => onChange({ systemPrompt })}
      />
      <Field label={t`System Prompt`} error={errors.systemPrompt}>
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

function MannerButtons({ prompt, disabled, onChange }: MannerButtonsProps) {
  const chosen = mannerOf(prompt);
  return (
    <fieldset className="flex flex-wrap gap-2">
      <legend className="sr-only">{t`A way to talk`}</legend>
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

/** Each is a paragraph of its own at the end of the system prompt. */
const manners = [
  {
    name: t`Playful`,
    line: "Be playful when you talk: tease a little, make up games, and find the fun in everything.",
  },
  {
    name: t`Gentle`,
    line: "Be gentle when you talk: soft, patient and comforting, with small words and a lot of kindness.",
  },
  { name: t`Wise`, line: "Be wise when you talk: calm and thoughtful, like an old friend who has seen many summers." },
  { name: t`Cheeky`, line: "Be cheeky when you talk: bold, quick with a joke and a bit naughty, but never unkind." },
] as const;

type Manner = (typeof manners)[number];

/** Null where none was chosen, or the owner has reworded it. */
const mannerOf = (prompt: string): Manner | null => manners.find(({ line }) => prompt.includes(line)) ?? null;

/** Replaces the previous manner; whatever else the owner wrote stays. */
function promptWith(prompt: string, manner: Manner | null): string {
  const plain = manners.reduce((text, { line }) => text.replace(`\n\n${line}`, "").replace(line, ""), prompt).trimEnd();
  return manner === null ? plain : `${plain}\n\n${manner.line}`.trimStart();
}
