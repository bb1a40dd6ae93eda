import { and, asc, count, desc, eq, type SQL, sql } from "drizzle-orm";
import { searchedUser } from "#server/platform/db/account-queries.ts";
import type { Db } from "#server/platform/db/client.ts";
import { accentsFirst, containsWords, exactTime, foldedText } from "#server/platform/db/search.ts";
import { agents, userAgentAccess, users } from "#shared/schema.ts";
import { searchWords } from "#shared/search-words.ts";
import type { Page, Place } from "../paged.ts";

export interface View {
  /** Only pets of this user; undefined for all. */
  ownerId: string | undefined;
  showsUsers: boolean;
}

const fullName = (table: typeof users) => sql<string>`concat_ws(' ', ${table.firstName}, ${table.lastName})`;
const agentOrder = sql<string>`lower(${agents.name})`;
const userOrder = sql<string>`lower(${fullName(users)})`;

export async function listAgents(db: Db, { ownerId, showsUsers }: View, { q, after, limit }: Page) {
  const words = searchWords(q ?? "");
  const order = accentsFirst(agentOrder, { text: agents.name, words });
  const wanted = and(
    ownerId === undefined ? undefined : eq(agents.createdBy, ownerId),
    containsWords(foldedText(agents.name), words),
  );
  const query = db
    .select({
      id: agents.id,
      name: agents.name,
      avatarUrl: agents.avatarUrl,
      language: agents.language,
      ownerName: showsUsers
        ? sql<string | null>`case when ${users.id} is not null then ${fullName(users)} end`
        : sql<null>`null`,
      createdAt: agents.createdAt,
      sortKey: order,
    })
    .from(agents)
    .leftJoin(users, eq(users.id, agents.createdBy))
    .where(and(wanted, startingAfter(order, sql`${agents.id}`, after)))
    .orderBy(asc(order), asc(agents.id));
  const [counted] = await db.select({ number: count() }).from(agents).where(wanted);
  return { rows: await query.limit(limit), total: counted?.number ?? 0 };
}

const entry = (showsUsers: boolean) => ({
  id: userAgentAccess.id,
  userId: userAgentAccess.userId,
  agentId: userAgentAccess.agentId,
  userName: showsUsers ? fullName(users) : sql<string>`''`,
  userEmail: showsUsers ? sql<string>`${users.email}` : sql<string>`''`,
  agentName: agents.name,
  right: userAgentAccess.right,
  createdAt: userAgentAccess.createdAt,
});

export async function listAccess(db: Db, { ownerId, showsUsers }: View, { q, after, limit }: Page) {
  const text = showsUsers ? sql`${searchedUser} || ' ' || ${agents.name}` : agents.name;
  const wanted = and(
    ownerId === undefined ? undefined : eq(agents.createdBy, ownerId),
    containsWords(foldedText(text), searchWords(q ?? "")),
  );
  const place =
    after === undefined
      ? undefined
      : sql`(${userAgentAccess.createdAt}, ${userAgentAccess.id}) < (${after[0]}::timestamptz, ${after[1]}::uuid)`;
  const query = db
    .select({ ...entry(showsUsers), sortKey: exactTime(userAgentAccess.createdAt) })
    .from(userAgentAccess)
    .innerJoin(users, eq(users.id, userAgentAccess.userId))
    .innerJoin(agents, eq(agents.id, userAgentAccess.agentId))
    .where(and(wanted, place))
    .orderBy(desc(userAgentAccess.createdAt), desc(userAgentAccess.id));
  const [counted] = await db
    .select({ number: count() })
    .from(userAgentAccess)
    .innerJoin(users, eq(users.id, userAgentAccess.userId))
    .innerJoin(agents, eq(agents.id, userAgentAccess.agentId))
    .where(wanted);
  return { rows: await query.limit(limit), total: counted?.number ?? 0 };
}

export async function listActiveUsers(db: Db, { q, after, limit }: Page) {
  const words = searchWords(q ?? "");
  const order = accentsFirst(userOrder, { text: searchedUser, words });
  const wanted = and(users.isActive, containsWords(foldedText(searchedUser), words));
  const query = db
    .select({ id: users.id, name: fullName(users), email: users.email, sortKey: order })
    .from(users)
    .where(and(wanted, startingAfter(order, sql`${users.id}`, after)))
    .orderBy(asc(order), asc(users.id));
  const [counted] = await db.select({ number: count() }).from(users).where(wanted);
  return { rows: await query.limit(limit), total: counted?.number ?? 0 };
}

export async function insertAccess(db: Db, values: typeof userAgentAccess.$inferInsert) {
  const [created] = await db
    .insert(userAgentAccess)
    .values(values)
    .onConflictDoNothing()
    .returning({ id: userAgentAccess.id });
  if (created === undefined) return null;
  const [found] = await db
    .select({ ...entry(true), username: users.username })
    .from(userAgentAccess)
    .innerJoin(users, eq(users.id, userAgentAccess.userId))
    .innerJoin(agents, eq(agents.id, userAgentAccess.agentId))
    .where(eq(userAgentAccess.id, created.id));
  return found ?? null;
}

/** Locked against deletion until the end of the transaction; null where one is missing. */
export async function findBoth(db: Db, userId: string, agentId: string) {
  const [user] = await db
    .select({ id: users.id, username: users.username, email: users.email })
    .from(users)
    .where(eq(users.id, userId))
    .for("key share");
  const [agent] = await db
    .select({ id: agents.id, name: agents.name, createdBy: agents.createdBy })
    .from(agents)
    .where(eq(agents.id, agentId))
    .for("key share");
  return user === undefined || agent === undefined ? null : { user, agent };
}

function startingAfter(order: SQL, id: SQL, after: Place | undefined): SQL | undefined {
  return after === undefined ? undefined : sql`(${order}, ${id}) > (${after[0]}, ${after[1]}::uuid)`;
}
