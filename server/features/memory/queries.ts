import { and, count, desc, eq, gt, inArray, isNull, ne, or, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { Db } from "#server/platform/db/client.ts";
import { containsWordsUnindexed, foldedText } from "#server/platform/db/search.ts";
import type { DatePrecision, MemoryKind, MemoryStatus } from "#shared/api/memory.ts";
import { contributions, memories, memoryPauses, memoryQuotes, messages, recalledMemories } from "#shared/schema.ts";
import { authorOfMemory } from "../contributions/contributions.ts";
import type { Store } from "./fingerprint.ts";

export const LAPSE_DAYS = 30;

const replaced = alias(memories, "replaced");
const lapsesAt = sql`${memories.createdAt} + make_interval(days => ${LAPSE_DAYS}::int)`;

const shown = {
  id: memories.id,
  agentId: memories.agentId,
  userId: memories.userId,
  kind: memories.kind,
  text: memories.text,
  happenedOn: memories.happenedOn,
  precision: memories.precision,
  /** What was declined has no words to be shown. */
  status: sql<MemoryStatus>`${memories.status}`,
  isMuted: memories.isMuted,
  toldAt: memories.toldAt,
  approvedAt: memories.approvedAt,
  lastUsedAt: memories.lastUsedAt,
  lapsesAt: sql<Date>`${lapsesAt}`.mapWith(memories.createdAt),
  quote: {
    text: memoryQuotes.text,
    messageId: memoryQuotes.messageId,
    language: memoryQuotes.language,
  },
  sessionId: messages.sessionId,
  supersedes: { id: replaced.id, text: replaced.text, toldAt: replaced.toldAt },
};
export type MemoryRow = Awaited<ReturnType<typeof listMemories>>[number];

const selectShown = (db: Db) =>
  db
    .select({ ...shown, author: authorOfMemory(db) })
    .from(memories)
    .leftJoin(memoryQuotes, eq(memoryQuotes.memoryId, memories.id))
    .leftJoin(messages, eq(messages.id, memoryQuotes.messageId))
    // What was forgotten has no words left to be shown.
    .leftJoin(replaced, and(eq(replaced.id, memories.supersedes), ne(replaced.status, "declined")));

export const inStore = ({ agentId, userId }: Store): SQL | undefined =>
  and(eq(memories.agentId, agentId), userId === null ? isNull(memories.userId) : eq(memories.userId, userId));

/** A suggestion waits for 30 days, and goes with the message that it was taken from. */
const isThere: SQL | undefined = and(
  ne(memories.status, "declined"),
  or(
    ne(memories.status, "pending"),
    and(
      gt(lapsesAt, sql`now()`),
      sql`exists (select 1 from ${memoryQuotes} where ${memoryQuotes.memoryId} = ${memories.id})`,
    ),
  ),
);

const isSuggestion = eq(memories.status, "pending");

export function listMemories(db: Db, store: Store, filter: { status: MemoryStatus; words?: readonly string[] }) {
  const found = containsWordsUnindexed(foldedText(memories.text), filter.words ?? []);
  return selectShown(db)
    .where(and(inStore(store), isThere, eq(memories.status, filter.status), found))
    .orderBy(desc(memories.toldAt), desc(memories.id));
}

export async function countMemories(db: Db, store: Store, status: MemoryStatus): Promise<number> {
  const [counted] = await db
    .select({ count: count() })
    .from(memories)
    .where(and(inStore(store), isThere, eq(memories.status, status)));
  return counted?.count ?? 0;
}

/** Whosesoever it is: the caller has to check that. */
export async function findMemory(db: Db, id: string): Promise<MemoryRow | null> {
  const [found] = await selectShown(db).where(and(eq(memories.id, id), isThere));
  return found ?? null;
}

export interface NewMemory extends Store {
  kind: MemoryKind;
  text: string;
  date: { on: string; precision: DatePrecision } | null;
  status: MemoryStatus;
  isMuted?: boolean;
  fingerprint: string[];
  toldAt?: Date;
  approvedBy?: string | null;
  supersedes?: string | null;
}

export async function insertMemory(db: Db, { date, approvedBy = null, ...memory }: NewMemory): Promise<string> {
  const [added] = await db
    .insert(memories)
    .values({
      ...memory,
      ...{ happenedOn: date?.on ?? null, precision: date?.precision ?? null, approvedBy },
      approvedAt: memory.status === "pending" ? null : sql`now()`,
    })
    .returning({ id: memories.id });
  if (added === undefined) throw new Error("The memory was not stored.");
  return added.id;
}

export interface MemoryChange {
  text?: string;
  fingerprint?: string[];
  kind?: MemoryKind;
  date?: { on: string; precision: DatePrecision } | null;
  isMuted?: boolean;
}

/** A changed text has no vector yet. */
export async function updateMemory(db: Db, id: string, { date, ...change }: MemoryChange): Promise<void> {
  const dated = date === undefined ? {} : { happenedOn: date?.on ?? null, precision: date?.precision ?? null };
  const reworded = change.text === undefined ? {} : { vector: null, vectorModel: null };
  await db
    .update(memories)
    .set({ isMuted: memories.isMuted, ...change, ...dated, ...reworded })
    .where(and(eq(memories.id, id), isThere));
}

/** Not where the message is no more, is the pet's, or never said so. */
export async function insertQuote(tx: Db, { memoryId, messageId, text, language }: Quote): Promise<void> {
  await tx.execute(sql`
    insert into ${memoryQuotes} (memory_id, message_id, text, language)
    select ${memoryId}::uuid, ${messages.id}, ${text}::text, ${language}::text from ${messages}
    where ${messages.id} = ${messageId}::uuid and ${messages.role} = 'user'
      and position(${text}::text in ${messages.content}) > 0`);
}

interface Quote {
  memoryId: string;
  messageId: string;
  text: string;
  language: string;
}

/** Null where the message is gone. */
export async function insertSuggestion(
  tx: Db,
  { messageId, quote, ...memory }: NewMemory & { messageId: string; quote: string },
  language: string,
): Promise<string | null> {
  const [message] = await tx
    .select({ id: messages.id })
    .from(messages)
    .where(eq(messages.id, messageId))
    .for("key share");
  if (message === undefined) return null;
  const memoryId = await insertMemory(tx, memory);
  await tx.insert(memoryQuotes).values({ memoryId, messageId, text: quote, language });
  return memoryId;
}

export type KnownMemory = Awaited<ReturnType<typeof listKnown>>[number];

/** What is, was, or must not be remembered; the newest first. */
export function listKnown(db: Db, store: Store) {
  const { id, status, text, fingerprint } = memories;
  return db
    .select({ id, status, text, fingerprint })
    .from(memories)
    .where(inStore(store))
    .orderBy(desc(memories.createdAt));
}

/** What was suggested of some messages, and is neither declined nor forgotten. */
export const listQuotes = (db: Db, messageIds: readonly string[]) =>
  db
    .select({ messageId: memoryQuotes.messageId, text: memoryQuotes.text })
    .from(memoryQuotes)
    .where(inArray(memoryQuotes.messageId, [...messageIds]));

export async function countWaiting(db: Db, sessionId: string): Promise<number> {
  const [counted] = await db
    .select({ count: count() })
    .from(memories)
    .innerJoin(memoryQuotes, eq(memoryQuotes.memoryId, memories.id))
    .innerJoin(messages, eq(messages.id, memoryQuotes.messageId))
    .where(and(eq(messages.sessionId, sessionId), isSuggestion, isThere));
  return counted?.count ?? 0;
}

/** What nobody said yes to does not stay for longer than it is shown. */
export async function deleteLapsed(db: Db): Promise<void> {
  await db.delete(memories).where(and(isSuggestion, sql`not (${isThere})`));
}

export async function deleteSuggestions(tx: Db, messageId: string): Promise<void> {
  const quoted = tx
    .select({ id: memoryQuotes.memoryId })
    .from(memoryQuotes)
    .where(eq(memoryQuotes.messageId, messageId));
  await tx.delete(memories).where(and(isSuggestion, inArray(memories.id, quoted)));
}

/** Suggestions that were taken from some messages of the user. */
export function listSuggestions(db: Db, userId: string, messageIds: readonly string[]) {
  return selectShown(db).where(
    and(eq(memories.userId, userId), isThere, isSuggestion, inArray(memoryQuotes.messageId, [...messageIds])),
  );
}

/** What replies were taken from, of the user's memories. */
export function listRecalled(db: Db, userId: string, messageIds: readonly string[]) {
  return db
    .select({ messageId: recalledMemories.messageId, id: memories.id, text: memories.text, toldAt: memories.toldAt })
    .from(recalledMemories)
    .innerJoin(memories, eq(memories.id, recalledMemories.memoryId))
    .where(
      and(
        eq(memories.userId, userId),
        ne(memories.status, "declined"),
        inArray(recalledMemories.messageId, [...messageIds]),
      ),
    );
}

/** Nothing for a message or a memory that is gone meanwhile. */
export async function insertRecalled(db: Db, messageId: string, memoryIds: readonly string[]): Promise<void> {
  if (memoryIds.length === 0) return;
  await db.execute(sql`
    insert into ${recalledMemories} (message_id, memory_id)
    select ${messages.id}, ${memories.id} from ${messages}, ${memories}
    where ${messages.id} = ${messageId}::uuid and ${inArray(memories.id, [...memoryIds])}
    on conflict do nothing`);
  await db
    .update(memories)
    .set({ lastUsedAt: sql`now()` })
    .where(inArray(memories.id, [...memoryIds]));
}

/** What may be told: of this person alone, and nothing while it is paused. */
export function listTellable(db: Db, { agentId, userId }: { agentId: string; userId: string }) {
  const { id, kind, text, happenedOn, precision, toldAt, vector, vectorModel } = memories;
  const paused = sql`exists (select 1 from ${memoryPauses} where ${memoryPauses.userId} = ${userId}::uuid and ${memoryPauses.agentId} = ${agentId}::uuid)`;
  return db
    .select({ id, kind, text, happenedOn, precision, toldAt, vector, vectorModel })
    .from(memories)
    .where(
      and(inStore({ agentId, userId }), eq(memories.status, "active"), eq(memories.isMuted, false), sql`not ${paused}`),
    )
    .orderBy(desc(memories.toldAt));
}

export function listUnembedded(db: Db, model: string, most: number) {
  const { id, agentId, userId, text, vectorModel } = memories;
  return db
    .select({ id, agentId, userId, text })
    .from(memories)
    .where(and(eq(memories.status, "active"), sql`${vectorModel} is distinct from ${model}`))
    .orderBy(memories.toldAt)
    .limit(most);
}

/** Not where it was reworded, replaced or forgotten meanwhile. */
export async function storeVector(
  db: Db,
  { id, text }: { id: string; text: string },
  { model, vector }: { model: string; vector: Float32Array },
): Promise<void> {
  await db
    .update(memories)
    .set({ vector: Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength), vectorModel: model })
    .where(and(eq(memories.id, id), eq(memories.text, text), eq(memories.status, "active")));
}

