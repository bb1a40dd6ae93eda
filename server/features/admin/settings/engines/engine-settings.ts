import type { Author } from "#server/features/audit/service.ts";
import type { EngineEnv, Engines } from "#server/features/engines/engines.ts";
import { changeSetting, readSetting } from "#server/features/settings/service.ts";
import type { Db } from "#server/platform/db/client.ts";
import { type InstanceRegistry, notify } from "#server/platform/db/instance-registry.ts";
import { defaultEngineModels, type Env } from "#server/platform/env.ts";
import { addressesOf, mayHaveEngine } from "#server/platform/http/addresses.ts";
import { refuseIfChanged } from "#server/platform/http/changed-meanwhile.ts";
import { badRequest } from "#server/platform/http/errors.ts";
import { hideInLogs, type Log } from "#server/platform/observe/log.ts";
import { speechServer } from "#server/voice/speech/create.ts";
import {
  type DraftedEngine,
  type EngineDraft,
  type EngineField,
  engineVariables,
  type KeyName,
  keyNames,
  type ShownEngineSettings,
} from "#shared/api/admin/settings/engine-settings.ts";
import type { EngineName } from "#shared/api/admin/settings/engines.ts";
import type { EditedFrom } from "#shared/api/common.ts";
import { effectiveSettings, fixedFields, type KeptSettings, readKept, sealedFor } from "./effective.ts";
import { noteEngineChanges } from "./engine-changes.ts";
import { seal } from "./sealed-key.ts";

export interface EngineSettingsDeps {
  env: Env;
  log: Log;
  db: Db;
  engines: Engines;
  instances: InstanceRegistry;
  sessionSecret: string;
}

export const ENGINES_KEY = "engines";
const CHANNEL = "pettalk_engines";

/** In every instance. Returns what stops it. */
export async function followEngineSettings(deps: EngineSettingsDeps): Promise<() => void> {
  const again = () =>
    void applyKept(deps).catch((err: unknown) => deps.log.warn({ err }, "the settings of engines could not be read"));
  const stop = await deps.instances.subscribe(CHANNEL, { onMessage: again, onReconnect: again });
  await applyKept(deps);
  return stop;
}

async function applyKept(deps: EngineSettingsDeps): Promise<void> {
  await deps.engines.update(async () => {
    const env = await keptEnv(deps);
    hideKeys(env);
    return env;
  });
  await noteEngineChanges(deps).catch((err: unknown) => deps.log.warn({ err }, "a change of engines was not noted"));
}

export function hideKeys(env: EngineEnv): void {
  for (const key of [env.OPENAI_API_KEY, env.OPENAI_SPEECH_KEY, env.AZURE_SPEECH_KEY])
    if (key !== undefined) hideInLogs(key);
}

export const keptEnv = async ({ env, db, sessionSecret }: EngineSettingsDeps): Promise<EngineEnv> =>
  effectiveSettings(env, readKept(await readSetting(db, ENGINES_KEY)), sessionSecret).env;

export async function readEngineSettings({
  env,
  db,
  sessionSecret,
}: Pick<EngineSettingsDeps, "env" | "db" | "sessionSecret">): Promise<ShownEngineSettings> {
  const kept = readKept(await readSetting(db, ENGINES_KEY));
  const used = effectiveSettings(env, kept, sessionSecret);
  const fixed = fixedFields(env);
  const isFixed = (field: EngineField) => fixed.includes(field);
  return {
    settings: {
      baseUrl: isFixed("baseUrl") ? withoutCredentials(env.OPENAI_BASE_URL) : kept.baseUrl,
      model: isFixed("model") ? env.OPENAI_MODEL : kept.model,
      embeddingModel: isFixed("embeddingModel") ? (env.OPENAI_EMBEDDING_MODEL ?? null) : kept.embeddingModel,
      transcriptionModel: isFixed("transcriptionModel") ? env.OPENAI_TRANSCRIBE_MODEL : kept.transcriptionModel,
      recognitionInPauses: env.OPENAI_TRANSCRIBE_IN_PAUSES ?? kept.recognitionInPauses,
      voiceModel: isFixed("voiceModel") ? (env.OPENAI_SPEECH_MODEL ?? null) : kept.voiceModel,
      voiceBaseUrl: isFixed("voiceBaseUrl") ? withoutCredentials(env.OPENAI_SPEECH_BASE_URL) : kept.voiceBaseUrl,
      voiceMap: isFixed("voiceMap") ? (env.OPENAI_SPEECH_VOICES ?? null) : kept.voiceMap,
      speechRegion: isFixed("speechRegion") ? (env.AZURE_SPEECH_REGION ?? null) : kept.speechRegion,
      speechHost: isFixed("speechHost") ? withoutCredentials(env.AZURE_SPEECH_HOST) : kept.speechHost,
    },
    keys: used.keys,
    fixed,
    defaults: defaultEngineModels,
  };
}

