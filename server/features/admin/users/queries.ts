import { and, asc, count, desc, eq, ne, type SQL, sql } from "drizzle-orm";
import { accountColumns, searchedUser } from "#server/platform/db/account-queries.ts";
import type { Db } from "#server/platform/db/client.ts";
import { locks } from "#server/platform/db/locks.ts";
import { accentsFirst, containsWords, exactTime, foldedText } from "#server/platform/db/search.ts";
import type { userSorts } from "#shared/api/admin/users.ts";
import { ADMIN_ROLE } from "#shared/permissions.ts";
import { accessTokens, userRoles, users } from "#shared/schema.ts";
import { searchWords } from "#shared/search-words.ts";
import type { Page } from "../paged.ts";

const liveTokens = sql`from access_tokens
  where access_tokens.user_id = users.id and coalesce(access_tokens.expires_at > now(), true)`;

const account = {
  ...accountColumns,
  updatedAt: users.updatedAt,
  accessTokens: {
    count: sql<number>`(select count(*)::int ${liveTokens})`,
    lastUsedAt: sql<Date | null>`(select max(access_tokens.last_used_at) ${liveTokens})`.mapWith(
      accessTokens.lastUsedAt,
    ),
  },
};

export type UserSort = (typeof userSorts)[number];

const orders = {
  name: sql<string>`lower(users.first_name || ' ' || users.last_name)`,
  email: sql<string>`lower(users.email)`,
  username: sql<string>`coalesce(lower(users.username), '')`,
  created: exactTime(users.createdAt),
};

function orderOf(sort: UserSort): { by: SQL<string>; down: boolean } {
  switch (sort) {
    case "name":
    case "email":
    case "username":
    case "created":
      return { by: orders[sort], down: false };
    case "-name":
      return { by: orders.name, down: true };
    case "-email":
      return { by: orders.email, down: true };
    case "-username":
      return { by: orders.username, down: true };
    case "-created":
      return { by: orders.created, down: true };
  }
}

export async function listUsers(db: Db, sort: UserSort, { q, after, limit }: Page) {
  const { by: wished, down } = orderOf(sort);
  const by = accentsFirst(wished, { text: searchedUser, words: searchWords(q ?? ""), down });
  const place =
    after === undefined ? undefined : sql`(${by}, users.id) ${down ? sql`<` : sql`>`} (${after[0]}, ${after[1]}::uuid)`;
  const query = db
    .select({ ...account, sortKey: by })
    .from(users)
    .where(and(found(q), place))
    .orderBy(...(down ? [desc(by), desc(users.id)] : [asc(by), asc(users.id)]));
  const [counted] = await db.select({ number: count() }).from(users).where(found(q));
  return { rows: await query.limit(limit), total: counted?.number ?? 0 };
}

const found = (q: string | undefined) => containsWords(foldedText(searchedUser), searchWords(q ?? ""));

export async function findUser(db: Db, id: string) {
  const [found] = await db.select(account).from(users).where(eq(users.id, id));
  return found ?? null;
}

/** A check of it stays true until the end of the transaction. */
export async function lockUser(db: Db, id: string) {
  await db.select({ id: users.id }).from(users).where(eq(users.id, id)).for("no key update");
  return findUser(db, id);
}

export async function insertUser(db: Db, values: typeof users.$inferInsert): Promise<string | null> {
  const [created] = await db.insert(users).values(values).onConflictDoNothing().returning({ id: users.id });
  return created?.id ?? null;
}

export async function changeUser(db: Db, id: string, changes: Partial<typeof users.$inferInsert>): Promise<void> {
  await db
    .update(users)
    .set({ ...changes, updatedAt: sql`now()` })
    .where(eq(users.id, id));
}

export async function insertUserRole(db: Db, userId: string, roleId: string): Promise<boolean> {
  const inserted = await db.insert(userRoles).values({ userId, roleId }).onConflictDoNothing().returning();
  return inserted.length === 1;
}

export async function deleteUserRole(db: Db, userId: string, roleId: string): Promise<boolean> {
  const deleted = await db
    .delete(userRoles)
    .where(and(eq(userRoles.userId, userId), eq(userRoles.roleId, roleId)))
    .returning();
  return deleted.length === 1;
}

export async function lockAdministrators(db: Db): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock(${locks.administrators})`);
}

export async function countOtherActiveAdmins(db: Db, userId: string): Promise<number> {
  const [counted] = await db
    .select({ number: count() })
    .from(users)
    .where(
      and(
        ne(users.id, userId),
        users.isActive,
        sql`exists (select 1 from user_roles join roles on roles.id = user_roles.role_id
          where user_roles.user_id = users.id and roles.name = ${ADMIN_ROLE})`,
      ),
    );
  return counted?.number ?? 0;
}
