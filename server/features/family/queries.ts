import { and, asc, count, desc, eq, gt, isNotNull, isNull, lt, or, sql } from "drizzle-orm";
import type { Db } from "#server/platform/db/client.ts";
import type { FamilyRight } from "#shared/api/family-right.ts";
import { agentInvitations, agents, inView, messages, sessions, userAgentAccess, users } from "#shared/schema.ts";

const fullName = sql<string>`concat_ws(' ', ${users.firstName}, ${users.lastName})`;

/** `owner`: null for a pet without one. */
export async function findPetOfFamily(db: Db, agentId: string) {
  const [found] = await db
    .select({
      owner: sql<string | null>`case when ${users.id} is null then null else ${fullName} end`,
      approvesContributions: agents.approvesContributions,
    })
    .from(agents)
    .leftJoin(users, eq(users.id, agents.createdBy))
    .where(eq(agents.id, agentId));
  return found ?? { owner: null, approvesContributions: true };
}

export async function setApproval(tx: Db, agentId: string, approvesContributions: boolean): Promise<void> {
  await tx.update(agents).set({ approvesContributions }).where(eq(agents.id, agentId));
}

/** With how much each has talked with the pet, in chats that are kept. */
export function listMembers(db: Db, agentId: string) {
  const kept = and(
    eq(sessions.userId, userAgentAccess.userId),
    eq(sessions.agentId, agentId),
    isNotNull(sessions.lastMessageAt),
    eq(sessions.isTemporary, false),
  );
  const said = db
    .select({ number: count() })
    .from(messages)
    .innerJoin(sessions, eq(sessions.id, messages.sessionId))
    .where(and(kept, eq(messages.role, "user"), inView));
  return db
    .select({
      userId: userAgentAccess.userId,
      name: fullName,
      right: userAgentAccess.right,
      calledAs: userAgentAccess.calledAs,
      since: userAgentAccess.createdAt,
      chats: db.$count(sessions, kept),
      messages: sql<number>`(${said})`.mapWith(Number),
    })
    .from(userAgentAccess)
    .innerJoin(users, eq(users.id, userAgentAccess.userId))
    .where(eq(userAgentAccess.agentId, agentId))
    .orderBy(asc(userAgentAccess.createdAt), asc(userAgentAccess.id));
}

const canBeTaken = and(
  isNull(agentInvitations.revokedAt),
  users.isActive,
  or(isNull(agentInvitations.expiresAt), gt(agentInvitations.expiresAt, sql`now()`)),
  or(isNull(agentInvitations.maxUses), lt(agentInvitations.usedCount, agentInvitations.maxUses)),
);

/** Those that can be taken, newest first. */
export const listInvitations = (db: Db, agentId: string) =>
  selectInvitations(db)
    .where(and(eq(agentInvitations.agentId, agentId), canBeTaken))
    .orderBy(desc(agentInvitations.createdAt), desc(agentInvitations.id));

export async function findInvitation(db: Db, id: string) {
  const [found] = await selectInvitations(db).where(eq(agentInvitations.id, id));
  return found ?? null;
}

const selectInvitations = (db: Db) =>
  db
    .select({
      id: agentInvitations.id,
      right: agentInvitations.right,
      calledAs: agentInvitations.calledAs,
      invitedBy: users.firstName,
      createdAt: agentInvitations.createdAt,
      expiresAt: agentInvitations.expiresAt,
      maxUses: agentInvitations.maxUses,
      usedCount: agentInvitations.usedCount,
    })
    .from(agentInvitations)
    .innerJoin(users, eq(users.id, agentInvitations.invitedBy));

/** So that of two at once one sees the other's link. */
export async function countInvitationsLocked(tx: Db, agentId: string): Promise<number> {
  await tx.select({ id: agents.id }).from(agents).where(eq(agents.id, agentId)).for("no key update");
  return (await listInvitations(tx, agentId)).length;
}

export async function insertInvitation(db: Db, values: typeof agentInvitations.$inferInsert): Promise<string> {
  const [made] = await db.insert(agentInvitations).values(values).returning({ id: agentInvitations.id });
  if (made === undefined) throw new Error("An insert returned no row.");
  return made.id;
}

