import { createHash } from "node:crypto";
import { and, asc, eq, gt, ne, sql } from "drizzle-orm";
import type { Db } from "#server/platform/db/client.ts";
import { locks } from "#server/platform/db/locks.ts";
import { agents, diaryAnswers, embeddings, passages } from "#shared/schema.ts";

export interface Piece {
  diaryAnswerId: string | null;
  passageId: string | null;
  /** A diary answer has both: its words, and the ways to ask for it. */
  part: "words" | "asks";
  text: string;
}

export const hashOf = (text: string): string => createHash("sha256").update(text).digest("base64url");

/** One process at a time makes vectors. */
export async function lockEmbedding(tx: Db): Promise<boolean> {
  const { rows } = await tx.execute<{ locked: boolean }>(sql`
    select set_config('idle_in_transaction_session_timeout', '0', true), pg_try_advisory_xact_lock(${locks.embedding}::bigint) as locked`);
  return rows[0]?.locked === true;
}

export async function findUnembedded(db: Db, model: string, except: readonly string[]) {
  const [found] = await db
    .select({ id: agents.id, name: agents.name, language: agents.language, knowledgeVersion: agents.knowledgeVersion })
    .from(agents)
    .where(
      and(
        sql`(${agents.embeddedModel} is distinct from ${model} or ${agents.embeddedVersion} is distinct from ${agents.knowledgeVersion})`,
        sql`${agents.id} <> all(${sql.param([...except])}::uuid[])`,
      ),
    )
    .orderBy(asc(agents.knowledgeUpdatedAt))
    .limit(1);
  return found ?? null;
}

const BATCH = 200;

export async function* readPassageTexts(db: Db, agentId: string) {
  for (let after: string | undefined; ; ) {
    const batch = await db
      .select({ id: passages.id, text: passages.content })
      .from(passages)
      .where(and(eq(passages.agentId, agentId), after === undefined ? undefined : gt(passages.id, after)))
      .orderBy(asc(passages.id))
      .limit(BATCH);
    yield* batch;
    after = batch.at(-1)?.id;
    if (batch.length < BATCH) return;
  }
}

/** By `id/part`. */
export async function readHashes(db: Db, agentId: string, model: string): Promise<Map<string, string>> {
  const rows = await db
    .select({
      piece: sql<string>`coalesce(${embeddings.diaryAnswerId}, ${embeddings.passageId})::text`,
      part: embeddings.part,
      hash: embeddings.textHash,
    })
    .from(embeddings)
    .where(and(eq(embeddings.agentId, agentId), eq(embeddings.model, model)));
  return new Map(rows.map(({ piece, part, hash }) => [`${piece}/${part}`, hash]));
}

/** Leaves out what was deleted meanwhile. */
export async function storeVectors(
  db: Db,
  { agentId, model }: { agentId: string; model: string },
  made: readonly { piece: Piece; vector: Float32Array }[],
): Promise<void> {
  for (const { piece, vector } of made) {
    const { diaryAnswerId, passageId, part, text } = piece;
    const exists =
      diaryAnswerId === null
        ? sql`select 1 from ${passages} where id = ${passageId}::uuid`
        : sql`select 1 from ${diaryAnswers} where id = ${diaryAnswerId}::uuid`;
    const bytes = Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength);
    await db.execute(sql`
      insert into ${embeddings} (agent_id, diary_answer_id, passage_id, part, model, text_hash, vector)
      select ${agentId}::uuid, ${diaryAnswerId}::uuid, ${passageId}::uuid, ${part}, ${model}, ${hashOf(text)}, ${bytes}
      where exists (${exists} for share)
      on conflict (model, part, coalesce(diary_answer_id, passage_id))
      do update set text_hash = excluded.text_hash, vector = excluded.vector`);
  }
}

/** The version grows, so that cached indexes read them. */
export async function finishEmbedding(db: Db, agentId: string, model: string, version: number): Promise<void> {
  await db.transaction(async (tx) => {
    await tx
      .update(agents)
      .set({
        embeddedModel: model,
        knowledgeVersion: sql`${agents.knowledgeVersion} + 1`,
        // Where the knowledge changed meanwhile, the next round makes the rest.
        embeddedVersion: sql`case when ${agents.knowledgeVersion} = ${version} then ${version + 1}::int end`,
      })
      .where(eq(agents.id, agentId));
    await tx.delete(embeddings).where(and(eq(embeddings.agentId, agentId), ne(embeddings.model, model)));
  });
}

export async function* readVectors(db: Db, agentId: string, model: string) {
  for (let after: string | undefined; ; ) {
    const batch = await db
      .select({
        row: embeddings.id,
        id: sql<string>`coalesce(${embeddings.diaryAnswerId}, ${embeddings.passageId})::text`,
        vector: embeddings.vector,
      })
      .from(embeddings)
      .where(
        and(
          eq(embeddings.agentId, agentId),
          eq(embeddings.model, model),
          after === undefined ? undefined : gt(embeddings.id, after),
        ),
      )
      .orderBy(asc(embeddings.id))
      .limit(BATCH);
    for (const { id, vector } of batch) yield { id, vector: floatsOf(vector) };
    after = batch.at(-1)?.row;
    if (batch.length < BATCH) return;
  }
}

/** Copied, because the bytes may be unaligned. */
export function floatsOf(bytes: Buffer): Float32Array {
  const copy = new Uint8Array(bytes);
  return new Float32Array(copy.buffer, 0, Math.floor(copy.byteLength / Float32Array.BYTES_PER_ELEMENT));
}