/** As administrators may see it. */
export function withoutCredentials(address: string | undefined): string | null {
  if (address === undefined) return null;
  const { protocol, host, pathname } = new URL(address);
  return `${protocol}//${host}${pathname}`;
}

/** For the audit log; null for what is built in, or has one address for everybody. */
export function addressOf(engine: EngineName | DraftedEngine, env: EngineEnv): string | null {
  const model = withoutCredentials(env.OPENAI_BASE_URL);
  const azure = withoutCredentials(env.AZURE_SPEECH_HOST) ?? env.AZURE_SPEECH_REGION ?? null;
  if (engine === "model" || engine === "embedding") return model;
  if (engine === "transcription") return azure ?? model;
  if (engine !== "speech") return null;
  return azure ?? (env.OPENAI_SPEECH_MODEL === undefined ? null : withoutCredentials(speechServer(env).baseUrl));
}

/** Throws HttpError 400 for an address where no engine may be, or a key without one. */
export async function saveEngineSettings(
  deps: EngineSettingsDeps,
  by: Author,
  { before: begun, ...draft }: EngineDraft & { before?: EditedFrom },
): Promise<ShownEngineSettings> {
  await refuseAddresses(draft, readKept(await readSetting(deps.db, ENGINES_KEY)));
  requireModel(deps.env, draft);
  await deps.db.transaction(async (tx) => {
    const before = readKept(await readSetting(tx, ENGINES_KEY));
    const { settings } = await readEngineSettings({ ...deps, db: tx });
    refuseIfChanged(begun, settings, draft);
    const after = withDraft(before, draft, deps);
    await changeSetting(tx, by, ENGINES_KEY, JSON.stringify(after), { details: changesOf(before, after) });
    await notify(tx, CHANNEL, "changed");
  });
  await applyKept(deps);
  return readEngineSettings(deps);
}

/** What would be in force with the draft. Throws HttpError 400 as `saveEngineSettings` does. */
export async function draftedEnv(deps: EngineSettingsDeps, draft: EngineDraft): Promise<EngineEnv> {
  const before = readKept(await readSetting(deps.db, ENGINES_KEY));
  await refuseAddresses(draft, before);
  const { env } = effectiveSettings(deps.env, withDraft(before, draft, deps), deps.sessionSecret);
  hideKeys(env);
  return env;
}

export async function draftedServer(deps: EngineSettingsDeps, server: Pick<EngineDraft, "baseUrl" | "apiKey">) {
  const kept = readKept(await readSetting(deps.db, ENGINES_KEY));
  const env = await draftedEnv(deps, {
    ...kept,
    voiceKey: undefined,
    speechKey: undefined,
    ...server,
    apiKey: server.apiKey,
  });
  return { apiKey: env.OPENAI_API_KEY, baseUrl: env.OPENAI_BASE_URL, model: env.OPENAI_MODEL };
}

async function refuseAddresses({ baseUrl, voiceBaseUrl, speechHost }: EngineDraft, kept: KeptSettings): Promise<void> {
  await refuseAddress("voiceBaseUrl", voiceBaseUrl, kept.voiceBaseUrl);
  await refuseAddress("baseUrl", baseUrl, kept.baseUrl);
  await refuseAddress("speechHost", speechHost, kept.speechHost);
}

/** The default is a model of OpenAI. A classic address of Azure names its deployment. Throws HttpError 400. */
export function requireModel(env: EngineEnv, { baseUrl, model }: EngineDraft): void {
  const fixed = fixedFields(env);
  if (baseUrl === null || model !== null || fixed.includes("model") || fixed.includes("baseUrl")) return;
  if (/\/deployments\/[^/]/.test(new URL(baseUrl).pathname)) return;
  const sentence = "Which model? List the server's models, or type the name of one.";
  throw badRequest(sentence, { model: sentence });
}

