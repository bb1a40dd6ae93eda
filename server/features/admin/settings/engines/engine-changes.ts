import { z } from "zod";
import type { Engines } from "#server/features/engines/engines.ts";
import type { Db } from "#server/platform/db/client.ts";
import { lockEnginesSeen, saveEnginesSeen } from "./queries.ts";

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
  engines.changed = await db.transaction(async (tx) => {
    const kept = await lockEnginesSeen(tx);
    const seen = kept === null ? null : seenEngines.parse(JSON.parse(kept));
    const now = new Date().toISOString();
    const next = {
      ...{ model, voice },
      modelSince: seen === null || seen.model === model ? (seen?.modelSince ?? null) : now,
      voiceSince: seen === null || seen.voice === voice ? (seen?.voiceSince ?? null) : now,
    };
    if (seen?.model !== model || seen.voice !== voice) await saveEnginesSeen(tx, JSON.stringify(next));
    return { model: next.modelSince, voice: next.voiceSince };
  });
}