/** False where another call was first. What it replaces is superseded. */
export async function approve(tx: Db, id: string, approvedBy: string): Promise<boolean> {
  const [approved] = await tx
    .update(memories)
    .set({ status: "active", approvedBy, approvedAt: sql`now()` })
    .where(and(eq(memories.id, id), eq(memories.status, "pending"), isThere))
    .returning({ supersedes: memories.supersedes });
  if (approved === undefined) return false;
  if (approved.supersedes !== null)
    await tx
      .update(memories)
      .set({ status: "superseded", vector: null, vectorModel: null })
      .where(and(eq(memories.id, approved.supersedes), eq(memories.status, "active")));
  return true;
}

/** Takes from memories all but their fingerprint. */
export async function declineMemories(tx: Db, which: SQL | undefined): Promise<number> {
  const forgotten = await tx
    .update(memories)
    .set({
      ...{ status: "declined", text: "", happenedOn: null, precision: null, supersedes: null },
      ...{ vector: null, vectorModel: null, lastUsedAt: null, approvedAt: null, approvedBy: null },
    })
    .where(and(which, ne(memories.status, "declined")))
    .returning({ id: memories.id });
  const ids = forgotten.map(({ id }) => id);
  for (const table of [memoryQuotes, recalledMemories, contributions])
    await tx.delete(table).where(inArray(table.memoryId, ids));
  return ids.length;
}

