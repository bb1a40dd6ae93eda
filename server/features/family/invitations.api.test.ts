import { createHash } from "node:crypto";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { deleteAgent, listAgents } from "#shared/api/agents.ts";
import { listAuditLog } from "#shared/api/audit.ts";
import { changePassword, checkPromo, login, register } from "#shared/api/auth.ts";
import {
  createInvitation,
  getFamily,
  openInvitation,
  removeMember,
  revokeInvitation,
  takeInvitation,
} from "#shared/api/family.ts";
import type { FamilyRight } from "#shared/api/family-right.ts";
import { putInvitationSignUp } from "#shared/api/settings.ts";
import { agentInvitations } from "#shared/schema.ts";
import { startTestApp, type TestApp } from "#tests/support/app.ts";
import { PASSWORD } from "#tests/support/first-start.ts";
import { newPet, registrationOf, userIdOf, type Visitor } from "#tests/support/visitor.ts";

let app: TestApp;
let owner: Visitor;
let id: string;
beforeAll(async () => {
  app = await startTestApp();
  owner = await app.owner();
  id = await newPet(owner, "Miso");
});
afterAll(() => app.stop());

const linkOf = async (
  body: { right?: FamilyRight; maxUses?: number | null; calledAs?: string } = {},
  by = owner,
  pet = id,
) => by.call(createInvitation, { params: { id: pet }, body: { right: "talk", ...body } });
const take = (by: Visitor, token: string) => by.attempt(takeInvitation, { body: { token } });
const open = (by: Visitor, token: string) => by.attempt(openInvitation, { body: { token } });
const petsOf = async (by: Visitor) => (await by.call(listAgents, {})).agents;

