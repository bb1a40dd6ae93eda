import {
  and,
  asc,
  count,
  eq,
  getTableColumns,
  gt,
  inArray,
  isNotNull,
  isNull,
  ne,
  not,
  or,
  type SQL,
  sql,
} from "drizzle-orm";
import { union } from "drizzle-orm/pg-core";
import type { Db } from "#server/platform/db/client.ts";
import { notFound } from "#server/platform/http/errors.ts";
import type { MemoryStatus } from "#shared/api/memory.ts";
import {
  agents,
  diaryAnswers,
  diaryQuestions,
  documents,
  inMemoryColumns,
  memories,
  memoryQuotes,
  messages,
  openQuestionAskings,
  openQuestions,
  petProfileColumns,
  photos,
  sessions,
  usageDaily,
  users,
} from "#shared/schema.ts";

/** For one statement. */
const MESSAGES_AT_ONCE = 250;

const petColumns = {
  id: agents.id,
  name: agents.name,
  systemPrompt: agents.systemPrompt,
  language: agents.language,
  voiceName: agents.voiceName,
  avatarUrl: agents.avatarUrl,
  ...petProfileColumns,
  ...inMemoryColumns,
  createdBy: agents.createdBy,
  createdAt: agents.createdAt,
  updatedAt: agents.updatedAt,
};

/** Throws HttpError 404 for a pet that was deleted meanwhile. */
export async function findPet(db: Db, id: string) {
  const [found] = await db.select(petColumns).from(agents).where(eq(agents.id, id));
  if (found === undefined) throw notFound("Pet");
  return found;
}

export function listOwnPets(db: Db, userId: string) {
  return db
    .select(petColumns)
    .from(agents)
    .where(eq(agents.createdBy, userId))
    .orderBy(asc(agents.createdAt), asc(agents.id));
}
export type OwnPet = Awaited<ReturnType<typeof listOwnPets>>[number];

export async function countOwned(db: Db, userId: string) {
  const own = db.select({ id: agents.id }).from(agents).where(eq(agents.createdBy, userId));
  const notTheirs = or(ne(sessions.userId, userId), isNull(sessions.userId));
  const chatsWhere = (condition: SQL) => db.select({ id: sessions.id }).from(sessions).where(condition);
  // With `or` PostgreSQL expects half of all chats and reads all messages.
  const spoken = union(chatsWhere(eq(sessions.userId, userId)), chatsWhere(inArray(sessions.agentId, own)));
  // A transaction's one connection runs one query at a time.
  return {
    pets: await db.$count(agents, eq(agents.createdBy, userId)),
    diaryAnswers: await db.$count(diaryAnswers, inArray(diaryAnswers.agentId, own)),
    petMemories: await db.$count(memories, and(inArray(memories.agentId, own), isNull(memories.userId), isKept)),
    memories: await db.$count(memories, and(eq(memories.userId, userId), isKept)),
    memoriesOfOthers: await db.$count(
      memories,
      and(inArray(memories.agentId, own), ne(memories.userId, userId), isKept),
    ),
    documents: await db.$count(documents, inArray(documents.agentId, own)),
    photos: await db.$count(photos, inArray(photos.agentId, own)),
    chats: await db.$count(sessions, and(eq(sessions.userId, userId), isNotNull(sessions.lastMessageAt))),
    chatsOfOthers: await db.$count(
      sessions,
      and(inArray(sessions.agentId, own), notTheirs, isNotNull(sessions.lastMessageAt)),
    ),
    audio: await db.$count(messages, and(isNotNull(messages.audioUrl), inArray(messages.sessionId, spoken))),
  };
}

const isKept = eq(memories.status, "active");

/** The pets that remember something of the user. */
export function listRemembering(db: Db, userId: string) {
  return db
    .select({ agentId: agents.id, name: agents.name, memories: count() })
    .from(memories)
    .innerJoin(agents, eq(agents.id, memories.agentId))
    .where(and(eq(memories.userId, userId), isKept))
    .groupBy(agents.id)
    .orderBy(asc(agents.name), asc(agents.id));
}