/** What a link leads to, whether it can be taken or not. */
const selectOffers = (db: Db) =>
  db
    .select({
      id: agentInvitations.id,
      right: agentInvitations.right,
      calledAs: agentInvitations.calledAs,
      invitedBy: users.firstName,
      isRevoked: sql<boolean>`(${agentInvitations.revokedAt} is not null or ${users.isActive} is not true)`,
      isExpired: sql<boolean>`coalesce(${agentInvitations.expiresAt} <= now(), false)`,
      isUsedUp: sql<boolean>`coalesce(${agentInvitations.usedCount} >= ${agentInvitations.maxUses}, false)`,
      pet: {
        id: agents.id,
        name: agents.name,
        species: agents.species,
        language: agents.language,
        avatarUrl: agents.avatarUrl,
        createdBy: agents.createdBy,
      },
    })
    .from(agentInvitations)
    .leftJoin(agents, eq(agents.id, agentInvitations.agentId))
    .leftJoin(users, eq(users.id, agentInvitations.invitedBy));

export type Offer = Awaited<ReturnType<typeof selectOffers>>[number];
export type OfferKey = { digest: string } | { id: string };

const isOffered = (which: OfferKey) =>
  "digest" in which ? eq(agentInvitations.digest, which.digest) : eq(agentInvitations.id, which.id);

export async function findOffer(db: Db, which: OfferKey): Promise<Offer | null> {
  const [found] = await selectOffers(db).where(isOffered(which));
  return found ?? null;
}

/** Until the end of the transaction, so that those who take a link at once take it one after the other. */
export async function lockOffer(tx: Db, which: OfferKey): Promise<Offer | null> {
  await tx.select({ id: agentInvitations.id }).from(agentInvitations).where(isOffered(which)).for("update");
  return findOffer(tx, which);
}

export async function countUse(tx: Db, id: string): Promise<void> {
  await tx
    .update(agentInvitations)
    .set({ usedCount: sql`${agentInvitations.usedCount} + 1` })
    .where(eq(agentInvitations.id, id));
}

/** Null where the pet has no such link that holds. */
export async function revokeInvitation(tx: Db, agentId: string, id: string) {
  const [revoked] = await tx
    .update(agentInvitations)
    .set({ revokedAt: sql`now()` })
    .where(and(eq(agentInvitations.id, id), eq(agentInvitations.agentId, agentId), isNull(agentInvitations.revokedAt)))
    .returning({ right: agentInvitations.right });
  return revoked ?? null;
}

/** `cameBy`: the link by which somebody came, too. */
export async function revokeLinksOf(tx: Db, member: Member, cameBy: string | null): Promise<void> {
  const made = and(eq(agentInvitations.agentId, member.agentId), eq(agentInvitations.invitedBy, member.userId));
  await tx
    .update(agentInvitations)
    .set({ revokedAt: sql`now()` })
    .where(and(isNull(agentInvitations.revokedAt), cameBy === null ? made : or(made, eq(agentInvitations.id, cameBy))));
}

/** Long enough for whoever opens one to be told that the pet is gone. */
const DEAD_LINK_DAYS = 90;

export async function deleteDeadLinks(db: Db): Promise<void> {
  const isOld = sql`${agentInvitations.createdAt} < now() - make_interval(days => ${DEAD_LINK_DAYS}::int)`;
  await db.delete(agentInvitations).where(and(isNull(agentInvitations.agentId), isOld));
}

export interface Member {
  agentId: string;
  userId: string;
}

const isMember = ({ agentId, userId }: Member) =>
  and(eq(userAgentAccess.agentId, agentId), eq(userAgentAccess.userId, userId));

export async function findMember(db: Db, member: Member) {
  const [found] = await db
    .select({
      right: userAgentAccess.right,
      calledAs: userAgentAccess.calledAs,
      invitationId: userAgentAccess.invitationId,
      username: users.username,
      email: users.email,
    })
    .from(userAgentAccess)
    .innerJoin(users, eq(users.id, userAgentAccess.userId))
    .where(isMember(member));
  return found ?? null;
}

/** For somebody who is in the family, the new right takes the place of the former. */
export async function putMember(tx: Db, values: typeof userAgentAccess.$inferInsert): Promise<void> {
  const { right, invitationId, grantedBy } = values;
  const raised = { right, invitationId, grantedBy };
  await tx
    .insert(userAgentAccess)
    .values(values)
    .onConflictDoUpdate({ target: [userAgentAccess.userId, userAgentAccess.agentId], set: raised });
}

export async function changeMember(
  tx: Db,
  member: Member,
  changes: { right?: FamilyRight; calledAs?: string | null },
): Promise<void> {
  await tx.update(userAgentAccess).set(changes).where(isMember(member));
}

export async function deleteMember(tx: Db, member: Member): Promise<boolean> {
  const deleted = await tx.delete(userAgentAccess).where(isMember(member)).returning({ id: userAgentAccess.id });
  return deleted.length === 1;
}
