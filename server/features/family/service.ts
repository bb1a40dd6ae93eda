import { createHash, randomBytes } from "node:crypto";
import type { Db } from "#server/platform/db/client.ts";
import type { FileStore } from "#server/platform/files/files.ts";
import type { CurrentUser } from "#server/platform/http/access.ts";
import { conflict, HttpError, notFound } from "#server/platform/http/errors.ts";
import type { Media } from "#server/platform/http/media.ts";
import type { AuditAction } from "#shared/api/audit.ts";
import type { LinkDuration } from "#shared/api/family.ts";
import { type FamilyRight, isAtLeast } from "#shared/api/family-right.ts";
import { INVITATION_SIGN_UP_KEY } from "#shared/api/settings.ts";
import { limits } from "#shared/limits.ts";
import { type AuditedPet, type Author, nameOf, record } from "../audit/service.ts";
import { openAvatar } from "../avatars/avatars.ts";
import { helloOf } from "../opening/service.ts";
import { endReplies } from "../replies/replies.ts";
import { readSetting } from "../settings/service.ts";
import * as queries from "./queries.ts";

/** 256 bits, so that nobody finds a link by trying, and a digest needs no salt. */
const TOKEN_BYTES = 32;
const DAYS: Record<LinkDuration, number | null> = { day: 1, week: 7, revoked: null };
const DAY_MS = 24 * 60 * 60 * 1000;

export async function readFamily(db: Db, agentId: string) {
  return {
    ...(await queries.findPetOfFamily(db, agentId)),
    members: await queries.listMembers(db, agentId),
    invitations: await queries.listInvitations(db, agentId),
  };
}

/** What waits already stays so. */
export async function changeApproval(db: Db, by: Author, pet: AuditedPet, approvesContributions: boolean) {
  await db.transaction(async (tx) => {
    await queries.setApproval(tx, pet.id, approvesContributions);
    await note(tx, by, pet, "family.change_approval", { approvesContributions });
  });
}

interface NewInvitation {
  right: FamilyRight;
  holdsFor: LinkDuration;
  maxUses: number | null;
  calledAs?: string | undefined;
}

/** Throws HttpError 409 where the pet has enough links. */
export function invite(db: Db, by: Author, pet: AuditedPet, wanted: NewInvitation) {
  const { right, holdsFor, maxUses, calledAs = "" } = wanted;
  const token = randomBytes(TOKEN_BYTES).toString("base64url");
  const days = DAYS[holdsFor];
  return db.transaction(async (tx) => {
    if ((await queries.countInvitationsLocked(tx, pet.id)) >= limits.invitationsPerPet)
      throw conflict(`A pet can have at most ${limits.invitationsPerPet} links: please revoke one first.`);
    const id = await queries.insertInvitation(tx, {
      ...{ agentId: pet.id, invitedBy: by.user.id, right, maxUses, calledAs: calledAs || null },
      digest: digestOf(token),
      expiresAt: days === null ? null : new Date(Date.now() + days * DAY_MS),
    });
    const invitation = await queries.findInvitation(tx, id);
    if (invitation === null) throw notFound("Account");
    await note(tx, by, pet, "family.invite", { right, days, maxUses });
    return { token, invitation };
  });
}

/** Whoever came by it stays. Throws HttpError 404. */
export async function revokeInvitation(db: Db, by: Author, pet: AuditedPet, id: string): Promise<void> {
  await db.transaction(async (tx) => {
    const revoked = await queries.revokeInvitation(tx, pet.id, id);
    if (revoked === null) throw notFound("Link");
    await note(tx, by, pet, "family.revoke_link", { right: revoked.right });
  });
}

/** Throws HttpError 404 for a link that there never was, 410 for a dead one. */
export async function openInvitation(db: Db, user: CurrentUser | undefined, token: string) {
  const offer = await queries.findOffer(db, { digest: digestOf(token) });
  const already = offer === null || user === undefined ? null : await standingOf(db, user, offer);
  const pet = offer !== null && already !== null ? offer.pet : petOfLive(offer);
  if (offer === null || pet === null) throw unknownLink();
  const { id, right, calledAs, invitedBy } = offer;
  return {
    id,
    offer: {
      ...{ right, already, agentId: pet.id, petName: pet.name, species: pet.species },
      hasPicture: pet.avatarUrl !== null,
      greeting: helloOf(pet, calledAs),
      invitedBy: invitedBy ?? "",
      maySignUp: await maySignUpByLinks(db),
    },
  };
}

/** Null where the pet has no picture, or is no longer there. */
export async function openPicture({ db, files }: { db: Db; files: FileStore }, id: string): Promise<Media | null> {
  const picture = (await queries.findOffer(db, { id }))?.pet?.avatarUrl ?? null;
  return picture === null ? null : openAvatar(files, picture);
}

/** Throws HttpError 404, 410 for a dead link, 409 where it brings the user nothing new. */
export function takeInvitation(db: Db, by: Author, token: string) {
  return db.transaction((tx) => join(tx, by, { digest: digestOf(token) }));
}

/** For whoever signs up by it, in the transaction of the account. Throws HttpError 403 where it stands in for no promo code. */
export async function signUpByInvitation(tx: Db, by: Author, id: string): Promise<void> {
  if (!(await maySignUpByLinks(tx)))
    throw new HttpError(403, "promo_code_required", "Please enter a valid promo code to continue.");
  await join(tx, by, { id });
}

