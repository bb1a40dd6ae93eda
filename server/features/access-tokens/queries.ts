import { and, count, desc, eq, gt, isNull, lt, or, sql } from "drizzle-orm";
import { accountColumns as account } from "#server/platform/db/account-queries.ts";
import type { Db } from "#server/platform/db/client.ts";
import { accessTokens, users } from "#shared/schema.ts";

const shown = {
  id: accessTokens.id,
  name: accessTokens.name,
  scopes: accessTokens.scopes,
  createdAt: accessTokens.createdAt,
  expiresAt: accessTokens.expiresAt,
  lastUsedAt: accessTokens.lastUsedAt,
};

export const listTokens = (db: Db, userId: string) =>
  db
    .select(shown)
    .from(accessTokens)
    .where(eq(accessTokens.userId, userId))
    .orderBy(desc(accessTokens.createdAt), desc(accessTokens.id));

/** Waits for others that make one for the account. */
export async function countTokensLocked(db: Db, userId: string): Promise<number> {
  await db.select({ id: users.id }).from(users).where(eq(users.id, userId)).for("update");
  const [found] = await db.select({ held: count() }).from(accessTokens).where(eq(accessTokens.userId, userId));
  return found?.held ?? 0;
}

export async function insertToken(db: Db, values: typeof accessTokens.$inferInsert) {
  const [made] = await db.insert(accessTokens).values(values).returning(shown);
  if (made === undefined) throw new Error("The access token was not stored.");
  return made;
}

export async function deleteToken(db: Db, userId: string, id: string): Promise<{ id: string; name: string } | null> {
  const [deleted] = await db
    .delete(accessTokens)
    .where(and(eq(accessTokens.id, id), eq(accessTokens.userId, userId)))
    .returning({ id: accessTokens.id, name: accessTokens.name });
  return deleted ?? null;
}

export async function deleteTokens(db: Db, userId: string): Promise<number> {
  const deleted = await db
    .delete(accessTokens)
    .where(eq(accessTokens.userId, userId))
    .returning({ id: accessTokens.id });
  return deleted.length;
}

/** Alive, of an active user with a password of their own. */
export async function findByToken(db: Db, digest: string) {
  const [found] = await db
    .select({ id: accessTokens.id, scopes: accessTokens.scopes, user: account })
    .from(accessTokens)
    .innerJoin(users, eq(users.id, accessTokens.userId))
    .where(
      and(
        eq(accessTokens.digest, digest),
        or(isNull(accessTokens.expiresAt), gt(accessTokens.expiresAt, sql`now()`)),
        users.isActive,
        eq(users.isDefaultPassword, false),
      ),
    );
  return found ?? null;
}

/** Once a minute. */
export async function noteUse(db: Db, id: string): Promise<void> {
  const isOld = or(isNull(accessTokens.lastUsedAt), lt(accessTokens.lastUsedAt, sql`now() - interval '1 minute'`));
  await db
    .update(accessTokens)
    .set({ lastUsedAt: sql`now()` })
    .where(and(eq(accessTokens.id, id), isOld));
}
