import { ImageUp } from "lucide-react";
import { useId, useRef } from "react";
import { PetAvatar } from "@/components/art/pet-avatar.tsx";
import { Button } from "@/components/ui/button.tsx";
import { Field } from "@/components/ui/field.tsx";
import { Input } from "@/components/ui/input.tsx";
import { limits } from "../../../../shared/limits.ts";
import type { StepProps } from "./pet-form-step.ts";
import { BirthdayField, SpeciesField } from "./profile-fields.tsx";
import { SetupStep } from "./setup-step.tsx";
import { useAvatarUpload } from "./use-avatar-upload.ts";

export function IdentityStep(props: StepProps) {
  const { form, onChange, disabled, errors } = props;
  return (
    <SetupStep
      number={1}
      step="Identity"
      title="Pet (Agent) Identity"
      description="Who is talking? A name, a picture, or both."
    >
      <div className="flex flex-col gap-6 sm:flex-row sm:items-start">
        <AvatarPicker
          avatarUrl={form.avatarUrl}
          disabled={disabled}
          error={errors.avatarUrl}
          onChange={(avatarUrl) => onChange({ avatarUrl })}
        />
        <div className="grid flex-1 gap-4 sm:grid-cols-2">
          <Field label="Pet Name" error={errors.name} className="sm:col-span-2">
            <Input
              value={form.name}
              disabled={disabled}
              maxLength={limits.agentName}
              autoComplete="off"
              placeholder="What do you call your pet?"
              onChange={(event) => onChange({ name: event.target.value })}
            />
          </Field>
          <SpeciesField {...props} />
          <BirthdayField {...props} />
        </div>
      </div>
    </SetupStep>
  );
}

type AvatarPickerProps = {
  avatarUrl: string | null;
  disabled: boolean;
  error: string | undefined;
  onChange: (avatarUrl: string | null) => void;
};

function AvatarPicker({ avatarUrl, disabled, error, onChange }: AvatarPickerProps) {
  const picker = useRef<HTMLInputElement>(null);
  const hintId = useId();
  const upload = useAvatarUpload(onChange);
  return (
    <div className="flex items-center gap-6">
      <PetAvatar src={avatarUrl} size="xl" />
      <div className="flex min-w-0 flex-col items-start gap-2">
        <Button
          variant="outline"
          busy={upload.isPending}
          disabled={disabled}
          aria-describedby={hintId}
          onClick={() => picker.current?.click()}
        >
          {!upload.isPending && <ImageUp aria-hidden="true" />}
          Upload Image
        </Button>
        <input
          ref={picker}
          type="file"
          accept="image/jpeg,image/png,image/webp"
          aria-label="Picture of your pet"
          tabIndex={-1}
          className="sr-only"
          disabled={disabled}
          onChange={(event) => {
            const [file] = event.target.files ?? [];
            // Without this, choosing the same picture again after a failure fires no event.
            event.target.value = "";
            if (file !== undefined) upload.choose(file);
          }}
        />
        <p id={hintId} className="max-w-52 text-ink-muted text-sm">
          JPG, PNG, or WEBP - automatically optimized
        </p>
        {avatarUrl !== null && !disabled && (
          <Button variant="ghost" size="sm" className="-ml-3" onClick={() => onChange(null)}>
            Remove picture
          </Button>
        )}
        {error && (
          <p role="alert" className="font-semibold text-danger text-sm">
            {error}
          </p>
        )}
      </div>
    </div>
  );
}
