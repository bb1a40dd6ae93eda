import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useMutation } from "@tanstack/react-query";
import { Play, Square } from "lucide-react";
import { memo, useEffect, useRef, useState } from "react";
import { testVoice } from "#shared/api/voice.ts";
import { findVoice, languages, SAMPLE_SENTENCE, type Voice, voicesOf } from "#shared/voices.ts";
import { clipState, playClip, resumeClip, stopClip, useClip, useUnlockedPlayer } from "@/components/audio/player.ts";
import { Button } from "@/components/ui/button.tsx";
import { Field } from "@/components/ui/field.tsx";
import { Select } from "@/components/ui/select.tsx";
import { call, limitMessage } from "@/lib/api.ts";
import { languageName } from "@/lib/screen-locale.ts";
import { toast } from "@/lib/toast.ts";
import { changeOfLanguage, type StepProps } from "./pet-form.ts";
import { SetupStep } from "./setup-step.tsx";

export const VoiceStep = memo(function VoiceStep({ form, ...props }: StepProps) {
  const { language, voiceName } = form;
  const voice = findVoice(voiceName);
  return (
    <SetupStep number={2} title={t`Voice & Language`} description={t`How your pet sounds when it talks back.`}>
      <VoiceFields {...props} language={language} voiceName={voiceName} />
      <div className="flex flex-wrap items-center gap-x-4 gap-y-3 rounded-card bg-surface-sunken p-3">
        <SampleButton voiceName={voiceName} />
        <p className="min-w-0 flex-1 basis-40 text-ink-muted">
          <Trans>
            Selected:{" "}
            <strong className="text-ink">
              {voice === undefined ? voiceName : `${voiceLabel(voice)}, ${languageName(voice.language)}`}
            </strong>
          </Trans>
        </p>
      </div>
    </SetupStep>
  );
});

function SampleButton({ voiceName }: { voiceName: string }) {
  const sample = useVoiceSample();
  if (sample.state === "playing") {
    return (
      <Button variant="secondary" size="icon" aria-label={t`Stop voice sample`} onClick={sample.stop}>
        <Square aria-hidden="true" />
      </Button>
    );
  }
  return (
    <Button
      variant="secondary"
      size="icon"
      aria-label={t`Test voice`}
      busy={sample.state === "loading"}
      onClick={() => sample.play(voiceName)}
    >
      <Play aria-hidden="true" />
    </Button>
  );
}

type VoiceFieldsProps = Omit<StepProps, "form"> & Pick<StepProps["form"], "language" | "voiceName">;

/** Memoized, because the lists are long. */
export const VoiceFields = memo(function VoiceFields(props: VoiceFieldsProps) {
  const { language, voiceName, onChange, disabled, errors } = props;
  return (
    <div className="grid grid-cols-1 gap-5 sm:grid-cols-2">
      <Field label={t`Language`} error={errors.language}>
        <Select
          value={language}
          disabled={disabled}
          onValueChange={(chosen) => onChange(changeOfLanguage(chosen))}
          options={languages.map(({ code }) => ({ value: code, label: languageName(code) }))}
        />
      </Field>
      <Field label={t`Voice`} error={errors.voiceName}>
        <Select
          value={voiceName}
          disabled={disabled}
          onValueChange={(chosen) => onChange({ voiceName: chosen })}
          placeholder={t`Choose a voice`}
          options={voicesOf(language).map((option) => ({ value: option.name, label: voiceLabel(option) }))}
        />
      </Field>
    </div>
  );
});

const GENDER_SYMBOL = { female: "♀", male: "♂" };

const voiceLabel = ({ displayName, gender, accent }: Voice): string =>
  `${displayName} ${GENDER_SYMBOL[gender]}${accent === undefined ? "" : ` (${ACCENTS.get(accent) ?? accent})`}`;

const ACCENTS = new Map([
  ["American", t`American`],
  ["British", t`British`],
  ["Australian", t`Australian`],
  ["Canadian", t`Canadian`],
  ["Castilian", t`Castilian`],
  ["Mexican", t`Mexican`],
  ["French", t`French`],
  ["Brazilian", t`Brazilian`],
  ["European", t`European`],
]);

interface SampleText {
  voice: Voice;
  text: string;
}

type Sample = {
  state: "idle" | "loading" | "playing";
  play: (voiceName: string, text?: string) => void;
  stop: () => void;
};

export function useVoiceSample(): Sample {
  useUnlockedPlayer();
  const [url, setUrl] = useState<string | null>(null);
  const clip = useClip(url);
  const shown = useRef<string | null>(null);
  const isShown = useRef(false);
  const stop = () => silence(shown.current);
  // Leaving the tab stops the sample, and drops one that is still being fetched.
  useEffect(() => {
    isShown.current = true;
    return () => {
      isShown.current = false;
      silence(shown.current);
    };
  }, []);

  const sample = useMutation({
    mutationFn: ({ voice, text }: SampleText) => call(testVoice, { body: { text, voiceName: voice.name } }),
    onSuccess: ({ audioUrl }, { voice }) => {
      if (!isShown.current) return;
      shown.current = audioUrl;
      setUrl(audioUrl);
      void hear(audioUrl, voice.displayName);
    },
    onError: (error) => failed(limitMessage(error) ?? t`Unable to generate voice sample`),
  });
  return {
    state: sample.isPending || clip === "loading" ? "loading" : clip === "playing" ? "playing" : "idle",
    play: (voiceName, text = SAMPLE_SENTENCE) => {
      if (clip === "paused") return resumeClip();
      stop();
      const voice = findVoice(voiceName);
      if (voice === undefined) return failed(t`Selected voice not found`);
      sample.mutate({ voice, text });
    },
    stop,
  };
}

async function hear(url: string, title: string): Promise<void> {
  const outcome = await playClip({ url, title });
  if (outcome === "ended" || outcome === "stopped") return;
  silence(url);
  toast({ title: t`Playback failed`, description: t`Could not play voice sample`, variant: "destructive" });
}

function silence(url: string | null): void {
  if (clipState(url) !== "idle") stopClip();
}

function failed(description: string): void {
  toast({ title: t`Voice test failed`, description, variant: "destructive" });
}
