import { and, count, eq, gt, lt, sql } from "drizzle-orm";
import { accountColumns as account } from "#server/platform/db/account-queries.ts";
import type { Db } from "#server/platform/db/client.ts";
import type { CurrentUser } from "#server/platform/http/access.ts";
import { passwordResets, users } from "#shared/schema.ts";

/** So long the mails of an account can be counted. */
const REMEMBERED = sql`now() - interval '1 hour'`;

/** Active, oldest first. */
export async function findByEmail(db: Db, email: string, limit: number): Promise<string[]> {
  const found = await db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(sql`lower(${users.email})`, email.toLowerCase()), users.isActive))
    .orderBy(users.createdAt, users.id)
    .limit(limit);
  return found.map(({ id }) => id);
}

/** Waits for others that make one for it. */
export async function countRecentLocked(db: Db, userId: string): Promise<number> {
  await db.select({ id: users.id }).from(users).where(eq(users.id, userId)).for("update");
  const [found] = await db
    .select({ made: count() })
    .from(passwordResets)
    .where(and(eq(passwordResets.userId, userId), gt(passwordResets.createdAt, REMEMBERED)));
  return found?.made ?? 0;
}

/** Ends the older ones of the account. */
export async function insertReset(db: Db, values: typeof passwordResets.$inferInsert): Promise<void> {
  await db.update(passwordResets).set({ expiresAt: sql`now()` }).where(eq(passwordResets.userId, values.userId));
  await db.insert(passwordResets).values(values);
  await db.delete(passwordResets).where(lt(passwordResets.createdAt, REMEMBERED));
}

export async function deleteLink(db: Db, digest: string): Promise<void> {
  await db.delete(passwordResets).where(eq(passwordResets.digest, digest));
}

const isValid = (digest: string) =>
  and(eq(passwordResets.digest, digest), gt(passwordResets.expiresAt, sql`now()`), users.isActive);

export async function findByLink(db: Db, digest: string): Promise<{ user: CurrentUser; password: string } | null> {
  const [found] = await db
    .select({ user: account, password: users.password })
    .from(passwordResets)
    .innerJoin(users, eq(users.id, passwordResets.userId))
    .where(isValid(digest));
  return found ?? null;
}

/** False where another request was faster. */
export async function takeLink(db: Db, digest: string): Promise<boolean> {
  const taken = await db
    .delete(passwordResets)
    .where(and(eq(passwordResets.digest, digest), gt(passwordResets.expiresAt, sql`now()`)))
    .returning({ id: passwordResets.id });
  return taken.length === 1;
}
