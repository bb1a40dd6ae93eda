import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { getDemo, putDemo } from "#shared/api/admin/settings/demo.ts";
import { getAgent, listAgents, updateAgent } from "#shared/api/agents.ts";
import { listAuditLog } from "#shared/api/audit.ts";
import { chat, createSession, listLatestChats } from "#shared/api/chat.ts";
import { listDiaryAnswers } from "#shared/api/diary.ts";
import { listDocuments } from "#shared/api/documents.ts";
import { startTestApp, type TestApp } from "#tests/support/app.ts";
import { newPet, type Visitor } from "#tests/support/visitor.ts";

let app: TestApp;
let admin: Visitor;
let owner: Visitor;
let tucker: string;

beforeAll(async () => {
  app = await startTestApp();
  admin = await app.admin();
  owner = await app.owner();
  tucker = (await admin.call(getDemo, {})).agentId ?? "";
});
afterAll(() => app.stop());

const say = (by: Visitor, id: string) =>
  by.attempt(chat, { params: { id }, body: { message: "What is your favourite food?", generateAudio: false } });

describe("the demo pet", () => {
  it("is there for every account to chat with, and in nobody's list but its owner's", async () => {
    const list = await owner.call(listAgents, {});
    expect(list).toMatchObject({ agents: [], agentsCreatedByUser: 0 });
    expect(list.demo).toMatchObject({ id: tucker, name: "Tucker", isDemo: true, canEdit: false, canEditDiary: false });
    await owner.call(createSession, { body: { agentId: tucker } });
    expect(await say(owner, tucker)).toMatchObject({
      status: 200,
      body: { message: { content: expect.stringContaining("grilled cheese") } },
    });
    const own = await admin.call(listAgents, {});
    expect(own.agents).toMatchObject([{ id: tucker, canEdit: true, isDemo: true }]);
    expect(own.demo).toBeNull();
  });

  it("is gone on with where it was left, while it is the demo", async () => {
    const { chats } = await owner.call(listLatestChats, {});
    expect(chats).toMatchObject([{ agentId: tucker, agentName: "Tucker", lastMessage: { role: "assistant" } }]);
  });

  it("shows an account neither its instructions, its diary nor its documents, and can't be changed [T47]", async () => {
    const list = await owner.call(listAgents, {});
    expect(list.demo?.systemPrompt).toBe("");
    const params = { id: tucker };
    for (const attempt of [
      owner.attempt(getAgent, { params }),
      owner.attempt(listDiaryAnswers, { params }),
      owner.attempt(listDocuments, { params }),
      owner.attempt(updateAgent, { params, body: { name: "Mine" } }),
    ])
      expect(await attempt).toMatchObject({ status: 404 });
  });

  it("leaves an owner the pet of their own", async () => {
    const id = await newPet(owner);
    expect((await owner.call(listAgents, {})).agents.map((pet) => pet.id)).toEqual([id]);
  });

  it("is another one where an administrator says so, and then the first one is closed again", async () => {
    const id = await newPet(admin, "Bella");
    const changed = await admin.call(putDemo, { body: { agentId: id, tryOut: "off" } });
    expect(changed).toMatchObject({ agentId: id, tryOut: "off" });
    expect(changed.pets.map(({ name }) => name)).toEqual(["Bella", "Tucker"]);
    expect(await admin.call(getDemo, {})).toEqual(changed);
    expect((await owner.call(listAgents, {})).demo).toMatchObject({ name: "Bella" });
    expect(await say(owner, tucker)).toMatchObject({ status: 404 });
    expect(await owner.attempt(createSession, { body: { agentId: tucker } })).toMatchObject({ status: 404 });
    await admin.call(putDemo, { body: { agentId: tucker, tryOut: "built-in" } });
    const { entries } = await admin.call(listAuditLog, { query: { action: "setting.update" } });
    expect(entries.slice(0, 2).map(({ targetId }) => targetId)).toEqual(
      expect.arrayContaining(["demo_pet", "try_out"]),
    );
    expect(entries.find(({ targetId }) => targetId === "demo_pet")?.details).toEqual({ from: id, to: tucker });
  });

  it("is never the pet of someone who was not asked [T137]", async () => {
    const foreign = await newPet(await app.owner());
    expect(await admin.attempt(putDemo, { body: { agentId: foreign, tryOut: "built-in" } })).toMatchObject({
      status: 404,
    });
    const manager = await app.holderOf("manage_settings");
    // The demo itself is known to everybody; of other pets a manager learns nothing.
    expect((await manager.call(getDemo, {})).pets.map(({ id }) => id)).toEqual([tucker]);
    expect((await admin.call(getDemo, {})).agentId).toBe(tucker);
  });
});
