import {
  and,
  asc,
  count,
  countDistinct,
  desc,
  eq,
  inArray,
  isNotNull,
  not,
  or,
  type SQL,
  type SQLWrapper,
  sql,
} from "drizzle-orm";
import { union } from "drizzle-orm/pg-core";
import type { Db } from "#server/platform/db/client.ts";
import {
  containsAccents,
  containsPairs,
  containsWords,
  containsWordsUnindexed,
  estimateCost,
  exactTime,
  foldedText,
  isIndexed,
} from "#server/platform/db/search.ts";
import { PREVIEW_MESSAGES } from "#shared/api/history.ts";
import { agents, inView, messages, sessions, users } from "#shared/schema.ts";
import { hasAccents } from "#shared/search-words.ts";

export interface ChatFilter {
  userId: string | undefined;
  agentId: string | undefined;
  /** All of them in the pet's name or in one message; empty for every chat. */
  words: readonly string[];
}

/** 0: has the accents that were typed, or none were. */
export type ChatRank = 0 | 1;

export interface ChatPlace {
  /** Time of the last message, and id, of the page's last chat. */
  after: [string, string] | undefined;
  rank: ChatRank;
  limit: number;
}

const shownChat = {
  id: sessions.id,
  name: sessions.name,
  agentId: sessions.agentId,
  agentName: agents.name,
  agentAvatarUrl: agents.avatarUrl,
  agentSpecies: agents.species,
  userId: users.id,
  userName: sql<string>`concat_ws(' ', ${users.firstName}, ${users.lastName})`,
  username: users.username,
  // A chat without messages is in no list, but can be read by its id.
  lastMessageAt: sql<Date>`coalesce(${sessions.lastMessageAt}, ${sessions.createdAt})`.mapWith(sessions.createdAt),
  sortKey: exactTime(sessions.lastMessageAt),
  messageCount: sql<number>`(select count(*)::int from ${messages} where ${messages.sessionId} = ${sessions.id} and ${inView})`,
  firstMessageAt: sql<Date>`coalesce((
    select ${messages.createdAt} from ${messages} where ${messages.sessionId} = ${sessions.id} and ${inView}
    order by ${messages.sequence} limit 1), ${sessions.createdAt})`.mapWith(sessions.createdAt),
};
export type ChatRow = NonNullable<Awaited<ReturnType<typeof findChat>>>;
export type FoundChat = ChatRow & { rank: ChatRank };

export interface FoundChats {
  rows: FoundChat[];
  /** At least so many where `isTotalExact` is false. */
  total: number;
  isTotalExact: boolean;
}

export const COUNTED_CHATS = 1_000;
/** The index finds so many in some 20 ms. */
const FREQUENT_HITS = 5_000;
/** Takes some 100 ms. */
const CHATS_LOOKED_THROUGH = 5_000;
/** By PostgreSQL's estimate: some 500 hits. */
const CHEAP_SEARCH = 2_000;

const FIRST = sql<ChatRank>`0`;

/** Stored only where folding does more than small letters. */
const foldedMessage = sql`coalesce(${messages.foldedContent}, lower(${messages.content} collate "C"))`;

