import {
  and,
  asc,
  count,
  countDistinct,
  desc,
  eq,
  inArray,
  isNotNull,
  or,
  type SQL,
  type SQLWrapper,
  sql,
} from "drizzle-orm";
import { PREVIEW_MESSAGES } from "../../../shared/api/history.ts";
import { agents, messages, sessions, users } from "../../../shared/schema.ts";
import type { Db } from "../../db/client.ts";
import { containsWords, exactTime } from "../../db/search.ts";

export interface ChatFilter {
  /** Chats of this user only; undefined for everybody's. */
  userId: string | undefined;
  agentId: string | undefined;
  /** Each of them in the pet's name, or each in one message. None: every chat. */
  words: readonly string[];
}

export interface ChatPlace {
  /** The last chat of the page before: when it had its last message, and its id. */
  after: [string, string] | undefined;
  limit: number;
}

const shownChat = {
  id: sessions.id,
  name: sessions.name,
  agentId: sessions.agentId,
  agentName: agents.name,
  agentAvatarUrl: agents.avatarUrl,
  userId: users.id,
  userName: sql<string>`concat_ws(' ', ${users.firstName}, ${users.lastName})`,
  username: users.username,
  // A chat without messages is in no list, but may be looked at and deleted.
  lastMessageAt: sql<Date>`coalesce(${sessions.lastMessageAt}, ${sessions.createdAt})`.mapWith(sessions.createdAt),
  sortKey: exactTime(sessions.lastMessageAt),
  messageCount: sql<number>`(select count(*)::int from ${messages} where ${messages.sessionId} = ${sessions.id})`,
  firstMessageAt: sql<Date>`coalesce((
    select ${messages.createdAt} from ${messages} where ${messages.sessionId} = ${sessions.id}
    order by ${messages.sequence} limit 1), ${sessions.createdAt})`.mapWith(sessions.createdAt),
};
export type ChatRow = NonNullable<Awaited<ReturnType<typeof findChat>>>;

export interface FoundChats {
  rows: ChatRow[];
  /** At least so many where it is not exact. */
  total: number;
  isTotalExact: boolean;
}

/** Of a search that finds more chats than this, it is said that it finds more. */
export const COUNTED_CHATS = 1_000;
/** Messages that are found before words count as frequent: the index gives so many in some 20 ms. */
const FREQUENT_HITS = 5_000;
/** Some 100 ms of work, wasted where none of them has the words. */
const CHATS_LOOKED_THROUGH = 5_000;

/** The chats of a list from one place on, the one with the latest message first, and how many the whole list has. */
export async function listChats(db: Db, filter: ChatFilter, place: ChatPlace): Promise<FoundChats> {
  if (filter.words.length > 0) return searchChats(db, filter, place);
  const [rows, total] = await Promise.all([
    db
      .select(shownChat)
      .from(sessions)
      .innerJoin(agents, eq(agents.id, sessions.agentId))
      .leftJoin(users, eq(users.id, sessions.userId))
      .where(and(wanted(filter), startingAfter(sessions, place)))
      .orderBy(desc(sessions.lastMessageAt), desc(sessions.id))
      .limit(place.limit),
    countChats(db, wanted(filter)),
  ]);
  return { rows, total, isTotalExact: true };
}

/**
 * Few hits are all found by the index over all messages, counted and shown. Of thousands the count is given up, and the
 * chats are looked through from the newest on: soon a page is full.
 */
async function searchChats(db: Db, filter: ChatFilter, place: ChatPlace): Promise<FoundChats> {
  if (!isNarrow(filter) && (await isFrequent(db, filter.words))) {
    const rows = await searchNewest(db, filter, place);
    if (rows.length === place.limit) return { rows, total: COUNTED_CHATS, isTotalExact: false };
    // The newest chats hold few of the hits, or none.
  }
  return searchAll(db, filter, place);
}

/** Whether more than `COUNTED_CHATS` chats have a message with these words, as far as the first hits tell. */
async function isFrequent(db: Db, words: readonly string[]): Promise<boolean> {
  const hits = db
    .select({ sessionId: messages.sessionId })
    .from(messages)
    .where(containsWords(messages.content, words))
    .limit(FREQUENT_HITS)
    .as("hits");
  const [counted] = await db.select({ hits: count(), chats: countDistinct(hits.sessionId) }).from(hits);
  return counted !== undefined && counted.hits === FREQUENT_HITS && counted.chats > COUNTED_CHATS;
}

/** What is found is both counted and shown, by one statement. */
async function searchAll(db: Db, filter: ChatFilter, place: ChatPlace): Promise<FoundChats> {
  const condition = and(wanted(filter), isNarrow(filter) ? foundOneByOne(db, filter) : foundByIndex(db, filter));
  const matching = db
    .$with("matching")
    .as(db.select({ id: sessions.id, lastMessageAt: sessions.lastMessageAt }).from(sessions).where(condition));
  const page = db
    .$with("page")
    .as(
      db
        .select()
        .from(matching)
        .where(startingAfter(matching, place))
        .orderBy(desc(matching.lastMessageAt), desc(matching.id))
        .limit(place.limit),
    );
  const rows = await db
    .with(matching, page)
    .select({ ...shownChat, total: sql<number>`(select count(*)::int from ${matching})` })
    .from(page)
    .innerJoin(sessions, eq(sessions.id, page.id))
    .innerJoin(agents, eq(agents.id, sessions.agentId))
    .leftJoin(users, eq(users.id, sessions.userId))
    .orderBy(desc(page.lastMessageAt), desc(page.id));
  const total = rows[0]?.total ?? (place.after === undefined ? 0 : await countChats(db, condition));
  return { rows, total, isTotalExact: true };
}

