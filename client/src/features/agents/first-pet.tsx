import { t } from "@lingui/core/macro";
import { Volume2 } from "lucide-react";
import { Button } from "@/components/ui/button.tsx";
import { Card } from "@/components/ui/card.tsx";
import { Field } from "@/components/ui/field.tsx";
import { Input } from "@/components/ui/input.tsx";
import { AvatarPicker } from "./avatar-picker.tsx";
import { SpeciesField } from "./identity-step.tsx";
import { type StepProps, tooLongFields, withChanges } from "./pet-form.ts";
import { useVoiceSample, VoiceFields } from "./voice-step.tsx";

type FirstPetProps = StepProps & { onNext: () => void };

export function FirstPet({ onNext, ...props }: FirstPetProps) {
  const { form, onChange, disabled, errors } = props;
  const isNameless = form.name.trim() === "" && form.avatarUrl === null;
  const canGoOn = !isNameless && Object.values(tooLongFields(form)).every((problem) => problem === undefined);
  return (
    <form
      className="flex flex-col gap-5"
      onSubmit={(event) => {
        event.preventDefault();
        if (canGoOn) onNext();
      }}
    >
      <h1 className="text-3xl sm:text-4xl">{t`What is your pet's name?`}</h1>
      <Field label={t`Pet Name`} hideLabel error={errors.name}>
        <Input
          value={form.name}
          disabled={disabled}
          autoComplete="off"
          autoFocus
          className="min-h-14 text-xl"
          onChange={(event) => onChange({ name: event.target.value })}
        />
      </Field>
      <Card>
        <AvatarPicker
          avatarUrl={form.avatarUrl}
          species={form.species}
          disabled={disabled}
          error={errors.avatarUrl}
          onChange={(avatarUrl) => onChange({ avatarUrl })}
        />
        <SpeciesField species={form.species} onChange={onChange} disabled={disabled} errors={errors} />
        <FirstVoice {...props} />
      </Card>
      <Button type="submit" size="lg" disabled={disabled || !canGoOn}>
        {t`Next`}
      </Button>
    </form>
  );
}

function FirstVoice({ form, onChange, disabled, errors }: StepProps) {
  const sample = useVoiceSample();
  return (
    <>
      <VoiceFields
        language={form.language}
        voiceName={form.voiceName}
        disabled={disabled}
        errors={errors}
        onChange={(changes) => {
          onChange(changes);
          const next = withChanges(form, changes);
          sample.stop();
          sample.play(next.voiceName, ownSample(next));
        }}
      />
      <Button
        variant="outline"
        className="self-start"
        busy={sample.state === "loading"}
        onClick={() => (sample.state === "playing" ? sample.stop() : sample.play(form.voiceName, ownSample(form)))}
      >
        {sample.state !== "loading" && <Volume2 aria-hidden="true" />}
        <span>{sample.state === "playing" ? t`Stop` : t`Hear this voice`}</span>
      </Button>
    </>
  );
}

/** The sample names the pet where it speaks the screen's language. */
function ownSample({ name, language }: StepProps["form"]): string | undefined {
  return name.trim() === "" || !language.startsWith("en-") ? undefined : `Hello! I am ${name.trim()}.`;
}
