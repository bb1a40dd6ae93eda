import { useState } from "react";
import {
  type EngineDraft,
  type EngineField,
  engineDraft,
  type ShownEngineSettings,
} from "#shared/api/admin/settings/engine-settings.ts";
import { fieldErrorsOf } from "@/lib/api.ts";

export type KeyField = "apiKey" | "speechKey";
type Values = Record<EngineField, string>;

/** What is typed of the settings of engines. A key is only ever typed: the kept one is never shown. */
export function useEngineForm(shown: ShownEngineSettings) {
  const [values, setValues] = useState(() => valuesOf(shown));
  const [removed, setRemoved] = useState<readonly KeyField[]>([]);
  const [problems, setProblems] = useState<Record<string, string>>({});
  return {
    values,
    removed,
    problemOf: (field: EngineField): string | undefined => problems[field],
    set(field: EngineField, value: string) {
      setValues((before) => ({ ...before, [field]: value }));
    },
    setRemoved(field: KeyField, isRemoved: boolean) {
      setRemoved((before) => (isRemoved ? [...before, field] : before.filter((other) => other !== field)));
    },
    /** Null where something can't be right; what it is stands beside its field. */
    draft(): EngineDraft | null {
      const parsed = engineDraft.safeParse(draftOf(values, removed));
      setProblems(
        parsed.success
          ? {}
          : Object.fromEntries(parsed.error.issues.map(({ path, message }) => [String(path[0]), message])),
      );
      return parsed.success ? parsed.data : null;
    },
    /** Shows what the server refused beside the fields. */
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
  speechRegion: settings.speechRegion ?? "",
  speechHost: settings.speechHost ?? "",
  speechKey: "",
});

function draftOf({ apiKey, speechKey, ...settings }: Values, removed: readonly KeyField[]) {
  const texts = Object.entries(settings).map(([name, text]) => [name, text.trim() === "" ? null : text] as const);
  const keyOf = (name: KeyField, text: string) => {
    if (text.trim() !== "") return text;
    return removed.includes(name) ? null : undefined;
  };
  return { ...Object.fromEntries(texts), apiKey: keyOf("apiKey", apiKey), speechKey: keyOf("speechKey", speechKey) };
}
