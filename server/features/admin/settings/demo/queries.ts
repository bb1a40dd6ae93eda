import { asc, eq, inArray, or } from "drizzle-orm";
import type { Db } from "#server/platform/db/client.ts";
import type { CurrentUser } from "#server/platform/http/access.ts";
import { ADMIN_ROLE, isAdmin } from "#shared/permissions.ts";
import { agents, roles, userRoles } from "#shared/schema.ts";

/** What other owners wrote was not meant for visitors. */
export async function listShowable(db: Db, user: CurrentUser) {
  const administrators = db
    .select({ id: userRoles.userId })
    .from(userRoles)
    .innerJoin(roles, eq(roles.id, userRoles.roleId))
    .where(eq(roles.name, ADMIN_ROLE));
  const byAdministrator = isAdmin(user) ? inArray(agents.createdBy, administrators) : undefined;
  return db
    .select({ id: agents.id, name: agents.name, isDemo: agents.isDemo })
    .from(agents)
    .where(or(eq(agents.createdBy, user.id), eq(agents.isDemo, true), byAdministrator))
    .orderBy(asc(agents.name), asc(agents.id));
}

/** Null: no demo. */
export async function moveDemo(db: Db, id: string | null): Promise<void> {
  await db.update(agents).set({ isDemo: false }).where(eq(agents.isDemo, true));
  if (id !== null) await db.update(agents).set({ isDemo: true }).where(eq(agents.id, id));
}
