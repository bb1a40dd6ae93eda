import { and, count, desc, eq, exists, inArray, not, or, type Placeholder, type SQL, sql } from "drizzle-orm";
import { type AnyPgColumn, unionAll } from "drizzle-orm/pg-core";
import { type Db, prepareQuery } from "#server/platform/db/client.ts";
import { locks } from "#server/platform/db/locks.ts";
import { accentsFirst, containsWords, exactTime, foldedText } from "#server/platform/db/search.ts";
import type { CurrentUser } from "#server/platform/http/access.ts";
import type { FamilyRight } from "#shared/api/family-right.ts";
import { isAdmin } from "#shared/permissions.ts";
import type { PetProfileFields } from "#shared/pet-profile.ts";
import {
  agents,
  contributions,
  diaryAnswers,
  diaryQuestions,
  documents,
  inMemoryColumns,
  petProfileColumns,
  userAgentAccess,
  users,
} from "#shared/schema.ts";
import { hasAccents, searchWords } from "#shared/search-words.ts";
import { isWaitingContribution } from "../contributions/contributions.ts";

const core = {
  id: agents.id,
  name: agents.name,
  systemPrompt: agents.systemPrompt,
  language: agents.language,
  voiceName: agents.voiceName,
  avatarUrl: agents.avatarUrl,
  ...petProfileColumns,
  ...inMemoryColumns,
  createdBy: agents.createdBy,
  isDemo: agents.isDemo,
  knowledgeVersion: agents.knowledgeVersion,
  embeddedModel: agents.embeddedModel,
};

export async function findUsable(db: Db, user: CurrentUser, id: string) {
  const [found] = await selectCoreFor(db, user.id).where(and(eq(agents.id, id), usableBy(db, user)));
  return found ?? null;
}

export async function findUsableOrDemo(db: Db, user: CurrentUser, id: string) {
  const [found] = await selectCoreFor(db, user.id).where(and(eq(agents.id, id), orDemo(usableBy(db, user))));
  return found ?? null;
}

export async function findDemo(db: Db) {
  const [found] = await selectCore(db).where(eq(agents.isDemo, true));
  return found ?? null;
}

const selectCore = (db: Db) => db.select(core).from(agents);

const selectCoreFor = (db: Db, userId: string) =>
  db
    .select({
      ...core,
      sharedAs: sharedAs(db, userId),
      calledAs: granted<string>(db, userId, userAgentAccess.calledAs, "called_as"),
    })
    .from(agents);

/** Of what the pet's family gave the user; null for an own pet, and for one that was not shared with them. */
function granted<Value>(db: Db, userId: string | Placeholder, column: AnyPgColumn, name: string) {
  const found = db
    .select({ value: column })
    .from(userAgentAccess)
    .where(
      and(
        eq(userAgentAccess.agentId, agents.id),
        eq(userAgentAccess.userId, userId),
        sql`${agents.createdBy} is distinct from ${userId}`,
      ),
    );
  return sql<Value | null>`(${found})`.as(name);
}

const sharedAs = (db: Db, userId: string | Placeholder) =>
  granted<FamilyRight>(db, userId, userAgentAccess.right, "shared_as");

export interface AgentsPage {
  q?: string | undefined;
  /** Time and id of the previous page's last pet. */
  after?: [string, string] | undefined;
  limit: number;
}

interface ListedPets {
  usable: SQL | undefined;
  userId: string | Placeholder;
  words: readonly string[];
  after?: AgentsPage["after"];
  limit: number | Placeholder;
}

/** Newest first, with both counts and, unless it is the user's own, the demo. One row at least, for the counts. */
function listOf(db: Db, { usable, userId, words, after, limit }: ListedPets) {
  const found = and(usable, containsWords(foldedText(agents.name), words));
  const { order, last } = orderOf(words, after?.[0]);
  const place = after === undefined ? undefined : sql`(${order}, ${agents.id}) < (${last}, ${after[1]}::uuid)`;
  const page = db
    .select({ id: agents.id })
    .from(agents)
    .where(and(found, place))
    .orderBy(desc(order), desc(agents.id))
    .limit(limit);
  // What a pet has read is counted for these ids alone.
  const shownIds = usable === undefined ? page : unionAll(page, demoToMeet(db, usable));
  const pet = selectShown(db, { usable, userId, words }).where(inArray(agents.id, shownIds)).as("pet");
  const numbers = db
    .select({
      total: sql<number>`${db.$count(agents, found)}`.mapWith(Number).as("total"),
      createdByUser: sql<number>`${db.$count(agents, eq(agents.createdBy, userId))}`
        .mapWith(Number)
        .as("created_by_user"),
    })
    .from(users)
    .where(eq(users.id, userId))
    .as("numbers");
  return db.select().from(numbers).leftJoin(pet, sql`true`).orderBy(desc(pet.sortKey), desc(pet.id));
}

const given = { userId: sql.placeholder("userId"), limit: sql.placeholder("limit") };
const firstOfAll = prepareQuery((db) => listOf(db, { ...given, words: [], usable: undefined }).prepare("all_pets"));
const firstOfOwn = prepareQuery((db) =>
  listOf(db, { ...given, words: [], usable: ownOrGranted(db, given.userId) }).prepare("own_pets"),
);

