import { Play, Square } from "lucide-react";
import { Button } from "@/components/ui/button.tsx";
import { Field } from "@/components/ui/field.tsx";
import { Select, SelectContent, SelectItem, SelectTrigger } from "@/components/ui/select.tsx";
import { findVoice, languages, type Voice, voicesOf } from "../../../../shared/voices.ts";
import { changeOfLanguage } from "./pet-form.ts";
import type { StepProps } from "./pet-form-step.ts";
import { SetupStep } from "./setup-step.tsx";
import { useVoiceSample } from "./use-voice-sample.ts";

const GENDER_SYMBOL = { female: "♀", male: "♂" };

export function VoiceStep({ form, onChange, disabled, errors }: StepProps) {
  const voice = findVoice(form.voiceName);
  return (
    <SetupStep number={2} step="Voice" title="Voice & Language" description="How your pet sounds when it talks back.">
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
      <div className="flex flex-wrap items-center gap-x-4 gap-y-3 rounded-card bg-surface-sunken p-3">
        <SampleButton voiceName={form.voiceName} />
        <p className="min-w-0 flex-1 basis-40 text-ink-muted">
          Selected:{" "}
          <strong className="text-ink">
            {voice === undefined ? form.voiceName : `${voiceLabel(voice)}, ${voice.languageDisplayName}`}
          </strong>
        </p>
      </div>
    </SetupStep>
  );
}

function SampleButton({ voiceName }: { voiceName: string }) {
  const sample = useVoiceSample();
  if (sample.state === "playing") {
    return (
      <Button variant="secondary" size="icon" aria-label="Stop voice sample" onClick={sample.stop}>
        <Square aria-hidden="true" />
      </Button>
    );
  }
  return (
    <Button
      variant="secondary"
      size="icon"
      aria-label="Test voice"
      busy={sample.state === "loading"}
      onClick={() => sample.play(voiceName)}
    >
      <Play aria-hidden="true" />
    </Button>
  );
}

function voiceLabel({ displayName, gender, accent }: Voice): string {
  return `${displayName} ${GENDER_SYMBOL[gender]}${accent === undefined ? "" : ` (${accent})`}`;
}
