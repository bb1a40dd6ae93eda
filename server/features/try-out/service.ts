import { setTimeout as sleep } from "node:timers/promises";
import * as modes from "../../../shared/api/admin/settings/demo.ts";
import type { TryOutEvent, TryOutTurn } from "../../../shared/api/try-out.ts";
import type { Db } from "../../db/client.ts";
import { notFound } from "../../http/errors.ts";
import { createDiaryVoice } from "../../providers/llm/diary-voice/diary-voice.ts";
import { demoPet } from "../agents/access.ts";
import { answerVisitor } from "../chat/service.ts";
import { readSetting } from "../settings/service.ts";

export const TRY_OUT_KEY = "try_out";
/** The landing page does not wait longer for the database; it then shows what it knew before. */
const LONGEST_WAIT_MS = 250;

/** Faster than in a chat: a visitor should hear the first sentence within a second. */
const PAUSE_MS = 3;

const builtIn = createDiaryVoice({ pauseMs: PAUSE_MS });

/** What an administrator allows visitors; as long as nobody chose, the built-in voice, which costs nothing. */
export async function tryOutMode(db: Db): Promise<modes.TryOutMode> {
  return modes.tryOutMode.safeParse(await readSetting(db, TRY_OUT_KEY)).data ?? "built-in";
}

export type TryOutDeps = Parameters<typeof answerVisitor>[0];

interface VisitorsQuestion {
  message: string;
  turns: readonly TryOutTurn[];
  generateAudio: boolean;
}

/** @throws HttpError 404 where there is no pet to try */
export async function* askDemoPet(
  deps: TryOutDeps,
  question: VisitorsQuestion,
  signal: AbortSignal,
): AsyncGenerator<TryOutEvent, void> {
  const [agent, mode] = await Promise.all([demoPet(deps.db), tryOutMode(deps.db)]);
  if (agent === null || mode === "off") throw notFound("Demo pet");
  const engines = mode === "configured" ? deps : { ...deps, llm: builtIn, embedder: null };
  yield* answerVisitor(engines, { ...question, agent, signal });
}

/** The pet that visitors may try now, as the landing page names it. */
export interface OfferedPet {
  name: string;
  language: string;
}

/** Tells which pet the landing page offers, or none. Never rejects, and once it is known never keeps the page waiting. */
export function createOffer(db: Db): () => Promise<OfferedPet | null> {
  let known: OfferedPet | null | undefined;
  const read = async () => {
    const [pet, mode] = await Promise.all([demoPet(db), tryOutMode(db)]);
    known = pet === null || mode === "off" ? null : { name: pet.name, language: pet.language };
  };
  return async () => {
    const reading = read().catch(() => undefined);
    await (known === undefined ? reading : Promise.race([reading, sleep(LONGEST_WAIT_MS, undefined, { ref: false })]));
    return known ?? null;
  };
}
