import { and, count, desc, eq, exists, inArray, not, or, type Placeholder, type SQL, sql } from "drizzle-orm";
import { isAdmin } from "../../../shared/permissions.ts";
import type { PetProfileFields } from "../../../shared/pet-profile.ts";
import {
  agents,
  diaryAnswers,
  diaryQuestions,
  documents,
  petProfileColumns,
  userAgentAccess,
  users,
} from "../../../shared/schema.ts";
import { searchWords } from "../../../shared/search-words.ts";
import { builtOnce, UNNAMED } from "../../db/built-once.ts";
import type { Db } from "../../db/client.ts";
import { locks } from "../../db/locks.ts";
import { containsWords, exactTime } from "../../db/search.ts";
import type { CurrentUser } from "../../http/access.ts";

/** The columns of a pet that guards and handlers get. */
const core = {
  id: agents.id,
  name: agents.name,
  systemPrompt: agents.systemPrompt,
  language: agents.language,
  voiceName: agents.voiceName,
  avatarUrl: agents.avatarUrl,
  ...petProfileColumns,
  createdBy: agents.createdBy,
  isDemo: agents.isDemo,
  knowledgeVersion: agents.knowledgeVersion,
  embeddedModel: agents.embeddedModel,
};

const given = { id: sql.placeholder("id"), userId: sql.placeholder("userId"), limit: sql.placeholder("limit") };
const lastShown = { at: sql.placeholder("lastAt"), id: sql.placeholder("lastId") };

/** Whose pets: those of all, or those that one user may use. */
const whose = (user: CurrentUser): "all" | "own" => (isAdmin(user) ? "all" : "own");

const findAny = builtOnce((db) => selectCore(db).where(eq(agents.id, given.id)).prepare(UNNAMED));
const findOwn = builtOnce((db) =>
  selectCore(db)
    .where(and(eq(agents.id, given.id), ownOrGranted(db, given.userId)))
    .prepare(UNNAMED),
);
const findOwnOrDemo = builtOnce((db) =>
  selectCore(db)
    .where(and(eq(agents.id, given.id), orDemo(ownOrGranted(db, given.userId))))
    .prepare(UNNAMED),
);

/** Null where there is no such pet, or none that this user may use. */
export async function findUsable(db: Db, user: CurrentUser, id: string) {
  const find = isAdmin(user) ? findAny : findOwn;
  const [found] = await find(db).execute({ id, userId: user.id });
  return found ?? null;
}

/** Null where there is no such pet, or none that this user may use or meet as the demo. */
export async function findUsableOrDemo(db: Db, user: CurrentUser, id: string) {
  const find = isAdmin(user) ? findAny : findOwnOrDemo;
  const [found] = await find(db).execute({ id, userId: user.id });
  return found ?? null;
}

/** Null where no pet is the demo. */
export async function findDemo(db: Db) {
  const [found] = await selectCore(db).where(eq(agents.isDemo, true));
  return found ?? null;
}

const selectCore = (db: Db) => db.select(core).from(agents);

export interface AgentsPage {
  q?: string | undefined;
  /** Time and id of the last pet of the page before. */
  after?: [string, string] | undefined;
  limit: number;
}

interface ListShape {
  whose: "all" | "own";
  isFirst: boolean;
  words: readonly string[];
}

/** A page of the pets, and the numbers of all that `words` find and that the user made. */
function listOf(db: Db, { whose, isFirst, words }: ListShape) {
  const usable = whose === "all" ? undefined : ownOrGranted(db, given.userId);
  const found = and(usable, containsWords(sql`${agents.name}`, words));
  const place = isFirst
    ? undefined
    : sql`(${agents.createdAt}, ${agents.id}) < (${lastShown.at}::timestamptz, ${lastShown.id}::uuid)`;
  const page = db
    .select({ id: agents.id })
    .from(agents)
    .where(and(found, place))
    .orderBy(desc(agents.createdAt), desc(agents.id))
    .limit(given.limit);
  // The ids first: what each pet has read is counted for this page alone.
  const shown = selectShown(db, usable)
    .where(inArray(agents.id, page))
    .orderBy(desc(agents.createdAt), desc(agents.id));
  const counts = db
    .select({
      total: sql<number>`${db.$count(agents, found)}`.mapWith(Number),
      createdByUser: sql<number>`${db.$count(agents, eq(agents.createdBy, given.userId))}`.mapWith(Number),
    })
    .from(users)
    .where(eq(users.id, given.userId));
  return { shown: shown.prepare(UNNAMED), counts: counts.prepare(UNNAMED) };
}

const wholeList = (whose: "all" | "own") => ({
  first: builtOnce((db) => listOf(db, { whose, isFirst: true, words: [] })),
  next: builtOnce((db) => listOf(db, { whose, isFirst: false, words: [] })),
});
const wholeLists = { all: wholeList("all"), own: wholeList("own") };

/** A page of the pets that this user may use, newest first, and the numbers of all that `q` finds and that the user made. */
export async function pageOfUsable(db: Db, user: CurrentUser, { q, after, limit }: AgentsPage) {
  const words = searchWords(q ?? "");
  const isFirst = after === undefined;
  const { shown, counts } =
    words.length > 0
      ? listOf(db, { whose: whose(user), isFirst, words })
      : wholeLists[whose(user)][isFirst ? "first" : "next"](db);
  const userId = user.id;
  const [rows, [counted]] = await Promise.all([
    shown.execute({ userId, limit, lastAt: after?.[0], lastId: after?.[1] }),
    counts.execute({ userId }),
  ]);
  return { rows, total: counted?.total ?? 0, createdByUser: counted?.createdByUser ?? 0 };
}