/** Ends with the page, or when `CHATS_LOOKED_THROUGH` chats were looked through. */
async function searchNewest(db: Db, filter: ChatFilter, place: ChatPlace): Promise<ChatRow[]> {
  const newest = db
    .select()
    .from(sessions)
    .where(and(wanted(filter), startingAfter(sessions, place)))
    .orderBy(desc(sessions.lastMessageAt), desc(sessions.id))
    .limit(CHATS_LOOKED_THROUGH)
    // So that the conditions on chats are those on these.
    .as("sessions");
  const page = db
    .$with("page")
    .as(
      db
        .select({ id: newest.id })
        .from(newest)
        .where(foundOneByOne(db, filter))
        .orderBy(desc(newest.lastMessageAt), desc(newest.id))
        .limit(place.limit),
    );
  return db
    .with(page)
    .select(shownChat)
    .from(page)
    .innerJoin(sessions, eq(sessions.id, page.id))
    .innerJoin(agents, eq(agents.id, sessions.agentId))
    .leftJoin(users, eq(users.id, sessions.userId))
    .orderBy(desc(sessions.lastMessageAt), desc(sessions.id));
}

async function countChats(db: Db, condition: SQL | undefined): Promise<number> {
  const [counted] = await db.select({ number: count() }).from(sessions).where(condition);
  return counted?.number ?? 0;
}

function wanted({ userId, agentId }: ChatFilter): SQL | undefined {
  return and(
    isNotNull(sessions.lastMessageAt),
    userId === undefined ? undefined : eq(sessions.userId, userId),
    agentId === undefined ? undefined : eq(sessions.agentId, agentId),
  );
}

/** Few chats, which are looked through one by one; everybody's are found by the index over all messages. */
const isNarrow = ({ userId, agentId }: ChatFilter): boolean => userId !== undefined || agentId !== undefined;

const foundByIndex = (db: Db, { words }: ChatFilter): SQL | undefined =>
  or(
    inArray(sessions.agentId, namedSo(db, words)),
    inArray(
      sessions.id,
      db.select({ id: messages.sessionId }).from(messages).where(containsWords(messages.content, words)),
    ),
  );

function foundOneByOne(db: Db, { words }: ChatFilter): SQL | undefined {
  const inThisChat = db
    .select({ one: sql`1` })
    .from(messages)
    .where(and(eq(messages.sessionId, sessions.id), containsWords(contentOfOneChat, words)))
    .limit(1);
  // Not `exists`, of which the database may make a search through all messages.
  return or(inArray(sessions.agentId, namedSo(db, words)), sql`${inThisChat} is not null`);
}

/** A condition on chats alone: joined with pets, the database would compare every chat with every pet. */
const namedSo = (db: Db, words: readonly string[]) =>
  db.select({ id: agents.id }).from(agents).where(containsWords(agents.name, words));

const startingAfter = ({ lastMessageAt, id }: { lastMessageAt: SQLWrapper; id: SQLWrapper }, { after }: ChatPlace) =>
  after === undefined ? undefined : sql`(${lastMessageAt}, ${id}) < (${after[0]}::timestamptz, ${after[1]}::uuid)`;

/**
 * Keeps the database from asking the index over all messages once for each chat, which takes seconds: the few messages of
 * one chat are read instead.
 */
const contentOfOneChat = sql`(${messages.content} || '')`;

/** The newest messages of each chat, oldest first: those that hold every word, or any where there is none. */
export async function newestMessages(db: Db, sessionIds: readonly string[], words: readonly string[], length?: number) {
  if (sessionIds.length === 0) return [];
  const newest = db
    .select({
      id: messages.id,
      sequence: messages.sequence,
      role: messages.role,
      content: (length === undefined
        ? sql<string>`${messages.content}`
        : sql<string>`left(${messages.content}, ${length})`
      ).as("shown"),
      createdAt: messages.createdAt,
    })
    .from(messages)
    .where(and(eq(messages.sessionId, sessions.id), containsWords(contentOfOneChat, words)))
    .orderBy(desc(messages.sequence))
    .limit(PREVIEW_MESSAGES)
    .as("newest");
  return db
    .select({
      sessionId: sessions.id,
      id: newest.id,
      role: newest.role,
      content: newest.content,
      createdAt: newest.createdAt,
    })
    .from(sessions)
    .innerJoinLateral(newest, sql`true`)
    .where(inArray(sessions.id, [...sessionIds]))
    .orderBy(asc(newest.sequence));
}

/** Null where there is no such chat, or none of this user's. */
export async function findChat(db: Db, id: string, userId: string | undefined) {
  const [row] = await db
    .select(shownChat)
    .from(sessions)
    .innerJoin(agents, eq(agents.id, sessions.agentId))
    .leftJoin(users, eq(users.id, sessions.userId))
    .where(and(eq(sessions.id, id), userId === undefined ? undefined : eq(sessions.userId, userId)));
  return row ?? null;
}

/** Ids of the replies that have audio. */
export async function listSpoken(db: Db, sessionId: string): Promise<string[]> {
  const spoken = await db
    .select({ id: messages.id })
    .from(messages)
    .where(and(eq(messages.sessionId, sessionId), isNotNull(messages.audioUrl)));
  return spoken.map((message) => message.id);
}

/** False where it is gone already. */
export async function deleteChat(db: Db, id: string): Promise<boolean> {
  const deleted = await db.delete(sessions).where(eq(sessions.id, id)).returning({ id: sessions.id });
  return deleted.length === 1;
}
