import { and, eq, gt, isNull, lt, or, sql } from "drizzle-orm";
import { accountColumns as account } from "#server/platform/db/account-queries.ts";
import { type Db, prepareQuery } from "#server/platform/db/client.ts";
import type { CurrentUser } from "#server/platform/http/access.ts";
import { OWNER_ROLE } from "#shared/permissions.ts";
import { authSessions, passwordResets, promoCodes, roles, userRoles, users } from "#shared/schema.ts";

const activeUser = prepareQuery((db) =>
  db
    .select(account)
    .from(users)
    .where(and(eq(users.id, sql.placeholder("id")), users.isActive))
    .prepare("active_user"),
);

/** Null where it was deleted or switched off. */
export async function findActiveUser(db: Db, id: string): Promise<CurrentUser | null> {
  const [found] = await activeUser(db).execute({ id });
  return found ?? null;
}

export async function findForSignIn(db: Db, username: string) {
  const [found] = await db
    .select({ user: account, password: users.password, temporaryPasswordUntil: users.temporaryPasswordUntil })
    .from(users)
    .where(eq(users.username, username));
  return found ?? null;
}

export async function findPassword(db: Db, userId: string): Promise<string | null> {
  const [found] = await db.select({ password: users.password }).from(users).where(eq(users.id, userId));
  return found?.password ?? null;
}

export async function findTemporaryPassword(db: Db, userId: string): Promise<string | null> {
  const [found] = await db.select({ hash: users.temporaryPassword }).from(users).where(eq(users.id, userId));
  return found?.hash ?? null;
}

/** False where another change was faster. */
export async function replacePassword(db: Db, userId: string, from: string, to: string): Promise<boolean> {
  const changed = await db
    .update(users)
    .set({ password: to, isDefaultPassword: false, temporaryPasswordUntil: null, updatedAt: new Date() })
    .where(and(eq(users.id, userId), eq(users.password, from)))
    .returning({ id: users.id });
  return changed.length === 1;
}

export async function deleteSessions(db: Db, userId: string): Promise<string[]> {
  const isTheirs = eq(sql`(${authSessions.sess} -> 'passport' ->> 'user')`, userId);
  const deleted = await db.delete(authSessions).where(isTheirs).returning({ sid: authSessions.sid });
  return deleted.map(({ sid }) => sid);
}

export async function deletePasswordResets(db: Db, userId: string): Promise<void> {
  await db.delete(passwordResets).where(eq(passwordResets.userId, userId));
}

const usable = () =>
  and(
    promoCodes.isActive,
    or(isNull(promoCodes.expiresAt), gt(promoCodes.expiresAt, sql`now()`)),
    or(isNull(promoCodes.maxUses), lt(promoCodes.usedCount, promoCodes.maxUses)),
  );

/** In any case and spelling, as phones write it; of several alike the exact one. */
export async function findUsablePromoCode(db: Db, code: string): Promise<string | null> {
  const [found] = await db
    .select({ id: promoCodes.id })
    .from(promoCodes)
    .where(and(sql`fold_text(${promoCodes.code}) = fold_text(${code})`, usable()))
    .orderBy(sql`${promoCodes.code} = ${code} desc`, promoCodes.createdAt)
    .limit(1);
  return found?.id ?? null;
}

export async function isPromoCodeUsable(db: Db, id: string): Promise<boolean> {
  const found = await db
    .select({ id: promoCodes.id })
    .from(promoCodes)
    .where(and(eq(promoCodes.id, id), usable()));
  return found.length === 1;
}

/** What lets the holder of a session sign up. Of several registrations at once one has it; false where another was faster. */
export async function takeFromSession(
  db: Db,
  sessionId: string,
  what: "promoCodeId" | "invitationId",
): Promise<boolean> {
  const taken = await db
    .update(authSessions)
    .set({ sess: sql`(${authSessions.sess}::jsonb - ${what}::text)::json` })
    .where(and(eq(authSessions.sid, sessionId), sql`${authSessions.sess} ->> ${what}::text is not null`))
    .returning({ sid: authSessions.sid });
  return taken.length === 1;
}

export async function consumePromoCode(db: Db, id: string): Promise<boolean> {
  const taken = await db
    .update(promoCodes)
    .set({ usedCount: sql`${promoCodes.usedCount} + 1` })
    .where(and(eq(promoCodes.id, id), usable()))
    .returning({ id: promoCodes.id });
  return taken.length === 1;
}

export async function insertOwner(db: Db, values: typeof users.$inferInsert): Promise<string | null> {
  const [created] = await db.insert(users).values(values).onConflictDoNothing().returning({ id: users.id });
  if (created === undefined) return null;
  await db.insert(userRoles).select(
    db
      .select({ userId: sql`${created.id}::uuid`.as("user_id"), roleId: roles.id })
      .from(roles)
      .where(eq(roles.name, OWNER_ROLE)),
  );
  return created.id;
}
