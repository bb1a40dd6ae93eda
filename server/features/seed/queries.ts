import { and, eq, inArray, sql } from "drizzle-orm";
import type { Db } from "#server/platform/db/client.ts";
import { locks } from "#server/platform/db/locks.ts";
import { ADMIN_ROLE, type PermissionName } from "#shared/permissions.ts";
import * as tables from "#shared/schema.ts";

export async function lockSeeding(db: Db): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock(${locks.seed})`);
}

export async function insertPermissions(
  db: Db,
  values: readonly (typeof tables.permissions.$inferInsert)[],
): Promise<void> {
  await db
    .insert(tables.permissions)
    .values([...values])
    .onConflictDoNothing();
}

/** An existing role keeps what administrators gave it. */
export async function insertRole(
  db: Db,
  { permissions, ...role }: { name: string; description: string; permissions: readonly PermissionName[] },
): Promise<void> {
  const [created] = await db.insert(tables.roles).values(role).onConflictDoNothing().returning({ id: tables.roles.id });
  if (created === undefined || permissions.length === 0) return;
  const held = await db
    .select({ permissionId: tables.permissions.id })
    .from(tables.permissions)
    .where(inArray(tables.permissions.name, [...permissions]));
  await db
    .insert(tables.rolePermissions)
    .values(held.map(({ permissionId }) => ({ roleId: created.id, permissionId })));
}

export async function insertQuestions(db: Db, values: (typeof tables.diaryQuestions.$inferInsert)[]): Promise<void> {
  await db.insert(tables.diaryQuestions).values(values).onConflictDoNothing();
}

export async function insertSetting(db: Db, value: typeof tables.settings.$inferInsert): Promise<void> {
  await db.insert(tables.settings).values(value).onConflictDoNothing();
}

export async function hasUsers(db: Db): Promise<boolean> {
  const found = await db.select({ id: tables.users.id }).from(tables.users).limit(1);
  return found.length > 0;
}

export async function insertAdministrator(db: Db, values: typeof tables.users.$inferInsert): Promise<string> {
  const [created] = await db.insert(tables.users).values(values).returning({ id: tables.users.id });
  if (created === undefined) throw new Error("The administrator was not created.");
  const [role] = await db.select({ id: tables.roles.id }).from(tables.roles).where(eq(tables.roles.name, ADMIN_ROLE));
  if (role === undefined) throw new Error("There is no role for the administrator.");
  await db.insert(tables.userRoles).values({ userId: created.id, roleId: role.id });
  return created.id;
}

export async function findAccount(db: Db, username: string) {
  const { id, password, temporaryPasswordUntil } = tables.users;
  const [found] = await db
    .select({ id, password, temporaryPasswordUntil })
    .from(tables.users)
    .where(eq(tables.users.username, username));
  return found ?? null;
}

/** By the audit log. */
export async function hasSignedIn(db: Db, userId: string): Promise<boolean> {
  const { auditLog } = tables;
  const found = await db
    .select({ id: auditLog.id })
    .from(auditLog)
    .where(and(eq(auditLog.actorId, userId), eq(auditLog.action, "auth.sign_in")))
    .limit(1);
  return found.length > 0;
}

export async function findAdministrators(db: Db) {
  const { id, username, email } = tables.users;
  return db
    .select({ id, username, email })
    .from(tables.users)
    .innerJoin(tables.userRoles, eq(tables.userRoles.userId, id))
    .innerJoin(tables.roles, eq(tables.roles.id, tables.userRoles.roleId))
    .where(eq(tables.roles.name, ADMIN_ROLE))
    .orderBy(tables.users.createdAt);
}

export async function replacePassword(
  db: Db,
  userId: string,
  columns: Pick<
    typeof tables.users.$inferInsert,
    "password" | "temporaryPassword" | "isDefaultPassword" | "temporaryPasswordUntil" | "isActive"
  >,
): Promise<void> {
  await db
    .update(tables.users)
    .set({ ...columns, updatedAt: new Date() })
    .where(eq(tables.users.id, userId));
}

export async function insertPromoCode(db: Db, value: typeof tables.promoCodes.$inferInsert): Promise<void> {
  await db.insert(tables.promoCodes).values(value).onConflictDoNothing();
}

export async function insertPet(
  db: Db,
  pet: typeof tables.agents.$inferInsert,
  answers: Record<string, string>,
): Promise<void> {
  const [created] = await db
    .insert(tables.agents)
    .values({ ...pet, knowledgeVersion: 1, knowledgeUpdatedAt: new Date() })
    .returning({ id: tables.agents.id });
  if (created === undefined) throw new Error("The pet was not created.");
  const asked = await db
    .select({ id: tables.diaryQuestions.id, key: tables.diaryQuestions.key })
    .from(tables.diaryQuestions)
    .where(inArray(tables.diaryQuestions.key, Object.keys(answers)));
  const rows = asked.flatMap(({ id, key }) => {
    const answer = key === null ? undefined : answers[key];
    return answer === undefined ? [] : [{ agentId: created.id, questionId: id, answer }];
  });
  await db.insert(tables.diaryAnswers).values(rows);
}
