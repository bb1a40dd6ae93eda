import { t } from "@lingui/core/macro";
import { useMutation } from "@tanstack/react-query";
import { Volume2 } from "lucide-react";
import { useState } from "react";
import type { output } from "zod";
import {
  type EngineDraft,
  type listServerVoices,
  type ShownEngineSettings,
  testEngineDraft,
} from "#shared/api/admin/settings/engine-settings.ts";
import { mappedVoice, readVoiceMap, withServerVoice } from "#shared/voice-map.ts";
import { DEFAULT_LANGUAGE, languages, type Voice, voicesOf } from "#shared/voices.ts";
import { Button } from "@/components/ui/button.tsx";
import { Field } from "@/components/ui/field.tsx";
import { Input } from "@/components/ui/input.tsx";
import { Select } from "@/components/ui/select.tsx";
import { call } from "@/lib/api.ts";
import type { EngineForm } from "./engine-form.tsx";
import { EngineResult, hearTest, reportUntested } from "./test-drafts.tsx";

interface ServerVoicesProps {
  form: EngineForm;
  shown: ShownEngineSettings;
  /** Undefined before the server was asked. */
  list: output<typeof listServerVoices.response> | undefined;
  isListing: boolean;
  onList: () => void;
}

/** Which of the server's voices speaks for each voice that owners choose. */
export function ServerVoices({ form, shown, list, isListing, onList }: ServerVoicesProps) {
  const [language, setLanguage] = useState(DEFAULT_LANGUAGE);
  const voices = list?.voices ?? [];
  const hear = useMutation({
    mutationFn: ({ voice, draft }: { voice: Voice; draft: EngineDraft }) =>
      call(testEngineDraft, { params: { engine: "speech" }, body: { ...draft, voiceName: voice.name } }),
    onSuccess: hearTest,
    onError: (error) => {
      form.refused(error);
      reportUntested("voice", error, t`What you chose is still here.`);
    },
  });
  const test = (voice: Voice) => {
    const draft = form.draft();
    if (draft !== null) hear.mutate({ voice, draft });
  };
  return (
    <div className="flex flex-col gap-5 pt-2 pb-1">
      <p className="text-ink-muted text-sm">
        {t`Owners choose among the same voices whatever speaks. Each is spoken by the server's voice that fits its language and gender, or by the one that you choose here.`}
      </p>
      <div className="flex flex-col items-start gap-2">
        <Button variant="outline" size="sm" busy={isListing} onClick={onList}>
          {isListing ? t`Listing...` : t`List its voices`}
        </Button>
        <p role="status" className="text-ink-muted text-sm">
          {list !== undefined && !isListing && (list.problem ?? countOf(voices.length))}
        </p>
      </div>
      <Field label={t`Language`}>
        <Select
          value={language}
          onValueChange={setLanguage}
          options={languages.map(({ code, displayName }) => ({ value: code, label: displayName }))}
        />
      </Field>
      <ul className="flex flex-col gap-4">
        {voicesOf(language).map((voice) => (
          <li key={voice.name} className="flex flex-col gap-1.5">
            <VoiceRow
              {...{ form, voice, voices }}
              isFixed={shown.fixed.includes("voiceMap")}
              fitting={list?.chosen.find(({ name }) => name === voice.name)?.voice}
              isTesting={hear.isPending && hear.variables.voice === voice}
              isWaiting={hear.isPending && hear.variables.voice !== voice}
              onTest={() => test(voice)}
            />
            <div role="status">
              {hear.data !== undefined && !hear.isPending && hear.variables.voice === voice && (
                <EngineResult result={hear.data} />
              )}
            </div>
          </li>
        ))}
      </ul>
    </div>
  );
}

const countOf = (count: number) => (count === 1 ? t`One voice to choose from.` : t`${count} voices to choose from.`);

interface VoiceRowProps {
  form: EngineForm;
  voice: Voice;
  /** The server's; without any, a name is typed. */
  voices: readonly string[];
  isFixed: boolean;
  /** What is chosen where nobody chooses. Undefined: not known; null: the built-in voice. */
  fitting: string | null | undefined;
  isTesting: boolean;
  isWaiting: boolean;
  onTest: () => void;
}

/** Radix takes no empty value; no voice has a name with a space in front. */
const FITTING = " fitting";
const OTHER = " other";

function VoiceRow({ form, voice, voices, isFixed, fitting, isTesting, isWaiting, onTest }: VoiceRowProps) {
  const map = readVoiceMap(form.values.voiceMap);
  const chosen = typeof map === "string" ? "" : (mappedVoice(voice, map) ?? "");
  const [typed, setTyped] = useState<string | null>(null);
  const choose = (name: string) => form.set("voiceMap", withServerVoice(form.values.voiceMap, voice, name));
  const label = `${voice.displayName} (${voice.gender})`;
  const isTyped = isFixed || voices.length === 0 || typed !== null;
  return (
    <div className="flex items-end gap-2">
      <div className="min-w-0 flex-1">
        <Field label={label} hint={isFixed ? t`Set by OPENAI_SPEECH_VOICES in the environment.` : undefined}>
          {isTyped ? (
            <Input
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              readOnly={isFixed}
              placeholder={nameOf(fitting)}
              value={typed ?? chosen}
              onChange={(event) => {
                setTyped(event.target.value);
                choose(event.target.value);
              }}
            />
          ) : (
            <Select
              value={chosen === "" ? FITTING : chosen}
              onValueChange={(value) => (value === OTHER ? setTyped(chosen) : choose(value === FITTING ? "" : value))}
              options={[
                { value: FITTING, label: nameOf(fitting) },
                ...[...new Set(chosen === "" ? voices : [chosen, ...voices])].map((name) => ({
                  value: name,
                  label: name,
                })),
                { value: OTHER, label: t`Type another name` },
              ]}
            />
          )}
        </Field>
      </div>
      <Button
        variant="secondary"
        size="icon"
        aria-label={t`Hear ${label}`}
        busy={isTesting}
        disabled={isWaiting}
        onClick={onTest}
      >
        <Volume2 aria-hidden="true" />
      </Button>
    </div>
  );
}

function nameOf(fitting: string | null | undefined): string {
  if (fitting === undefined) return t`The one that fits`;
  return fitting === null ? t`None fits: the built-in voice` : t`The one that fits: ${fitting}`;
}
