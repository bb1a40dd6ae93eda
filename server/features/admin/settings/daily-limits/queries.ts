import { asc, eq, sql } from "drizzle-orm";
import type { Db } from "#server/platform/db/client.ts";
import type { RoleLimits } from "#shared/api/admin/settings/daily-limits.ts";
import { roleLimits, roles } from "#shared/schema.ts";

const limited = {
  id: roles.id,
  name: roles.name,
  userCount: sql<number>`(select count(*)::int from user_roles where user_roles.role_id = ${roles.id})`,
  limits: {
    messages: roleLimits.messages,
    tokens: roleLimits.tokens,
    characters: roleLimits.characters,
    seconds: roleLimits.seconds,
  },
};

export async function listRoleLimits(db: Db) {
  const rows = await db
    .select(limited)
    .from(roles)
    .leftJoin(roleLimits, eq(roleLimits.roleId, roles.id))
    .orderBy(asc(roles.name));
  return rows.map(withLimits);
}

export async function lockRoleLimits(db: Db, roleId: string) {
  await db.select({ id: roles.id }).from(roles).where(eq(roles.id, roleId)).for("no key update");
  const [found] = await db
    .select(limited)
    .from(roles)
    .leftJoin(roleLimits, eq(roleLimits.roleId, roles.id))
    .where(eq(roles.id, roleId));
  return found === undefined ? null : withLimits(found);
}

export async function saveRoleLimits(db: Db, roleId: string, wanted: RoleLimits): Promise<void> {
  await db
    .insert(roleLimits)
    .values({ roleId, ...wanted })
    .onConflictDoUpdate({ target: roleLimits.roleId, set: wanted });
}

const NO_LIMITS: RoleLimits = { messages: null, tokens: null, characters: null, seconds: null };

const withLimits = <Row extends { limits: RoleLimits | null }>(row: Row) => ({
  ...row,
  limits: row.limits ?? NO_LIMITS,
});
