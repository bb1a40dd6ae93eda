import { type Caller, nameOf, record } from "#server/features/audit/service.ts";
import { changeMember, removeMember } from "#server/features/family/service.ts";
import type { Db } from "#server/platform/db/client.ts";
import type { CurrentUser } from "#server/platform/http/access.ts";
import { conflict, forbiddenError, notFound } from "#server/platform/http/errors.ts";
import type { FamilyRight } from "#shared/api/family-right.ts";
import { hasPermission, isAdmin } from "#shared/permissions.ts";
import * as queries from "./queries.ts";

/** With manage_agents alone, callers see only their own pets and no users. */
export function viewOf(user: CurrentUser): queries.View {
  const seesAll = isAdmin(user) || hasPermission(user, "manage_users") || hasPermission(user, "manage_roles");
  return { ownerId: seesAll ? undefined : user.id, showsUsers: seesAll };
}

interface Grant {
  userId: string;
  agentId: string;
  right: FamilyRight;
}

export function grant(db: Db, by: Caller, { userId, agentId, right }: Grant) {
  requireMayGive(by, right);
  return db.transaction(async (tx) => {
    const { user, agent } = await requireBoth(tx, userId, agentId);
    const access = await queries.insertAccess(tx, { userId, agentId, right, grantedBy: by.user.id });
    if (access === null) throw conflict(`${nameOf(user)} may use ${agent.name} already.`);
    await record(tx, {
      by,
      action: "access.grant",
      target: { kind: "agent", id: agent.id, name: agent.name },
      details: { userId: user.id, user: nameOf(user), right },
    });
    return { access };
  });
}

export async function change(db: Db, by: Caller, { userId, agentId, right }: Grant): Promise<void> {
  requireMayGive(by, right);
  const { agent } = await requireBoth(db, userId, agentId);
  await changeMember(db, by, agent, userId, { right });
}

/** Ends a reply that the pet is giving the user at this moment. */
export async function revoke(db: Db, by: Caller, userId: string, agentId: string): Promise<void> {
  const { agent } = await requireBoth(db, userId, agentId);
  await removeMember(db, by, agent, userId);
}

/** What lets others change a pet is not in the gift of those who may not change it themselves. */
function requireMayGive({ user }: Caller, right: FamilyRight): void {
  if (right !== "talk" && !isAdmin(user))
    throw forbiddenError("Only an administrator can let somebody change or add to a pet.");
}

async function requireBoth(tx: Db, userId: string, agentId: string) {
  const found = await queries.findBoth(tx, userId, agentId);
  if (found === null) throw notFound("User or pet");
  return found;
}