/** Oldest first. `userId` null: of the pet's life. */
export function listMemories(db: Db, which: { agentId: string; userId: string | null }) {
  const { agentId, userId } = which;
  const isWanted = and(
    eq(memories.agentId, agentId),
    userId === null ? isNull(memories.userId) : eq(memories.userId, userId),
  );
  return selectMemories(db)
    .where(and(isWanted, ne(memories.status, "declined")))
    .orderBy(...inTheirOrder);
}

/** What the user told pets of others. */
export function listMemoriesElsewhere(db: Db, userId: string) {
  const isElsewhere = or(ne(agents.createdBy, userId), isNull(agents.createdBy));
  return selectMemories(db)
    .where(and(eq(memories.userId, userId), isElsewhere, ne(memories.status, "declined")))
    .orderBy(asc(agents.name), asc(agents.id), ...inTheirOrder);
}
export type MemoryRow = Awaited<ReturnType<typeof listMemories>>[number];

const inTheirOrder = [asc(memories.toldAt), asc(memories.id)];

const selectMemories = (db: Db) =>
  db
    .select({
      id: memories.id,
      agentId: memories.agentId,
      pet: agents.name,
      kind: memories.kind,
      text: memories.text,
      happenedOn: memories.happenedOn,
      precision: memories.precision,
      status: sql<MemoryStatus>`${memories.status}`,
      isMuted: memories.isMuted,
      supersedes: memories.supersedes,
      toldAt: memories.toldAt,
      quote: { text: memoryQuotes.text, messageId: memoryQuotes.messageId, language: memoryQuotes.language },
    })
    .from(memories)
    .innerJoin(agents, eq(agents.id, memories.agentId))
    .leftJoin(memoryQuotes, eq(memoryQuotes.memoryId, memories.id));

export function listUsage(db: Db, userId: string) {
  const { userId: _whose, ...used } = getTableColumns(usageDaily);
  return db.select(used).from(usageDaily).where(eq(usageDaily.userId, userId)).orderBy(asc(usageDaily.day));
}

/** Also for questions that are switched off. */
export function listDiary(db: Db, agentId: string) {
  return db
    .select({
      key: diaryQuestions.key,
      isOwn: sql<boolean>`${diaryQuestions.agentId} is not null`,
      question: diaryQuestions.question,
      category: diaryQuestions.category,
      answer: diaryAnswers.answer,
      createdAt: diaryAnswers.createdAt,
      updatedAt: diaryAnswers.updatedAt,
    })
    .from(diaryAnswers)
    .innerJoin(diaryQuestions, eq(diaryQuestions.id, diaryAnswers.questionId))
    .where(eq(diaryAnswers.agentId, agentId))
    .orderBy(asc(diaryQuestions.orderIndex), asc(diaryQuestions.id));
}

export function listOpenQuestions(db: Db, agentId: string, userId: string) {
  const inOrder = sql`order by ${messages.sequence}`;
  return db
    .select({
      question: sql<string>`(array_agg(coalesce(${openQuestionAskings.wholeQuestion}, ${messages.content}) ${inOrder}))[1]`,
      putAsideAt: openQuestions.putAsideAt,
      askedIn: sql<string[]>`array_agg(${messages.id} ${inOrder})`,
    })
    .from(openQuestions)
    .innerJoin(openQuestionAskings, eq(openQuestionAskings.openQuestionId, openQuestions.id))
    .innerJoin(messages, eq(messages.id, openQuestionAskings.messageId))
    .innerJoin(sessions, eq(sessions.id, messages.sessionId))
    .where(and(eq(openQuestions.agentId, agentId), isNull(openQuestions.answeredBy), eq(sessions.userId, userId)))
    .groupBy(openQuestions.id)
    .orderBy(asc(openQuestions.createdAt), asc(openQuestions.id));
}

export function listDocuments(db: Db, agentId: string) {
  return db
    .select({
      id: documents.id,
      filename: documents.filename,
      originalName: documents.originalName,
      objectPath: documents.objectPath,
      pageCount: documents.pageCount,
      status: documents.processingStatus,
      hasText: sql<boolean>`${documents.extractedText} is not null`,
      createdAt: documents.createdAt,
    })
    .from(documents)
    .where(eq(documents.agentId, agentId))
    .orderBy(asc(documents.createdAt), asc(documents.id));
}

