import { t } from "@lingui/core/macro";
import { useId, useState } from "react";
import {
  type EngineDraft,
  type EngineField,
  engineDraft,
  engineVariables,
  type KeyName,
  type KeyState,
  keyNames,
  type ShownEngineSettings,
} from "#shared/api/admin/settings/engine-settings.ts";
import { Button } from "@/components/ui/button.tsx";
import { Field } from "@/components/ui/field.tsx";
import { Input } from "@/components/ui/input.tsx";
import { PasswordInput } from "@/components/ui/password-input.tsx";
import { Select } from "@/components/ui/select.tsx";
import { Switch } from "@/components/ui/switch.tsx";
import { fieldErrorsOf } from "@/lib/api.ts";
import { labelFor, type ModelPurpose, offeredFor } from "./model-kinds.ts";

type Values = Record<EngineField, string>;

/** A key is only ever typed: the kept one is never shown. */
export function useEngineForm(shown: ShownEngineSettings) {
  const [values, setValues] = useState(() => valuesOf(shown));
  const [removed, setRemoved] = useState<readonly KeyName[]>([]);
  const [problems, setProblems] = useState<Record<string, string>>({});
  return {
    values,
    removed,
    problemOf: (field: EngineField): string | undefined => problems[field],
    set(field: EngineField, value: string) {
      setValues((before) => ({ ...before, [field]: value }));
    },
    setRemoved(field: KeyName, isRemoved: boolean) {
      setRemoved((before) => (isRemoved ? [...before, field] : before.filter((other) => other !== field)));
    },
    /** Null where a field is invalid; the problem is shown beside it. */
    draft(): EngineDraft | null {
      const parsed = engineDraft.safeParse(draftOf(values, removed));
      setProblems(
        parsed.success
          ? {}
          : Object.fromEntries(parsed.error.issues.map(({ path, message }) => [String(path[0]), message])),
      );
      return parsed.success ? parsed.data : null;
    },
    refused: (error: unknown) => setProblems(fieldErrorsOf(error)),
    saved(now: ShownEngineSettings) {
      setValues(valuesOf(now));
      setRemoved([]);
    },
  };
}

export type EngineForm = ReturnType<typeof useEngineForm>;

const valuesOf = ({ settings }: ShownEngineSettings): Values => ({
  baseUrl: settings.baseUrl ?? "",
  apiKey: "",
  model: settings.model ?? "",
  embeddingModel: settings.embeddingModel ?? "",
  transcriptionModel: settings.transcriptionModel ?? "",
  recognitionInPauses: settings.recognitionInPauses ?? "",
  voiceModel: settings.voiceModel ?? "",
  voiceBaseUrl: settings.voiceBaseUrl ?? "",
  voiceKey: "",
  voiceMap: settings.voiceMap ?? "",
  speechRegion: settings.speechRegion ?? "",
  speechHost: settings.speechHost ?? "",
  speechKey: "",
});

function draftOf({ apiKey, voiceKey, speechKey, ...settings }: Values, removed: readonly KeyName[]) {
  const typed = { apiKey, voiceKey, speechKey };
  const texts = Object.entries(settings).map(([name, text]) => [name, text.trim() === "" ? null : text] as const);
  const keyOf = (name: KeyName, text: string) => {
    if (text.trim() !== "") return text;
    return removed.includes(name) ? null : undefined;
  };
  const entered = keyNames.map((name) => [name, keyOf(name, typed[name])] as const);
  return { ...Object.fromEntries(texts), ...Object.fromEntries(entered) };
}

type SettingProps<Name extends EngineField = EngineField> = {
  form: EngineForm;
  shown: ShownEngineSettings;
  name: Name;
  label: string;
  hint?: string;
};

const byEnvironment = (name: EngineField) => t`Set by ${engineVariables[name]} in the environment.`;

