import { setTimeout as sleep } from "node:timers/promises";
import { noLanguageModel } from "#server/models/chat/llm.ts";
import { noEmbedder } from "#server/models/embeddings/embedder.ts";
import type { Db } from "#server/platform/db/client.ts";
import type { FileStore } from "#server/platform/files/files.ts";
import { notFound } from "#server/platform/http/errors.ts";
import type { Media } from "#server/platform/http/media.ts";
import type { SpeechSynthesizer } from "#server/voice/speech/speech.ts";
import { voicesOfReply } from "#server/voice/speech/with-fallback.ts";
import * as modes from "#shared/api/admin/settings/demo.ts";
import { getDemoPicture, type TryOutEvent, type TryOutTurn } from "#shared/api/try-out.ts";
import { demoPet, type UsableAgent } from "../agents/access.ts";
import { openAvatar } from "../avatars/avatars.ts";
import { answerVisitor } from "../chat/service.ts";
import { readSetting } from "../settings/service.ts";

export const TRY_OUT_KEY = "try_out";
/** The landing page does not wait longer for the database; it then shows what it knew before. */
const LONGEST_WAIT_MS = 250;

/** What an administrator allows visitors; as long as nobody chose, what is built in and costs nothing. */
export async function tryOutMode(db: Db): Promise<modes.TryOutMode> {
  return modes.tryOutMode.safeParse(await readSetting(db, TRY_OUT_KEY)).data ?? "built-in";
}

export type TryOutDeps = Parameters<typeof answerVisitor>[0] & { builtInSpeech: SpeechSynthesizer };

interface VisitorsQuestion {
  message: string;
  turns: readonly TryOutTurn[];
  generateAudio: boolean;
  timeZone?: string | undefined;
}

/** @throws HttpError 404 where there is no pet to try */
export async function askDemoPet(
  deps: TryOutDeps,
  question: VisitorsQuestion,
  signal: AbortSignal,
): Promise<AsyncIterable<TryOutEvent>> {
  const { agent, mode } = await petToTry(deps.db);
  if (agent === null) throw notFound("Demo pet");
  // Model, embeddings and speech may each cost money.
  const free = { ...deps, llm: noLanguageModel, embedder: noEmbedder, speech: deps.builtInSpeech };
  const speech = voicesOfReply(deps, (err) =>
    deps.log.warn({ err }, "a voice failed: the next one speaks the rest of a reply to a visitor"),
  );
  const engines = mode === "configured" ? { ...deps, speech } : free;
  return answerVisitor(engines, { ...question, timeZone: question.timeZone ?? null, agent, signal });
}

/** Null for any other picture than that of the pet that visitors may try now. */
export async function openDemoPicture(
  { db, files }: { db: Db; files: FileStore },
  file: string,
): Promise<Media | null> {
  const { agent } = await petToTry(db);
  return agent !== null && pictureOf(agent) === file ? openAvatar(files, file) : null;
}

async function petToTry(db: Db): Promise<{ agent: UsableAgent | null; mode: modes.TryOutMode }> {
  const [agent, mode] = await Promise.all([demoPet(db), tryOutMode(db)]);
  return { agent: mode === "off" ? null : agent, mode };
}

/** The file name of the pet's picture; null where it has none of ours. */
const pictureOf = ({ avatarUrl }: UsableAgent): string | null =>
  /[0-9a-f-]{36}\.webp$/.exec(avatarUrl ?? "")?.[0] ?? null;

/** The pet that visitors may try now, as the landing page names it. */
export interface OfferedPet {
  name: string;
  language: string;
  species: string | null;
  /** The address of its picture for visitors; null where it has none. */
  picture: string | null;
}

/** Tells which pet the landing page offers, or none. Never rejects, and once it is known never keeps the page waiting. */
export function createOffer(db: Db): () => Promise<OfferedPet | null> {
  let known: OfferedPet | null | undefined;
  const read = async () => {
    const { agent } = await petToTry(db);
    known = agent === null ? null : offered(agent);
  };
  return async () => {
    const reading = read().catch(() => undefined);
    await (known === undefined ? reading : Promise.race([reading, sleep(LONGEST_WAIT_MS, undefined, { ref: false })]));
    return known ?? null;
  };
}

function offered(agent: UsableAgent): OfferedPet {
  const { name, language, species } = agent;
  const file = pictureOf(agent);
  return { name, language, species, picture: file === null ? null : getDemoPicture.path.replace(":file", file) };
}