/** A pet that this user may use, or the demo; null where it is neither. */
export async function findShown(db: Db, user: CurrentUser, id: string) {
  const usable = usableBy(db, user);
  const [row] = await selectShown(db, usable).where(and(eq(agents.id, id), orDemo(usable)));
  return row ?? null;
}

const demoToMeet = builtOnce((db) => {
  const usable = ownOrGranted(db, given.userId);
  return selectShown(db, usable)
    .where(and(eq(agents.isDemo, true), not(usable)))
    .prepare(UNNAMED);
});

/** The demo, where the user may chat with it as everybody may, but has no right to it; else null. */
export async function findDemoToMeet(db: Db, user: CurrentUser) {
  if (isAdmin(user)) return null;
  const [row] = await demoToMeet(db).execute({ userId: user.id });
  return row ?? null;
}

/** Pets with the size of what they have read and were told. */
function selectShown(db: Db, usable: SQL | undefined) {
  const read = db
    .select({
      documentCount: sql<number>`count(*)::int`.as("document_count"),
      totalPages: sql<number>`coalesce(sum(${documents.pageCount}), 0)::int`.as("total_pages"),
      isReading: sql<boolean>`coalesce(bool_or(${documents.processingStatus} in ('pending', 'processing')), false)`.as(
        "is_reading",
      ),
    })
    .from(documents)
    .where(eq(documents.agentId, agents.id))
    .as("read");
  const written = db
    .select({ diaryCount: sql<number>`count(*)::int`.as("diary_count") })
    .from(diaryAnswers)
    .innerJoin(diaryQuestions, eq(diaryQuestions.id, diaryAnswers.questionId))
    .where(and(eq(diaryAnswers.agentId, agents.id), diaryQuestions.isActive))
    .as("written");
  return db
    .select({
      ...core,
      knowledgeUpdatedAt: agents.knowledgeUpdatedAt,
      isBeyondMemory: agents.isBeyondMemory,
      createdAt: agents.createdAt,
      updatedAt: agents.updatedAt,
      documentCount: read.documentCount,
      totalPages: read.totalPages,
      isReading: read.isReading,
      diaryCount: written.diaryCount,
      sortKey: exactTime(agents.createdAt),
      isUsable: sql<boolean>`${usable ?? sql`true`}`,
    })
    .from(agents)
    .innerJoinLateral(read, sql`true`)
    .innerJoinLateral(written, sql`true`);
}

/** The locales of all pets, such as `en-US`. */
export const listLocales = (db: Db) => db.selectDistinct({ locale: agents.language }).from(agents);

export async function countCreatedBy(db: Db, userId: string): Promise<number> {
  const [counted] = await db.select({ number: count() }).from(agents).where(eq(agents.createdBy, userId));
  return counted?.number ?? 0;
}

/** Null where the owner may have one pet only and has it, even if that is being created at the same moment. */
export async function insertAgent(db: Db, values: typeof agents.$inferInsert): Promise<string | null> {
  const [created] = await db.insert(agents).values(values).onConflictDoNothing().returning({ id: agents.id });
  return created?.id ?? null;
}

/** The pet, locked until the end of the transaction; null where it does not exist any more. */
export async function lockAgent(db: Db, id: string) {
  const [found] = await db.select(core).from(agents).where(eq(agents.id, id)).for("update");
  return found ?? null;
}

export type AgentChanges = Pick<
  typeof agents.$inferSelect,
  "name" | "systemPrompt" | "avatarUrl" | "language" | "voiceName"
> &
  PetProfileFields;

export async function changeAgent(db: Db, id: string, changes: AgentChanges): Promise<void> {
  await db
    .update(agents)
    .set({ ...changes, updatedAt: sql`now()` })
    .where(eq(agents.id, id));
}

/** Deletes the pet with its diary, documents, chats and grants. Null where it does not exist any more. */
export async function deleteAgent(db: Db, id: string) {
  const [deleted] = await db
    .delete(agents)
    .where(eq(agents.id, id))
    .returning({ name: agents.name, createdBy: agents.createdBy, avatarUrl: agents.avatarUrl });
  return deleted ?? null;
}

/**
 * Locks until the end of the transaction: many may give pets their pictures at once, but not while pictures are deleted.
 */
export async function lockAvatars(tx: Db, what: "give" | "delete"): Promise<void> {
  const lock = what === "give" ? sql`pg_advisory_xact_lock_shared` : sql`pg_advisory_xact_lock`;
  await tx.execute(sql`select ${lock}(${locks.avatars}::bigint)`);
}

export async function isAvatarUsed(db: Db, avatarUrl: string): Promise<boolean> {
  const [found] = await db.select({ id: agents.id }).from(agents).where(eq(agents.avatarUrl, avatarUrl)).limit(1);
  return found !== undefined;
}

/** D12: the condition for the user's own pets and those granted to them; undefined (no condition) for an administrator. */
export const usableBy = (db: Db, user: CurrentUser): SQL | undefined =>
  isAdmin(user) ? undefined : ownOrGranted(db, user.id);

function ownOrGranted(db: Db, userId: string | Placeholder): SQL {
  const granted = db
    .select({ one: sql`1` })
    .from(userAgentAccess)
    .where(and(eq(userAgentAccess.agentId, agents.id), eq(userAgentAccess.userId, userId)));
  return sql`(${agents.createdBy} = ${userId} or ${exists(granted)})`;
}

/** The condition for the demo too, with which everybody may chat. */
export const orDemo = (usable: SQL | undefined): SQL | undefined =>
  usable === undefined ? undefined : or(usable, eq(agents.isDemo, true));
