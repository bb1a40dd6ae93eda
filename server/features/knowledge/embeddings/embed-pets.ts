import { type Embedder, EmbeddingError } from "#server/models/embeddings/embedder.ts";
import type { Db } from "#server/platform/db/client.ts";
import type { CronJob, JobHandlers } from "#server/platform/jobs/queue.ts";
import type { Log } from "#server/platform/observe/log.ts";
import { languageFor } from "#server/understanding/languages/languages.ts";
import { localizeQuestion } from "#server/understanding/languages/localize-question.ts";
import { readDiary } from "../queries.ts";
import * as queries from "./queries.ts";

interface EmbeddingDeps {
  db: Db;
  log: Log;
  embedder: Embedder;
}

/** Some servers take no more than 32 at a time. */
const AT_ONCE = 32;
/** A local model without a graphics card needs seconds for a batch. */
const CALL_MS = 60_000;
/** Ends before the next round is due. */
const ROUND_MS = 50_000;

export const embeddingCronJob: CronJob = { name: "embed_knowledge", match: "* * * * *", firstAfterSeconds: 5 };

export function embeddingJobs(deps: EmbeddingDeps): Pick<JobHandlers, "embed_knowledge"> {
  return { embed_knowledge: () => embedChangedPets(deps) };
}

/** Those that have waited longest first. Old vectors serve until the new ones are whole. */
export async function embedChangedPets({ db, log, embedder }: EmbeddingDeps): Promise<void> {
  const { model } = embedder;
  if (model === null) return;
  const deadline = performance.now() + ROUND_MS;
  // Only holds the lock.
  await db.transaction(async (holder) => {
    if (!(await queries.lockEmbedding(holder))) return;
    const failed: string[] = [];
    while (performance.now() < deadline) {
      const pet = await queries.findUnembedded(db, model, failed);
      if (pet === null) return;
      try {
        if (!(await embedPet(db, { embedder, model }, pet, deadline))) return;
      } catch (error) {
        if (!(error instanceof EmbeddingError)) throw error;
        log.warn({ pet: pet.id, model, reason: error.message }, "a pet's vectors could not be made");
        failed.push(pet.id);
        // The server is down rather than these texts wrong.
        if (failed.length >= 3) return;
      }
    }
  });
}

type Unembedded = NonNullable<Awaited<ReturnType<typeof queries.findUnembedded>>>;

/** False where the time was over; finished vectors stay. */
async function embedPet(
  db: Db,
  { embedder, model }: { embedder: Embedder; model: string },
  pet: Unembedded,
  deadline: number,
): Promise<boolean> {
  const known = await queries.readHashes(db, pet.id, model);
  let batch: queries.Piece[] = [];
  const send = async () => {
    if (batch.length === 0) return;
    const texts = batch.map(({ text }) => text);
    const vectors = await embedder.embed(texts, model, AbortSignal.timeout(CALL_MS));
    const made = batch.flatMap((piece, place) => {
      const vector = vectors[place];
      return vector === undefined ? [] : [{ piece, vector }];
    });
    await queries.storeVectors(db, { agentId: pet.id, model }, made);
    batch = [];
  };
  for await (const piece of piecesOf(db, pet)) {
    if (known.get(`${piece.diaryAnswerId ?? piece.passageId}/${piece.part}`) === queries.hashOf(piece.text)) continue;
    batch.push(piece);
    if (batch.length < AT_ONCE) continue;
    await send();
    if (performance.now() > deadline) return false;
  }
  await send();
  await queries.finishEmbedding(db, pet.id, model, pet.knowledgeVersion);
  return true;
}

async function* piecesOf(db: Db, { id, name, language }: Unembedded): AsyncGenerator<queries.Piece> {
  const bank = languageFor(language)?.readParaphrases();
  for (const { id: diaryAnswerId, key, question, answer } of await readDiary(db, id)) {
    const piece = { diaryAnswerId, passageId: null };
    yield { ...piece, part: "words", text: `${localizeQuestion(language, { key, question })}\n${answer}` };
    const asks = key === null ? undefined : bank?.[key]?.ask;
    if (asks !== undefined) yield { ...piece, part: "asks", text: asks.join("\n").replaceAll("{pet}", name) };
  }
  for await (const { id: passageId, text } of queries.readPassageTexts(db, id))
    yield { diaryAnswerId: null, passageId, part: "words", text };
}