export async function listChats(db: Db, filter: ChatFilter, place: ChatPlace): Promise<FoundChats> {
  if (filter.words.length > 0) return searchChats(db, filter, place);
  const [rows, total] = await Promise.all([
    db
      .select({ ...shownChat, rank: FIRST })
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

/** The index finds rare words; for frequent ones the chats are searched from the newest until the page is full. */
async function searchChats(db: Db, filter: ChatFilter, place: ChatPlace): Promise<FoundChats> {
  if (isNarrow(filter)) {
    const isRare = (await estimateCost(db, hitsOf(db, filter.words.filter(isIndexed)))) < CHEAP_SEARCH;
    return searchAll(db, filter, place, isRare ? foundByIndex(db, filter) : foundOneByOne(db, filter));
  }
  const first = await countFirstHits(db, filter.words);
  if (first.hits === FREQUENT_HITS) {
    const rows = await searchNewest(db, filter, place);
    // The screen says `more than`.
    const total = Math.min(Math.max(first.chats, rows.length) - 1, COUNTED_CHATS);
    if (rows.length === place.limit) return { rows, total, isTotalExact: false };
    // The hits are not in the newest chats, so the index has to find them.
  }
  return searchAll(db, filter, place, foundByIndex(db, filter));
}

async function countFirstHits(db: Db, words: readonly string[]): Promise<{ hits: number; chats: number }> {
  const hits = hitsOf(db, words).limit(FREQUENT_HITS).as("hits");
  const [counted] = await db.select({ hits: count(), chats: countDistinct(hits.id) }).from(hits);
  return counted ?? { hits: 0, chats: 0 };
}

async function searchAll(db: Db, filter: ChatFilter, place: ChatPlace, found: SQL | undefined): Promise<FoundChats> {
  const condition = and(wanted(filter), found);
  const matching = db.$with("matching").as(
    db
      .select({ id: sessions.id, lastMessageAt: sessions.lastMessageAt, rank: rankOf(db, filter).as("rank") })
      .from(sessions)
      .where(condition),
  );
  const page = db.$with("page").as(
    db
      .select()
      .from(matching)
      .where(startingAfter(matching, place, matching.rank))
      .orderBy(asc(matching.rank), desc(matching.lastMessageAt), desc(matching.id))
      .limit(place.limit),
  );
  const rows = await db
    .with(matching, page)
    .select({ ...shownChat, rank: page.rank, total: sql<number>`(select count(*)::int from ${matching})` })
    .from(page)
    .innerJoin(sessions, eq(sessions.id, page.id))
    .innerJoin(agents, eq(agents.id, sessions.agentId))
    .leftJoin(users, eq(users.id, sessions.userId))
    .orderBy(asc(page.rank), desc(page.lastMessageAt), desc(page.id));
  const total = rows[0]?.total ?? (place.after === undefined ? 0 : await countChats(db, condition));
  return { rows, total, isTotalExact: true };
}

/** With accents, those that have them, then the others. */
async function searchNewest(db: Db, filter: ChatFilter, place: ChatPlace): Promise<FoundChat[]> {
  const rows = await searchNewestOfRank(db, filter, place);
  if (place.rank === 1 || rows.length === place.limit || !filter.words.some(hasAccents)) return rows;
  const rest = { after: undefined, rank: 1, limit: place.limit - rows.length } as const;
  return [...rows, ...(await searchNewestOfRank(db, filter, rest))];
}

async function searchNewestOfRank(db: Db, filter: ChatFilter, place: ChatPlace): Promise<FoundChat[]> {
  const newest = db
    .select()
    .from(sessions)
    .where(and(wanted(filter), startingAfter(sessions, place)))
    .orderBy(desc(sessions.lastMessageAt), desc(sessions.id))
    .limit(CHATS_LOOKED_THROUGH)
    // Named like the table, so that the conditions on chats apply.
    .as("sessions");
  const page = db.$with("page").as(
    db
      .select({ id: newest.id })
      .from(newest)
      .where(and(foundOneByOne(db, filter), ofRank(db, filter, place.rank)))
      .orderBy(desc(newest.lastMessageAt), desc(newest.id))
      .limit(place.limit),
  );
  return db
    .with(page)
    .select({ ...shownChat, rank: sql<ChatRank>`${place.rank}::int` })
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
    not(sessions.isTemporary),
    userId === undefined ? undefined : eq(sessions.userId, userId),
    agentId === undefined ? undefined : eq(sessions.agentId, agentId),
  );
}

const isNarrow = ({ userId, agentId }: ChatFilter): boolean => userId !== undefined || agentId !== undefined;

/** One set: for two conditions joined by `or`, PostgreSQL compares every chat with all hits. */
function foundByIndex(db: Db, { words }: ChatFilter): SQL {
  const named = db
    .select({ id: sql<string | null>`${sessions.id}`.as("id") })
    .from(sessions)
    .where(inArray(sessions.agentId, namedSo(db, words)));
  return inArray(sessions.id, union(named, hitsOf(db, words)));
}

const hitsOf = (db: Db, words: readonly string[]) =>
  db
    .select({ id: messages.sessionId })
    .from(messages)
    .where(and(inView, containsWords(foldedMessage, words), containsPairs(foldedMessage, words)));

function foundOneByOne(db: Db, { words }: ChatFilter): SQL | undefined {
  const isNamedSo = namedSo(db, words, eq(agents.id, sessions.agentId));
  const inThisChat = db
    .select({ one: sql`1` })
    .from(messages)
    .where(and(eq(messages.sessionId, sessions.id), inView, containsWordsUnindexed(foldedMessage, words)))
    .limit(1);
  // Not `exists`, which PostgreSQL may turn into a search of all messages.
  return or(sql`${isNamedSo} is not null`, sql`${inThisChat} is not null`);
}

const namedSo = (db: Db, words: readonly string[], which?: SQL) =>
  db
    .select({ id: agents.id })
    .from(agents)
    .where(and(which, containsWords(foldedText(agents.name), words)));

/** Undefined where no accent was typed. Of everybody's chats only the newest are looked through for them: all would take minutes. */
function hasAccentsIn(db: Db, filter: ChatFilter): SQL | undefined {
  const { words } = filter;
  // Only a text that folding changes has accents; to fold it is what takes long.
  const inMessage = and(isNotNull(messages.foldedContent), containsAccents(messages.content, words));
  const inName = containsAccents(agents.name, words);
  if (inName === undefined) return undefined;
  const message = db
    .select({ one: sql`1` })
    .from(messages)
    .where(and(eq(messages.sessionId, sessions.id), inView, containsWordsUnindexed(foldedMessage, words), inMessage))
    .limit(1);
  const name = db
    .select({ one: sql`1` })
    .from(agents)
    .where(and(eq(agents.id, sessions.agentId), containsWords(foldedText(agents.name), words), inName));
  const isThere = sql`(${name} is not null or ${message} is not null)`;
  return isNarrow(filter) ? isThere : sql`(case when ${isAmongNewest(db, filter)} then ${isThere} else false end)`;
}

function isAmongNewest(db: Db, filter: ChatFilter): SQL {
  const oldest = db
    .select({ at: sessions.lastMessageAt, id: sessions.id })
    .from(sessions)
    .where(wanted(filter))
    .orderBy(desc(sessions.lastMessageAt), desc(sessions.id))
    .offset(CHATS_LOOKED_THROUGH - 1)
    .limit(1);
  return sql`coalesce((${sessions.lastMessageAt}, ${sessions.id}) >= ${oldest}, true)`;
}

function rankOf(db: Db, filter: ChatFilter): SQL<ChatRank> {
  const exact = hasAccentsIn(db, filter);
  return exact === undefined ? FIRST : sql<ChatRank>`(not ${exact})::int`;
}

function ofRank(db: Db, filter: ChatFilter, rank: ChatRank): SQL | undefined {
  const exact = hasAccentsIn(db, filter);
  return exact === undefined ? undefined : sql`${exact} <> ${rank === 1}`;
}

interface ChatColumns {
  lastMessageAt: SQLWrapper;
  id: SQLWrapper;
}

function startingAfter({ lastMessageAt, id }: ChatColumns, { after, rank }: ChatPlace, ranks?: SQLWrapper) {
  if (after === undefined) return undefined;
  const later = sql`(${lastMessageAt}, ${id}) < (${after[0]}::timestamptz, ${after[1]}::uuid)`;
  return ranks === undefined ? later : sql`(${ranks} > ${rank} or ${ranks} = ${rank} and ${later})`;
}

/** Oldest first; with words, only messages that hold all. */
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
    .where(and(eq(messages.sessionId, sessions.id), inView, containsWordsUnindexed(foldedMessage, words)))
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

/** Null also for a chat of another user than `userId`. */
export async function findChat(db: Db, id: string, userId: string | undefined) {
  const [row] = await db
    .select(shownChat)
    .from(sessions)
    .innerJoin(agents, eq(agents.id, sessions.agentId))
    .leftJoin(users, eq(users.id, sessions.userId))
    .where(
      and(
        eq(sessions.id, id),
        not(sessions.isTemporary),
        userId === undefined ? undefined : eq(sessions.userId, userId),
      ),
    );
  return row ?? null;
}

export async function listSpoken(db: Db, sessionId: string): Promise<string[]> {
  const spoken = await db
    .select({ id: messages.id })
    .from(messages)
    .where(and(eq(messages.sessionId, sessionId), isNotNull(messages.audioUrl)));
  return spoken.map((message) => message.id);
}

export async function deleteChat(db: Db, id: string): Promise<boolean> {
  const deleted = await db.delete(sessions).where(eq(sessions.id, id)).returning({ id: sessions.id });
  return deleted.length === 1;
}
