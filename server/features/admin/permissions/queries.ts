import { asc, eq, sql } from "drizzle-orm";
import type { Db } from "#server/platform/db/client.ts";
import { ADMIN_ROLE } from "#shared/permissions.ts";
import { permissions, rolePermissions, roles } from "#shared/schema.ts";

export function listPermissions(db: Db) {
  return db.select().from(permissions).orderBy(asc(permissions.name));
}

export async function findPermission(db: Db, id: string) {
  const [found] = await db.select().from(permissions).where(eq(permissions.id, id));
  return found ?? null;
}

export async function insertPermission(db: Db, values: typeof permissions.$inferInsert) {
  const [created] = await db.insert(permissions).values(values).onConflictDoNothing().returning();
  return created ?? null;
}

export async function giveToAdministrators(db: Db, permissionId: string): Promise<void> {
  await db
    .insert(rolePermissions)
    .select(
      db
        .select({ roleId: roles.id, permissionId: sql`${permissionId}::uuid`.as("permission_id") })
        .from(roles)
        .where(eq(roles.name, ADMIN_ROLE)),
    )
    .onConflictDoNothing();
}