describe("a link to a pet", () => {
  it("shows whoever opens it the pet and who invites, and lets them use it once taken [T152]", async () => {
    const { token } = await linkOf({ calledAs: "Anna, my big girl" });
    const friend = await app.owner();
    expect(await open(friend, token)).toEqual({
      status: 200,
      body: {
        ...{ agentId: id, petName: "Miso", species: null, hasPicture: false, right: "talk", already: null },
        greeting: "Hello, Anna, my big girl! I'm Miso.",
        invitedBy: "Robin",
        maySignUp: true,
      },
    });
    expect(await petsOf(friend)).toEqual([]);
    expect(await take(friend, token)).toEqual({ status: 200, body: { agentId: id, right: "talk" } });
    expect(await petsOf(friend)).toMatchObject([{ id, sharedAs: "talk", canEdit: false }]);
    expect(await open(friend, token)).toMatchObject({ status: 200, body: { already: "member" } });
  });

  it("is stored as a digest of its token, and its token is answered once [T152]", async () => {
    const { token, invitation } = await linkOf();
    const [row] = await app.deps.db.select().from(agentInvitations).where(eq(agentInvitations.id, invitation.id));
    expect(row?.digest).toBe(createHash("sha256").update(token).digest("hex"));
    expect(JSON.stringify(row)).not.toContain(token);
    const family = await owner.call(getFamily, { params: { id } });
    expect(family.invitations[0]).toMatchObject({ id: invitation.id, usedCount: 0, maxUses: 1 });
    expect(JSON.stringify(family)).not.toContain(token);
    const { entries } = await (await app.admin()).call(listAuditLog, { query: { targetId: id } });
    expect(entries.map(({ action }) => action)).toContain("family.invite");
    expect(JSON.stringify(entries)).not.toContain(token);
  });

  it("for one person is taken by one of twenty who take it at once [T152]", async () => {
    const { token } = await linkOf();
    const friends = await Promise.all(Array.from({ length: 20 }, () => app.owner()));
    const answers = await Promise.all(friends.map((friend) => take(friend, token)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...new Array(19).fill(410)]);
    const have = await Promise.all(friends.map(petsOf));
    expect(have.filter((pets) => pets.length > 0)).toHaveLength(1);
  });

  it("taken by one person twice at once counts one use [T152]", async () => {
    const { token, invitation } = await linkOf({ maxUses: 2 });
    const friend = await app.owner();
    const answers = await Promise.all([take(friend, token), take(friend, token)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const [row] = await app.deps.db.select().from(agentInvitations).where(eq(agentInvitations.id, invitation.id));
    expect(row?.usedCount).toBe(1);
  });

  it("says for each way in which it can be dead what happened, opened or taken [T152]", async () => {
    const { db } = app.deps;
    const friend = await app.owner();
    const used = await linkOf();
    await take(await app.owner(), used.token);
    const revoked = await linkOf();
    await owner.call(revokeInvitation, { params: { id, invitationId: revoked.invitation.id } });
    const expired = await linkOf();
    await db
      .update(agentInvitations)
      .set({ expiresAt: new Date(Date.now() - 1_000) })
      .where(eq(agentInvitations.id, expired.invitation.id));
    const other = await app.owner();
    const gone = await newPet(other, "Cookie");
    const toGone = await linkOf({}, other, gone);
    await other.call(deleteAgent, { params: { id: gone } });
    const dead: [string, number, string, RegExp][] = [
      [used.token, 410, "invitation_used_up", /as often as it may be\. Please ask Robin/],
      [revoked.token, 410, "invitation_revoked", /taken back\. Please ask Robin/],
      [expired.token, 410, "invitation_expired", /has expired\. Please ask Robin/],
      [toGone.token, 410, "invitation_pet_deleted", /no longer here/],
      ["nothing-of-ours", 404, "invitation_unknown", /no invitation of ours/],
    ];
    for (const [token, status, code, error] of dead) {
      const refusal = { status, body: { code, error: expect.stringMatching(error) } };
      expect(await open(app.visitor(), token)).toMatchObject(refusal);
      expect(await take(friend, token)).toMatchObject(refusal);
    }
    expect(await petsOf(friend)).toEqual([]);
  });

  it("tells the owner that the pet is their own, and a member that they are in the family already", async () => {
    const { token } = await linkOf({ maxUses: null });
    expect(await open(owner, token)).toMatchObject({ status: 200, body: { already: "owner" } });
    expect(await take(owner, token)).toMatchObject({ status: 409, body: { code: "own_pet" } });
    const friend = await app.owner();
    await take(friend, token);
    expect(await take(friend, token)).toMatchObject({ status: 409, body: { code: "already_in_family" } });
    const more = await linkOf({ right: "manage" });
    expect(await take(friend, more.token)).toMatchObject({ status: 200, body: { right: "manage" } });
    expect(await take(friend, token)).toMatchObject({ status: 409 });
    expect(await petsOf(friend)).toMatchObject([{ sharedAs: "manage", canEdit: true, canEditDiary: true }]);
  });

  it("is of no more use to whoever came by it and was removed [T152]", async () => {
    const { token } = await linkOf({ maxUses: null });
    const friend = await app.owner();
    await take(friend, token);
    await owner.call(removeMember, { params: { id, userId: await userIdOf(friend) } });
    expect(await petsOf(friend)).toEqual([]);
    expect(await take(friend, token)).toMatchObject({ status: 410, body: { code: "invitation_revoked" } });
  });

  it("ends with the right of the manager who made it [T152]", async () => {
    const manager = await app.owner();
    await take(manager, (await linkOf({ right: "manage" })).token);
    const theirs = await linkOf({ right: "manage" }, manager);
    await owner.call(removeMember, { params: { id, userId: await userIdOf(manager) } });
    expect(await take(manager, theirs.token)).toMatchObject({ status: 410, body: { code: "invitation_revoked" } });
  });

  it("is refused where the pet has as many as it may have", async () => {
    const other = await app.owner();
    const pet = await newPet(other);
    for (let made = 0; made < 50; made += 1) await linkOf({}, other, pet);
    const refused = await other.attempt(createInvitation, { params: { id: pet }, body: { right: "talk" } });
    expect(refused).toMatchObject({ status: 409, body: { error: expect.stringContaining("at most 50 links") } });
  });
});

describe("signing up by a link to a pet", () => {
  const signUpBy = async (token: string, username: string) => {
    const visitor = app.visitor();
    const opened = await open(visitor, token);
    const answer = await visitor.attempt(register, { body: registrationOf(username) });
    return { visitor, opened, answer };
  };

  it("needs no promo code, and the pet is there after it [T152]", async () => {
    const { token } = await linkOf();
    const visitor = app.visitor();
    expect(await visitor.attempt(checkPromo, {})).toMatchObject({ status: 403 });
    await open(visitor, token);
    expect(await visitor.attempt(checkPromo, {})).toMatchObject({ status: 200 });
    const { tempPassword } = await visitor.call(register, { body: registrationOf("anna-walker") });
    await visitor.call(login, { body: { username: "anna-walker", password: tempPassword } });
    await visitor.call(changePassword, { body: { currentPassword: tempPassword, newPassword: PASSWORD } });
    expect(await petsOf(visitor)).toMatchObject([{ id, sharedAs: "talk" }]);
    expect(await open(visitor, token)).toMatchObject({ body: { already: "member" } });
    // Their own pet is still to come.
    expect(await newPet(visitor, "Own")).not.toBe(id);
  });

  it("makes one account by a link for one person, however many sign up by it at once [T128] [T152]", async () => {
    const { token } = await linkOf();
    const visitors = Array.from({ length: 5 }, () => app.visitor());
    await Promise.all(visitors.map((visitor) => open(visitor, token)));
    const answers = await Promise.all(
      visitors.map((visitor, at) => visitor.attempt(register, { body: registrationOf(`by-link-${at}`) })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 410, 410, 410, 410]);
  });

  it("makes one account of one opening, though the link may be taken often [T128]", async () => {
    const { token } = await linkOf({ maxUses: null });
    const visitor = app.visitor();
    await open(visitor, token);
    const answers = await Promise.all(
      [1, 2, 3].map((at) => visitor.attempt(register, { body: registrationOf(`often-${at}`) })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 403, 403]);
  });

  it("is refused where an administrator has switched it off, and signing in stays [T152]", async () => {
    const admin = await app.admin();
    const { token } = await linkOf({ maxUses: null });
    await admin.call(putInvitationSignUp, { body: { isAllowed: false } });
    const { opened, answer } = await signUpBy(token, "switched-off");
    expect(opened).toMatchObject({ status: 200, body: { maySignUp: false } });
    expect(answer).toMatchObject({ status: 403, body: { code: "promo_code_required" } });
    expect(await take(await app.owner(), token)).toMatchObject({ status: 200 });
    await admin.call(putInvitationSignUp, { body: { isAllowed: true } });
    expect((await signUpBy(token, "switched-on")).answer).toMatchObject({ status: 200 });
  });
});