/** Up to 5 MB: one at a time. */
export async function readExtractedText(db: Db, documentId: string): Promise<string | null> {
  const [found] = await db
    .select({ text: documents.extractedText })
    .from(documents)
    .where(eq(documents.id, documentId));
  return found?.text ?? null;
}

const chatColumns = {
  id: sessions.id,
  agentId: sessions.agentId,
  agentName: agents.name,
  name: sessions.name,
  about: sessions.about,
  createdAt: sessions.createdAt,
  updatedAt: sessions.updatedAt,
};

export function listChats(db: Db, userId: string, withPet: { agentId: string } | "pets of others") {
  const ofOthers = or(ne(agents.createdBy, userId), isNull(agents.createdBy));
  return db
    .select(chatColumns)
    .from(sessions)
    .innerJoin(agents, eq(agents.id, sessions.agentId))
    .where(
      and(
        eq(sessions.userId, userId),
        isNotNull(sessions.lastMessageAt),
        not(sessions.isTemporary),
        withPet === "pets of others" ? ofOthers : eq(sessions.agentId, withPet.agentId),
      ),
    )
    .orderBy(asc(sessions.createdAt), asc(sessions.id));
}
export type ChatRow = Awaited<ReturnType<typeof listChats>>[number];

export async function* readMessages(db: Db, sessionId: string) {
  for (let after: number | undefined; ; ) {
    const page = await db
      .select({
        id: messages.id,
        sequence: messages.sequence,
        role: messages.role,
        content: messages.content,
        help: messages.help,
        status: messages.status,
        replyTo: messages.replyTo,
        versionGroup: messages.versionGroup,
        asideWith: messages.asideWith,
        sources: messages.sources,
        choices: messages.choices,
        mark: messages.mark,
        isKept: messages.isKept,
        audioUrl: messages.audioUrl,
        createdAt: messages.createdAt,
      })
      .from(messages)
      .where(and(eq(messages.sessionId, sessionId), after === undefined ? undefined : gt(messages.sequence, after)))
      .orderBy(asc(messages.sequence))
      .limit(MESSAGES_AT_ONCE);
    yield* page;
    after = page.at(-1)?.sequence;
    if (page.length < MESSAGES_AT_ONCE) return;
  }
}

export function listQuestions(db: Db) {
  return db
    .select({ id: diaryQuestions.id, key: diaryQuestions.key, question: diaryQuestions.question })
    .from(diaryQuestions)
    .where(and(eq(diaryQuestions.isActive, true), isNull(diaryQuestions.agentId)));
}

export async function insertAnswers(tx: Db, answers: (typeof diaryAnswers.$inferInsert)[]): Promise<void> {
  if (answers.length > 0) await tx.insert(diaryAnswers).values(answers);
}

export async function insertChat(tx: Db, values: typeof sessions.$inferInsert): Promise<void> {
  await tx.insert(sessions).values(values);
}

/** Sequence numbers follow the given order. */
export async function insertMessages(tx: Db, values: readonly (typeof messages.$inferInsert)[]): Promise<void> {
  for (let at = 0; at < values.length; at += MESSAGES_AT_ONCE)
    await tx.insert(messages).values(values.slice(at, at + MESSAGES_AT_ONCE));
}

export function listSpokenByPetsOfOthers(db: Db, userId: string) {
  return db
    .select({ id: messages.id, agentId: messages.agentId })
    .from(messages)
    .innerJoin(sessions, eq(sessions.id, messages.sessionId))
    .innerJoin(agents, eq(agents.id, sessions.agentId))
    .where(
      and(
        eq(sessions.userId, userId),
        isNotNull(messages.audioUrl),
        or(ne(agents.createdBy, userId), isNull(agents.createdBy)),
      ),
    );
}

/** Nothing can be added until the end of the transaction; false where there is none. */
export async function lockAccount(tx: Db, userId: string): Promise<boolean> {
  const found = await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for("update");
  return found.length === 1;
}

/** Foreign keys delete every row of the account, or clear its reference. */
export async function deleteAccount(tx: Db, userId: string): Promise<void> {
  await tx.delete(users).where(eq(users.id, userId));
}
