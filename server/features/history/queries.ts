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
  /** A chat is found if its pet's name contains all of these words, or one of its messages does. Empty: every chat. */
  words: readonly string[];
}

export interface ChatPlace {
  /** The last chat of the page before: the time of its last message, and its id. */
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
  // A chat without messages is in no list, but it can be read and deleted by its id.
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
  /** The number of chats found; at least so many where `isTotalExact` is false. */
  total: number;
  isTotalExact: boolean;
}

/** Found chats are counted up to this number; beyond it the screen says that there are more. */
export const COUNTED_CHATS = 1_000;
/** Words count as frequent if more messages than this contain them; the index finds so many in some 20 ms. */
const FREQUENT_HITS = 5_000;
/** How many of the newest chats are searched one by one: some 100 ms. */
const CHATS_LOOKED_THROUGH = 5_000;

/** A page of chats, the one with the latest message first, and the number of chats in the whole list. */
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
 * Rare words are found with the index over all messages, and the hits are counted. For frequent words the hits are not
 * counted: the chats are searched from the newest on until the page is full.
 */
async function searchChats(db: Db, filter: ChatFilter, place: ChatPlace): Promise<FoundChats> {
  if (!isNarrow(filter) && (await isFrequent(db, filter.words))) {
    const rows = await searchNewest(db, filter, place);
    if (rows.length === place.limit) return { rows, total: COUNTED_CHATS, isTotalExact: false };
    // Few or none of the hits are in the newest chats, so the index has to find them.
  }
  return searchAll(db, filter, place);
}

/** Whether more than `COUNTED_CHATS` chats have a message with these words, judged by the first FREQUENT_HITS hits. */
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

/** Finds and counts all hits, in one statement. */
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

/** Searches chat by chat, until the page is full or `CHATS_LOOKED_THROUGH` chats were searched. */
async function searchNewest(db: Db, filter: ChatFilter, place: ChatPlace): Promise<ChatRow[]> {
  const newest = db
    .select()
    .from(sessions)
    .where(and(wanted(filter), startingAfter(sessions, place)))
    .orderBy(desc(sessions.lastMessageAt), desc(sessions.id))
    .limit(CHATS_LOOKED_THROUGH)
    // Named like the table, so that the conditions on chats also apply to it.
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

/** Whether the filter leaves so few chats that searching them one by one is faster than the index over all messages. */
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
  // Not `exists`, which PostgreSQL may turn into a search of all messages.
  return or(inArray(sessions.agentId, namedSo(db, words)), sql`${inThisChat} is not null`);
}

/** Chats whose pet's name has all words. A subquery, as with a join PostgreSQL would compare every chat with every pet. */
const namedSo = (db: Db, words: readonly string[]) =>
  db.select({ id: agents.id }).from(agents).where(containsWords(agents.name, words));

const startingAfter = ({ lastMessageAt, id }: { lastMessageAt: SQLWrapper; id: SQLWrapper }, { after }: ChatPlace) =>
  after === undefined ? undefined : sql`(${lastMessageAt}, ${id}) < (${after[0]}::timestamptz, ${after[1]}::uuid)`;

/**
 * The content as an expression that has no index, so that PostgreSQL reads the few messages of one chat instead of
 * searching the index over all messages once for each chat, which takes seconds.
 */
const contentOfOneChat = sql`(${messages.content} || '')`;

/** The newest messages of each chat that contain all words, oldest first; without words, the newest of all its messages. */
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

/** Null where there is no such chat, or where it is not this user's; any user's where `userId` is undefined. */
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

/** False where there is no such chat any more. */
export async function deleteChat(db: Db, id: string): Promise<boolean> {
  const deleted = await db.delete(sessions).where(eq(sessions.id, id)).returning({ id: sessions.id });
  return deleted.length === 1;
}
