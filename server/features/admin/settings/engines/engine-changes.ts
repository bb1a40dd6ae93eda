import { z } from "zod";
import type { Engines } from "#server/features/engines/engines.ts";
import { readSetting } from "#server/features/settings/service.ts";
import type { Db } from "#server/platform/db/client.ts";
import { ENGINES_SEEN_KEY, saveEnginesSeen } from "./queries.ts";

const moment = z.iso.datetime().nullable();
const seenEngines = z.object({ model: z.string(), voice: z.string(), modelSince: moment, voiceSince: moment });

/**
 * Notes since when another model or voice speaks, whether the screen or the environment changed it. Those that a server
 * first starts with are no change.
 */
export async function noteEngineChanges({ db, engines }: { db: Db; engines: Engines }): Promise<void> {
  const { llm, speech } = engines;
  const model = llm.engine?.name ?? "";
  const voice = `${speech.engine.kind} ${speech.engine.name}`;
  const kept = await readSetting(db, ENGINES_SEEN_KEY);
  const seen = kept === null ? null : seenEngines.parse(JSON.parse(kept));
  const now = new Date().toISOString();
  const next = {
    ...{ model, voice },
    modelSince: seen === null || seen.model === model ? (seen?.modelSince ?? null) : now,
    voiceSince: seen === null || seen.voice === voice ? (seen?.voiceSince ?? null) : now,
  };
  if (seen?.model !== model || seen.voice !== voice) await saveEnginesSeen(db, JSON.stringify(next));
  engines.changed = { model: next.modelSince, voice: next.voiceSince };
}