/** What the environment sets stays as it was stored. */
function withDraft(
  before: KeptSettings,
  draft: EngineDraft,
  { env, sessionSecret }: Pick<EngineSettingsDeps, "env" | "sessionSecret">,
): KeptSettings {
  const { apiKey, voiceKey, speechKey, ...settings } = draft;
  const given = { apiKey, voiceKey, speechKey };
  const fixed = fixedFields(env);
  const stays = Object.fromEntries(fixed.map((field) => [field, before[field]]));
  const after: KeptSettings = { ...before, ...settings, ...stays };
  for (const name of keyNames)
    if (!fixed.includes(name)) after[name] = keyAfter(name, given[name], { before, after, secret: sessionSecret });
  if (!fixed.includes("voiceModel")) requireWholeVoice(env, after);
  if (!fixed.includes("speechKey")) requireWholeAzure(after);
  return after;
}

/** Else another administrator could have the key sent to their address. */
function keyAfter(
  name: KeyName,
  given: string | null | undefined,
  { before, after, secret }: { before: KeptSettings; after: KeptSettings; secret: string },
): string | null {
  const context = sealedFor(name, after);
  if (given === null) return null;
  if (given !== undefined) return seal(given, secret, context);
  if (before[name] === null || context.address === sealedFor(name, before).address) return before[name];
  const sentence = "The kept key belongs to the address before. Enter the key of this one, or remove it.";
  throw badRequest(sentence, { [name]: sentence });
}

function requireWholeVoice(env: Env, { voiceModel, voiceBaseUrl, voiceKey, baseUrl, apiKey }: KeptSettings): void {
  const refuse = (field: EngineField, sentence: string) => badRequest(sentence, { [field]: sentence });
  const hasModelServer = [env.OPENAI_BASE_URL ?? baseUrl, env.OPENAI_API_KEY ?? apiKey].some((value) => value !== null);
  if (voiceModel === null && voiceBaseUrl !== null)
    throw refuse("voiceModel", "Which model speaks there? Its documentation names it, such as kokoro or tts-1.");
  if (voiceKey !== null && voiceBaseUrl === null)
    throw refuse("voiceBaseUrl", "A key needs the address of its server; the model server has its own.");
  if (voiceModel !== null && voiceBaseUrl === null && !hasModelServer)
    throw refuse("voiceBaseUrl", "Enter the address of the speech server, or set a model server.");
}

function requireWholeAzure({ speechKey, speechRegion, speechHost }: KeptSettings): void {
  const refuse = (field: EngineField, sentence: string) => badRequest(sentence, { [field]: sentence });
  if (speechRegion !== null && speechHost !== null)
    throw refuse("speechHost", "Enter a region or a container's address, not both.");
  if (speechKey !== null && speechRegion === null && speechHost === null)
    throw refuse("speechRegion", "A key needs its region, or the address of a container.");
  if (speechRegion !== null && speechKey === null) throw refuse("speechKey", "A region needs its key.");
}

/** Of keys only that they changed. */
function changesOf(before: KeptSettings, after: KeptSettings): Record<string, string> {
  const changed = Object.keys(engineVariables).flatMap((name) => {
    const field = Object.entries(after).find(([key]) => key === name);
    const old = Object.entries(before).find(([key]) => key === name);
    if (field === undefined || old === undefined || field[1] === old[1]) return [];
    const isKey = keyNames.some((key) => key === name);
    return [[name, field[1] === null ? "removed" : isKey ? "entered" : field[1]] as const];
  });
  return Object.fromEntries(changed);
}

/** `kept`: a name server that is away must not keep the former address from being saved. Throws HttpError 400. */
export async function refuseAddress(field: string, address: string | null, kept: string | null): Promise<void> {
  if (address === null) return;
  const refuse = (sentence: string) => badRequest(sentence, { [field]: sentence });
  const found = await addressesOf(address);
  if (found.length === 0 && address !== kept)
    throw refuse("There is no machine of this name. Please check the address.");
  if (!found.every(mayHaveEngine))
    throw refuse("No engine can be at that address. Please enter that of a model or speech server.");
}
