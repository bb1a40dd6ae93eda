import { z } from "zod";
import type { EngineEnv } from "#server/features/engines/engines.ts";
import { defaultEngineModels } from "#server/platform/env.ts";
import {
  type EngineField,
  type EngineSettings,
  engineSettings,
  type KeyName,
  type KeyState,
} from "#shared/api/admin/settings/engine-settings.ts";
import { type SealedFor, unseal } from "./sealed-key.ts";

/** Keys are sealed. */
const keptSettings = engineSettings.extend({
  apiKey: z.string().nullable(),
  voiceKey: z.string().nullable().default(null),
  speechKey: z.string().nullable(),
});
export type KeptSettings = z.output<typeof keptSettings>;

export const nothingKept: KeptSettings = {
  baseUrl: null,
  model: null,
  embeddingModel: null,
  transcriptionModel: null,
  recognitionInPauses: null,
  voiceModel: null,
  voiceBaseUrl: null,
  voiceMap: null,
  speechRegion: null,
  speechHost: null,
  apiKey: null,
  voiceKey: null,
  speechKey: null,
};

export function readKept(value: string | null): KeptSettings {
  if (value === null) return nothingKept;
  try {
    return keptSettings.parse(JSON.parse(value));
  } catch {
    return nothingKept;
  }
}

/** A key belongs to the address that it was entered for. */
export const sealedFor = (name: KeyName, kept: EngineSettings): SealedFor => ({
  name,
  address:
    { apiKey: kept.baseUrl, voiceKey: kept.voiceBaseUrl, speechKey: kept.speechHost ?? kept.speechRegion }[name] ?? "",
});

interface Effective {
  env: EngineEnv;
  keys: Record<KeyName, KeyState>;
}

/** The environment wins. A server and its key count as one, or a key would be sent to another server. */
export function effectiveSettings(env: EngineEnv, kept: KeptSettings, secret: string): Effective {
  const fixed = fixedFields(env);
  const apiKey = openKey("apiKey", kept, secret);
  const voiceKey = openKey("voiceKey", kept, secret);
  const speechKey = openKey("speechKey", kept, secret);
  const result: EngineEnv = { ...env };
  const keys: Effective["keys"] = {
    apiKey: stateOf(env.OPENAI_API_KEY),
    voiceKey: stateOf(env.OPENAI_SPEECH_KEY),
    speechKey: stateOf(env.AZURE_SPEECH_KEY),
  };
  if (!fixed.includes("baseUrl")) {
    keys.apiKey = apiKey.state;
    if (apiKey.state !== "lost") {
      result.OPENAI_BASE_URL = kept.baseUrl ?? undefined;
      result.OPENAI_API_KEY = apiKey.value;
    }
  }
  if (!fixed.includes("speechKey")) {
    keys.speechKey = speechKey.state;
    if (speechKey.state !== "lost") {
      result.AZURE_SPEECH_KEY = speechKey.value;
      result.AZURE_SPEECH_REGION = kept.speechRegion ?? undefined;
      result.AZURE_SPEECH_HOST = kept.speechHost ?? undefined;
    }
  }
  if (!fixed.includes("voiceModel")) {
    keys.voiceKey = voiceKey.state;
    if (voiceKey.state !== "lost") {
      result.OPENAI_SPEECH_MODEL = kept.voiceModel ?? undefined;
      result.OPENAI_SPEECH_BASE_URL = kept.voiceBaseUrl ?? undefined;
      result.OPENAI_SPEECH_KEY = voiceKey.value;
      result.OPENAI_SPEECH_VOICES = kept.voiceMap ?? undefined;
    }
  }
  if (!fixed.includes("model")) result.OPENAI_MODEL = kept.model ?? env.OPENAI_MODEL;
  if (!fixed.includes("embeddingModel")) result.OPENAI_EMBEDDING_MODEL = kept.embeddingModel ?? undefined;
  if (!fixed.includes("transcriptionModel"))
    result.OPENAI_TRANSCRIBE_MODEL = kept.transcriptionModel ?? env.OPENAI_TRANSCRIBE_MODEL;
  if (!fixed.includes("recognitionInPauses"))
    result.OPENAI_TRANSCRIBE_IN_PAUSES = kept.recognitionInPauses ?? undefined;
  return { env: result, keys };
}

/** A default model counts as not set, since `.env.example` names it too. */
export function fixedFields(env: EngineEnv): EngineField[] {
  const fixed: EngineField[] = [];
  if (env.OPENAI_BASE_URL !== undefined || env.OPENAI_API_KEY !== undefined) fixed.push("baseUrl", "apiKey");
  if (env.OPENAI_MODEL !== defaultEngineModels.model) fixed.push("model");
  if (env.OPENAI_EMBEDDING_MODEL !== undefined) fixed.push("embeddingModel");
  if (env.OPENAI_TRANSCRIBE_MODEL !== defaultEngineModels.transcriptionModel) fixed.push("transcriptionModel");
  if (env.OPENAI_TRANSCRIBE_IN_PAUSES !== undefined) fixed.push("recognitionInPauses");
  if (env.OPENAI_SPEECH_MODEL !== undefined) fixed.push("voiceModel", "voiceBaseUrl", "voiceKey", "voiceMap");
  if ([env.AZURE_SPEECH_KEY, env.AZURE_SPEECH_REGION, env.AZURE_SPEECH_HOST].some((value) => value !== undefined))
    fixed.push("speechRegion", "speechHost", "speechKey");
  return fixed;
}

function openKey(name: KeyName, kept: KeptSettings, secret: string): { state: KeyState; value: string | undefined } {
  const sealed = kept[name];
  if (sealed === null) return { state: "none", value: undefined };
  const value = unseal(sealed, secret, sealedFor(name, kept));
  return value === null ? { state: "lost", value: undefined } : { state: "kept", value };
}

const stateOf = (key: string | undefined): KeyState => (key === undefined ? "none" : "kept");