export const byId = (id: string, status?: MemoryStatus): SQL | undefined =>
  and(eq(memories.id, id), isThere, status === undefined ? undefined : eq(memories.status, status));

export function ofChat(db: Db, userId: string, sessionId: string): SQL | undefined {
  const quoted = db
    .select({ id: memoryQuotes.memoryId })
    .from(memoryQuotes)
    .innerJoin(messages, eq(messages.id, memoryQuotes.messageId))
    .where(eq(messages.sessionId, sessionId));
  return and(eq(memories.userId, userId), inArray(memories.id, quoted));
}

/** Makes the others who write into a store wait until the end of the transaction. */
export async function lockStore(tx: Db, { agentId, userId }: Store): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`memories ${agentId} ${userId}`}, 0))`);
}

export async function isPaused(db: Db, userId: string, agentId: string): Promise<boolean> {
  const found = await db
    .select({ userId: memoryPauses.userId })
    .from(memoryPauses)
    .where(and(eq(memoryPauses.userId, userId), eq(memoryPauses.agentId, agentId)));
  return found.length > 0;
}

export async function setPaused(db: Db, userId: string, agentId: string, paused: boolean): Promise<void> {
  const row = { userId, agentId };
  if (paused) await db.insert(memoryPauses).values(row).onConflictDoNothing();
  else await db.delete(memoryPauses).where(and(eq(memoryPauses.userId, userId), eq(memoryPauses.agentId, agentId)));
}