export async function pageOfUsable(db: Db, user: CurrentUser, { q, after, limit }: AgentsPage) {
  const words = searchWords(q ?? "");
  const userId = user.id;
  const first = isAdmin(user) ? firstOfAll : firstOfOwn;
  const rows = await (words.length === 0 && after === undefined
    ? first(db).execute({ userId, limit })
    : listOf(db, { usable: usableBy(db, user), userId, words, after, limit }));
  const pets = rows.flatMap((row) => row.pet ?? []);
  return {
    rows: pets.filter(({ isUsable }) => isUsable),
    demo: pets.find(({ isUsable }) => !isUsable) ?? null,
    total: rows[0]?.numbers.total ?? 0,
    createdByUser: rows[0]?.numbers.createdByUser ?? 0,
  };
}

/** Pets with the accents that were typed come first. */
function orderOf(words: readonly string[], lastAt: string | undefined) {
  return words.some(hasAccents)
    ? { order: sortKey(words), last: sql`${lastAt}` }
    : { order: sql`${agents.createdAt}`, last: sql`${lastAt}::timestamptz` };
}

const sortKey = (words: readonly string[]) =>
  accentsFirst(exactTime(agents.createdAt), { text: agents.name, words, down: true });

export async function findShown(db: Db, user: CurrentUser, id: string) {
  const usable = usableBy(db, user);
  const [row] = await selectShown(db, { usable, userId: user.id, words: [] }).where(
    and(eq(agents.id, id), orDemo(usable)),
  );
  return row ?? null;
}

/** Where the user may only chat with it as everybody may. */
const demoToMeet = (db: Db, usable: SQL) =>
  db
    .select({ id: agents.id })
    .from(agents)
    .where(and(eq(agents.isDemo, true), not(usable)));

function selectShown(db: Db, { usable, userId, words }: Pick<ListedPets, "usable" | "userId" | "words">) {
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
      sortKey: sortKey(words).as("sort_key"),
      contributionsWaiting:
        sql<number>`${db.$count(contributions, and(eq(contributions.agentId, agents.id), isWaitingContribution))}`
          .mapWith(Number)
          .as("contributions_waiting"),
      isUsable: sql<boolean>`${usable ?? sql`true`}`.as("is_usable"),
      sharedAs: sharedAs(db, userId),
    })
    .from(agents)
    .innerJoinLateral(read, sql`true`)
    .innerJoinLateral(written, sql`true`);
}

export async function countCreatedBy(db: Db, userId: string): Promise<number> {
  const [counted] = await db.select({ number: count() }).from(agents).where(eq(agents.createdBy, userId));
  return counted?.number ?? 0;
}

/** Null where the owner has the one pet they may have, even if both are created at once. */
export async function insertAgent(db: Db, values: typeof agents.$inferInsert): Promise<string | null> {
  const [created] = await db.insert(agents).values(values).onConflictDoNothing().returning({ id: agents.id });
  return created?.id ?? null;
}

/** Until the end of the transaction; null where it is gone. */
export async function lockAgent(db: Db, id: string) {
  const [found] = await db.select(core).from(agents).where(eq(agents.id, id)).for("update");
  return found ?? null;
}

export type AgentChanges = Pick<
  typeof agents.$inferSelect,
  "name" | "systemPrompt" | "avatarUrl" | "language" | "voiceName"
> &
  PetProfileFields;

export type InMemory = Pick<typeof agents.$inferSelect, "diedOn" | "atRest">;

export async function changeAgent(db: Db, id: string, changes: AgentChanges | InMemory): Promise<void> {
  await db
    .update(agents)
    .set({ ...changes, updatedAt: sql`now()` })
    .where(eq(agents.id, id));
}

/** With diary, documents, chats and grants. Null where it is gone. */
export async function deleteAgent(db: Db, id: string) {
  const [deleted] = await db
    .delete(agents)
    .where(eq(agents.id, id))
    .returning({ name: agents.name, createdBy: agents.createdBy, avatarUrl: agents.avatarUrl });
  return deleted ?? null;
}

/** Many may give pictures at once, but not while pictures are deleted. */
export async function lockAvatars(tx: Db, what: "give" | "delete"): Promise<void> {
  const lock = what === "give" ? sql`pg_advisory_xact_lock_shared` : sql`pg_advisory_xact_lock`;
  await tx.execute(sql`select ${lock}(${locks.avatars}::bigint)`);
}

export async function isAvatarUsed(db: Db, avatarUrl: string): Promise<boolean> {
  const [found] = await db.select({ id: agents.id }).from(agents).where(eq(agents.avatarUrl, avatarUrl)).limit(1);
  return found !== undefined;
}

/** Own and granted pets; undefined (no condition) for an administrator. */
export const usableBy = (db: Db, user: CurrentUser): SQL | undefined =>
  isAdmin(user) ? undefined : ownOrGranted(db, user.id);

function ownOrGranted(db: Db, userId: string | Placeholder): SQL {
  const granted = db
    .select({ one: sql`1` })
    .from(userAgentAccess)
    .where(and(eq(userAgentAccess.agentId, agents.id), eq(userAgentAccess.userId, userId)));
  return sql`(${agents.createdBy} = ${userId} or ${exists(granted)})`;
}

export const orDemo = (usable: SQL | undefined): SQL | undefined =>
  usable === undefined ? undefined : or(usable, eq(agents.isDemo, true));
