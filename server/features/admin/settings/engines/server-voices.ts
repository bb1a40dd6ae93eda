import type { output } from "zod";
import { type Caller, record } from "#server/features/audit/service.ts";
import { quoteOf } from "#server/models/chat/server-words.ts";
import { badRequest } from "#server/platform/http/errors.ts";
import { speechServer } from "#server/voice/speech/create.ts";
import { serverVoice } from "#server/voice/speech/openai-voices.ts";
import { connectSpeechServer } from "#server/voice/speech/speech-server.ts";
import type { listServerVoices as contract, EngineDraft } from "#shared/api/admin/settings/engine-settings.ts";
import { voices as catalog } from "#shared/voices.ts";
import { draftedEnv, type EngineSettingsDeps, withoutCredentials } from "./engine-settings.ts";

const TIMEOUT_MS = 5_000;
const NO_LIST = "The server tells no list of its voices. Type their names.";
const NO_ANSWER = "The speech server's voices can't be listed: check its address, and whether it runs.";

/** Of the speech server that a draft would set. Throws HttpError 400 where it sets none. */
export async function listServerVoices(
  deps: EngineSettingsDeps,
  by: Caller,
  draft: EngineDraft,
): Promise<output<typeof contract.response>> {
  const env = await draftedEnv(deps, draft);
  const { OPENAI_SPEECH_MODEL: model } = env;
  const sentence = "Which model speaks there? Its documentation names it, such as kokoro or tts-1.";
  if (model === undefined) throw badRequest(sentence, { voiceModel: sentence });
  const account = { ...speechServer(env), model };
  const list = await connectSpeechServer(account, TIMEOUT_MS)
    .listVoices(AbortSignal.timeout(TIMEOUT_MS))
    .then(
      (voices) => ({ voices: [...voices], problem: voices.length === 0 ? NO_LIST : null }),
      (error: unknown) => ({ voices: [], problem: `${NO_ANSWER}${quoteOf(error)}` }),
    );
  await record(deps.db, {
    by,
    action: "engine.list_models",
    target: { kind: "engine", id: "speech", name: "speech" },
    details: { address: withoutCredentials(account.baseUrl), voices: list.voices.length },
  });
  const chosen = catalog.map(({ name }) => ({
    name,
    voice: serverVoice(name, new Map(), list.voices)?.voice ?? null,
  }));
  return { ...list, chosen };
}
