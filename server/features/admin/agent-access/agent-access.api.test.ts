import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  grantAgentAccess,
  listAdminAgents,
  listAgentAccess,
  revokeAgentAccess,
  searchGrantees,
} from "#shared/api/admin/agent-access.ts";
import { deleteAgent, getAgent, listAgents, updateAgent } from "#shared/api/agents.ts";

import { createSession, listMessages } from "#shared/api/chat.ts";
import { listDiaryAnswers } from "#shared/api/diary.ts";
import { startTestApp, type TestApp } from "#tests/support/app.ts";
import { newPet, userIdOf, type Visitor } from "#tests/support/visitor.ts";

let app: TestApp;
let admin: Visitor;
let owner: Visitor;
let agentId: string;
beforeAll(async () => {
  app = await startTestApp();
  admin = await app.admin();
  owner = await app.owner("biscuits-owner");
  agentId = await newPet(owner);
});
afterAll(() => app.stop());

const grant = async (to: Visitor, by = admin) =>
  by.attempt(grantAgentAccess, { body: { userId: await userIdOf(to), agentId } });
const revoke = async (from: Visitor, by = admin) =>
  by.attempt(revokeAgentAccess, { body: { userId: await userIdOf(from), agentId } });

describe("a grant", () => {
  it("lets a user see the pet and chat with it, but not change it, read its diary or its owner's chats [T47]", async () => {
    const friend = await app.owner();
    const { id: sessionId } = await owner.call(createSession, { body: { agentId } });
    const params = { id: agentId };
    expect(await friend.attempt(getAgent, { params })).toMatchObject({ status: 404 });
    expect(await grant(friend)).toMatchObject({ status: 200, body: { access: { agentName: "Biscuit" } } });
    expect(await friend.attempt(getAgent, { params })).toMatchObject({ status: 200, body: { canEdit: false } });
    expect(await friend.attempt(createSession, { body: { agentId } })).toMatchObject({ status: 200 });
    expect(await friend.attempt(updateAgent, { params, body: { name: "Mine" } })).toMatchObject({ status: 403 });
    expect(await friend.attempt(deleteAgent, { params })).toMatchObject({ status: 403 });
    expect(await friend.attempt(listDiaryAnswers, { params })).toMatchObject({ status: 403 });
    expect(await friend.attempt(listMessages, { params: { sessionId }, query: {} })).toMatchObject({ status: 404 });
  });

  it("is closed on the next request after it is taken back", async () => {
    const friend = await app.owner();
    await grant(friend);
    expect((await friend.call(listAgents, {})).agents).toHaveLength(1);
    expect(await revoke(friend)).toMatchObject({ status: 200 });
    expect((await friend.call(listAgents, {})).agents).toEqual([]);
    expect(await friend.attempt(createSession, { body: { agentId } })).toMatchObject({ status: 404 });
    expect(await revoke(friend)).toMatchObject({ status: 404 });
  });

  it("is given once, also when given twice at the same moment [T109]", async () => {
    const friend = await app.owner();
    const answers = await Promise.all([grant(friend), grant(friend)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({
      error: expect.stringContaining("Biscuit"),
    });
  });

  it("needs both user and agent", async () => {
    const response = await admin.fetch("/api/admin/user-agent-access", {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ userId: "", agentId }),
    });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ error: "Please select both user and agent" });
    const userId = agentId;
    expect(await admin.attempt(grantAgentAccess, { body: { userId, agentId } })).toMatchObject({ status: 404 });
  });

  it("is not the owner's to give", async () => {
    expect(await grant(await app.owner(), owner)).toMatchObject({ status: 403 });
  });
});

describe("the lists of pets and grants", () => {
  it("show an owner with manage_agents alone their own pets, and no user", async () => {
    const friend = await app.owner("friend-of-biscuit");
    await grant(friend);
    const { agents } = await owner.call(listAdminAgents, { query: {} });
    expect(agents).toMatchObject([{ id: agentId, name: "Biscuit", ownerName: null }]);
    const { userAgentAccess } = await owner.call(listAgentAccess, { query: {} });
    expect(userAgentAccess.length).toBeGreaterThan(0);
    for (const entry of userAgentAccess) expect(entry).toMatchObject({ agentId, userName: "", userEmail: "" });
    // Nor does a search tell who has access.
    const { total } = await owner.call(listAgentAccess, { query: { q: "friend-of" } });
    expect(total).toBe(0);
    expect((await friend.call(listAdminAgents, { query: {} })).agents).toEqual([]);
    expect((await friend.call(listAgentAccess, { query: {} })).userAgentAccess).toEqual([]);
  });

  it("show a role manager everything, searched and page by page", async () => {
    const roleManager = await app.holderOf("manage_roles");
    const { agents } = await roleManager.call(listAdminAgents, { query: { q: "tuck" } });
    expect(agents).toMatchObject([{ name: "Tucker", ownerName: "Admin User" }]);
    await grant(await app.owner("searchable-friend"));
    const found = await roleManager.call(listAgentAccess, { query: { q: "searchable biscuit" } });
    expect(found.userAgentAccess).toMatchObject([
      { userName: "Robin Walker", userEmail: "searchable-friend@example.com", agentName: "Biscuit" },
    ]);
    expect((await roleManager.call(listAdminAgents, { query: { q: "ＴÜCK" } })).agents).toMatchObject([
      { name: "Tucker" },
    ]);
    const whole = await roleManager.call(listAgentAccess, { query: {} });
    const first = await roleManager.call(listAgentAccess, { query: { limit: 1 } });
    const cursor = first.nextCursor ?? "";
    const rest = await roleManager.call(listAgentAccess, { query: { limit: 200, cursor } });
    expect([...first.userAgentAccess, ...rest.userAgentAccess]).toEqual(whole.userAgentAccess);
    expect(rest.nextCursor).toBeNull();
  });

  it("offer a role manager the users to whom a pet can be granted", async () => {
    const roleManager = await app.holderOf("manage_roles");
    await app.owner("pick-me-please");
    const { users } = await roleManager.call(searchGrantees, { query: { q: "PÍCK–me" } });
    expect(users).toEqual([{ id: expect.any(String), name: "Robin Walker", email: "pick-me-please@example.com" }]);
  });
});