export async function maySignUpBy(db: Db, id: string): Promise<boolean> {
  const offer = await queries.findOffer(db, { id });
  return offer !== null && refusalOf(offer) === null && (await maySignUpByLinks(db));
}

const maySignUpByLinks = async (db: Db): Promise<boolean> => (await readSetting(db, INVITATION_SIGN_UP_KEY)) !== "off";

async function join(tx: Db, by: Author, which: queries.OfferKey) {
  const offer = await queries.lockOffer(tx, which);
  const pet = offer?.pet ?? null;
  const member = pet === null ? null : { agentId: pet.id, userId: by.user.id };
  const standing = offer === null ? null : await standingOf(tx, by.user, offer);
  if (standing === "owner")
    throw new HttpError(409, "own_pet", `${pet?.name} is your own pet: this link is for somebody else.`);
  if (standing === "member") throw new HttpError(409, "already_in_family", `You are in ${pet?.name}'s family already.`);
  const live = petOfLive(offer);
  if (offer === null || live === null || member === null) throw unknownLink();
  const { id, right, calledAs } = offer;
  await queries.putMember(tx, { ...member, right, calledAs, invitationId: id, grantedBy: live.createdBy });
  await queries.countUse(tx, id);
  await note(tx, by, live, "family.join", { right });
  return { agentId: live.id, right };
}

/** What the user is to the pet already; null where the link gives them more. */
async function standingOf(
  db: Db,
  user: { id: string },
  { pet, right }: queries.Offer,
): Promise<"owner" | "member" | null> {
  if (pet === null) return null;
  if (pet.createdBy === user.id) return "owner";
  const member = await queries.findMember(db, { agentId: pet.id, userId: user.id });
  return member !== null && isAtLeast(member.right, right) ? "member" : null;
}

/** Throws HttpError 404, 410 for a dead link. */
function petOfLive(offer: queries.Offer | null) {
  if (offer === null) throw unknownLink();
  const refusal = refusalOf(offer);
  if (refusal !== null) throw refusal;
  return offer.pet;
}

function refusalOf({ pet, isRevoked, isExpired, isUsedUp, invitedBy }: queries.Offer): HttpError | null {
  const asking = `Please ask ${invitedBy ?? "whoever sent it"} for a new one.`;
  if (pet === null)
    return new HttpError(410, "invitation_pet_deleted", "The pet of this invitation is no longer here.");
  if (isRevoked) return new HttpError(410, "invitation_revoked", `This invitation was taken back. ${asking}`);
  if (isExpired) return new HttpError(410, "invitation_expired", `This invitation has expired. ${asking}`);
  if (isUsedUp)
    return new HttpError(410, "invitation_used_up", `This invitation was used as often as it may be. ${asking}`);
  return null;
}

const unknownLink = () =>
  new HttpError(
    404,
    "invitation_unknown",
    "This is no invitation of ours. Perhaps the link is not complete: please ask for it again.",
  );

interface MemberChange {
  right?: FamilyRight | undefined;
  calledAs?: string | undefined;
}

/** Throws HttpError 404. */
export async function changeMember(
  db: Db,
  by: Author,
  pet: AuditedPet,
  userId: string,
  { right, calledAs }: MemberChange,
): Promise<void> {
  const member = { agentId: pet.id, userId };
  await db.transaction(async (tx) => {
    const found = await queries.findMember(tx, member);
    if (found === null) throw notFound("Person");
    if (right !== undefined && right !== "manage") await queries.revokeLinksOf(tx, member, null);
    await queries.changeMember(tx, member, {
      right: right ?? found.right,
      calledAs: calledAs === undefined ? found.calledAs : calledAs || null,
    });
    if (right !== undefined && right !== found.right)
      await note(tx, by, pet, "family.change_right", { userId, user: nameOf(found), right });
  });
}

/**
 * At once, also in the middle of a reply. The links that they came by and that they made end, so that they can't come
 * back by these. Throws HttpError 404.
 */
export async function removeMember(db: Db, by: Author, pet: AuditedPet, userId: string): Promise<void> {
  const member = { agentId: pet.id, userId };
  const isLeaving = by.user.id === userId;
  await db.transaction(async (tx) => {
    const found = await queries.findMember(tx, member);
    if (found === null) throw notFound("Person");
    // The links first, as in taking one.
    await queries.revokeLinksOf(tx, member, isLeaving ? null : found.invitationId);
    if (!(await queries.deleteMember(tx, member))) throw notFound("Person");
    if (isLeaving) await note(tx, by, pet, "family.leave", {});
    else await note(tx, by, pet, "access.revoke", { userId, user: nameOf(found) });
  });
  await endReplies(db, member);
}

/** Throws HttpError 409 for the owner, 404 for whoever is not in the family. */
export async function leave(db: Db, by: Author, pet: AuditedPet): Promise<void> {
  if (pet.createdBy === by.user.id) throw conflict("This is your own pet: you can't leave it.");
  await removeMember(db, by, pet, by.user.id);
}

const note = (
  db: Db,
  by: Author,
  pet: AuditedPet,
  action: AuditAction,
  details: Record<string, unknown>,
): Promise<void> =>
  record(db, {
    ...{ by, action, details },
    target: { kind: "agent", id: pet.id, name: pet.name },
    about: pet.createdBy === null || pet.createdBy === by.user.id ? [] : [pet.createdBy],
  });

const digestOf = (token: string): string => createHash("sha256").update(token).digest("hex");