export function SettingField({
  form,
  shown,
  name,
  label,
  hint,
  placeholder,
}: SettingProps & { placeholder?: string | undefined }) {
  const isFixed = shown.fixed.includes(name);
  return (
    <Field label={label} hint={isFixed ? byEnvironment(name) : hint} error={form.problemOf(name)}>
      <Input
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        placeholder={isFixed ? t`None` : placeholder}
        readOnly={isFixed}
        value={form.values[name]}
        onChange={(event) => form.set(name, event.target.value)}
      />
    </Field>
  );
}

export function SwitchSetting({ form, shown, name, label, hint }: SettingProps) {
  const id = useId();
  const isFixed = shown.fixed.includes(name);
  return (
    <div className="flex flex-col gap-1">
      <div className="flex items-center justify-between gap-4">
        <label htmlFor={id} className="font-bold">
          {label}
        </label>
        <Switch
          id={id}
          checked={form.values[name] !== "off"}
          disabled={isFixed}
          aria-describedby={`${id}-hint`}
          onCheckedChange={(isOn) => form.set(name, isOn ? "" : "off")}
        />
      </div>
      <p id={`${id}-hint`} className="text-ink-muted text-sm">
        {isFixed ? byEnvironment(name) : hint}
      </p>
    </div>
  );
}

const placeholders: Record<KeyState, string> = {
  none: t`No key`,
  kept: t`A key is kept; type another to replace it`,
  lost: t`Enter the key again`,
};
const keyHints: Record<KeyState, string> = {
  none: t`It is kept encrypted, and never shown again.`,
  kept: t`It is kept encrypted, and never shown again.`,
  lost: t`The kept key does not open with this server's session secret, so the engine is not in use.`,
};

export function KeySetting({ form, shown, name, label }: SettingProps<KeyName>) {
  const state = shown.keys[name];
  const isRemoved = form.removed.includes(name);
  if (shown.fixed.includes(name))
    return (
      <Field label={label} hint={byEnvironment(name)}>
        <Input readOnly value="" placeholder={state === "none" ? t`None` : t`Kept in the environment`} />
      </Field>
    );
  return (
    <div className="flex flex-col gap-1.5">
      <Field
        label={label}
        hint={isRemoved ? t`The kept key is removed when you save.` : keyHints[state]}
        error={form.problemOf(name)}
      >
        <PasswordInput
          autoComplete="new-password"
          placeholder={isRemoved ? t`No key` : placeholders[state]}
          value={form.values[name]}
          onChange={(event) => form.set(name, event.target.value)}
        />
      </Field>
      {state !== "none" && (
        <Button variant="ghost" size="sm" className="self-start" onClick={() => form.setRemoved(name, !isRemoved)}>
          {isRemoved ? t`Keep the key` : t`Remove the key`}
        </Button>
      )}
    </div>
  );
}

/** Radix takes no empty value; no model has a name with a space in front. */
const EMPTY = " none";
const OTHER = " other";

type ModelSettingProps = SettingProps & {
  purpose: ModelPurpose;
  /** The server's models; without any, the name is typed. */
  models: readonly string[];
  /** What an empty field stands for. */
  empty: string;
};

export function ModelSetting({ models, empty, purpose, ...setting }: ModelSettingProps) {
  const { form, shown, name, label, hint } = setting;
  const [isTyping, setTyping] = useState(false);
  const value = form.values[name];
  if (models.length === 0 || isTyping || shown.fixed.includes(name))
    return <SettingField {...setting} placeholder={empty} />;
  const offered = offeredFor(purpose, models);
  const known = [...new Set(value === "" ? offered : [value, ...offered])];
  const choose = (chosen: string) => {
    if (chosen === OTHER) setTyping(true);
    else form.set(name, chosen === EMPTY ? "" : chosen);
  };
  return (
    <Field label={label} hint={hint} error={form.problemOf(name)}>
      <Select
        value={value === "" ? EMPTY : value}
        onValueChange={choose}
        options={[
          { value: EMPTY, label: empty },
          ...known.map((model) => ({ value: model, label: labelFor(purpose, model) })),
          { value: OTHER, label: t`Type another name` },
        ]}
      />
    </Field>
  );
}
