import { and, asc, eq, sql } from "drizzle-orm";
import type { Db } from "#server/platform/db/client.ts";
import { rolePermissions, roles } from "#shared/schema.ts";

const role = { id: roles.id, name: roles.name, description: roles.description, createdAt: roles.createdAt };
/** In a select from one table Drizzle leaves out the table's name, which is ambiguous here. */
const held = sql<string[]>`array(
  select permissions.name from role_permissions
  join permissions on permissions.id = role_permissions.permission_id
  where role_permissions.role_id = roles.id order by 1)`;

export function listRoles(db: Db) {
  return db
    .select({
      ...role,
      userCount: sql<number>`(select count(*)::int from user_roles where user_roles.role_id = roles.id)`,
      permissionCount: sql<number>`(select count(*)::int from role_permissions where role_permissions.role_id = roles.id)`,
    })
    .from(roles)
    .orderBy(asc(roles.name));
}

export function listRolesWithPermissions(db: Db) {
  return db
    .select({ ...role, permissions: held })
    .from(roles)
    .orderBy(asc(roles.name));
}

export async function findRole(db: Db, id: string) {
  const [found] = await db
    .select({ ...role, permissions: held })
    .from(roles)
    .where(eq(roles.id, id));
  return found ?? null;
}

export async function insertRole(db: Db, values: typeof roles.$inferInsert) {
  const [created] = await db.insert(roles).values(values).onConflictDoNothing().returning();
  return created ?? null;
}

export async function insertRolePermission(db: Db, roleId: string, permissionId: string): Promise<boolean> {
  const inserted = await db.insert(rolePermissions).values({ roleId, permissionId }).onConflictDoNothing().returning();
  return inserted.length === 1;
}

export async function deleteRolePermission(db: Db, roleId: string, permissionId: string): Promise<boolean> {
  const deleted = await db
    .delete(rolePermissions)
    .where(and(eq(rolePermissions.roleId, roleId), eq(rolePermissions.permissionId, permissionId)))
    .returning();
  return deleted.length === 1;
}
