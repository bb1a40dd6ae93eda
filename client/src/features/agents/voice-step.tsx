import { Play, Square } from "lucide-react";
import { memo } from "react";
import { findVoice } from "#shared/voices.ts";
import { Button } from "@/components/ui/button.tsx";
import type { StepProps } from "./pet-form-step.ts";
import { SetupStep } from "./setup-step.tsx";
import { useVoiceSample } from "./use-voice-sample.ts";
import { VoiceFields } from "./voice-fields.tsx";
import { voiceLabel } from "./voice-label.ts";

export const VoiceStep = memo(function VoiceStep({ form, ...props }: StepProps) {
  const { language, voiceName } = form;
  const voice = findVoice(voiceName);
  return (
    <SetupStep number={2} title="Voice & Language" description="How your pet sounds when it talks back.">
      <VoiceFields {...props} language={language} voiceName={voiceName} />
      <div className="flex flex-wrap items-center gap-x-4 gap-y-3 rounded-card bg-surface-sunken p-3">
        <SampleButton voiceName={voiceName} />
        <p className="min-w-0 flex-1 basis-40 text-ink-muted">
          <span>{"Selected: "}</span>
          <strong className="text-ink">
            {voice === undefined ? voiceName : `${voiceLabel(voice)}, ${voice.languageDisplayName}`}
          </strong>
        </p>
      </div>
    </SetupStep>
  );
});

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
