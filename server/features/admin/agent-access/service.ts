import { type Caller, nameOf, record } from "#server/features/audit/service.ts";
import { endReplies } from "#server/features/replies/replies.ts";
import type { Db } from "#server/platform/db/client.ts";
import type { CurrentUser } from "#server/platform/http/access.ts";
import { conflict, notFound } from "#server/platform/http/errors.ts";
import { hasPermission, isAdmin } from "#shared/permissions.ts";
import * as queries from "./queries.ts";

/** With manage_agents alone, callers see only their own pets and no users. */
export function viewOf(user: CurrentUser): queries.View {
  const seesAll = isAdmin(user) || hasPermission(user, "manage_users") || hasPermission(user, "manage_roles");
  return { ownerId: seesAll ? undefined : user.id, showsUsers: seesAll };
}

export function grant(db: Db, by: Caller, userId: string, agentId: string) {
  return db.transaction(async (tx) => {
    const { user, agent } = await requireBoth(tx, userId, agentId);
    const access = await queries.insertAccess(tx, { userId, agentId, grantedBy: by.user.id });
    if (access === null) throw conflict(`${nameOf(user)} may use ${agent.name} already.`);
    await record(tx, entryOf("access.grant", by, user, agent));
    return { access };
  });
}

/** Ends a reply that the pet is giving the user at this moment. */
export async function revoke(db: Db, by: Caller, userId: string, agentId: string): Promise<void> {
  await db.transaction(async (tx) => {
    const { user, agent } = await requireBoth(tx, userId, agentId);
    if (!(await queries.deleteAccess(tx, userId, agentId))) throw notFound("Access");
    await record(tx, entryOf("access.revoke", by, user, agent));
  });
  await endReplies(db, { userId, agentId });
}

async function requireBoth(tx: Db, userId: string, agentId: string) {
  const found = await queries.findBoth(tx, userId, agentId);
  if (found === null) throw notFound("User or pet");
  return found;
}

const entryOf = (
  action: "access.grant" | "access.revoke",
  by: Caller,
  user: { id: string; username: string | null; email: string },
  agent: { id: string; name: string },
) => ({
  by,
  action,
  target: { kind: "agent", id: agent.id, name: agent.name } as const,
  details: { userId: user.id, user: nameOf(user) },
});
