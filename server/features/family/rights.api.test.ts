import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { changeAgentAccess, grantAgentAccess, listAgentAccess } from "#shared/api/admin/agent-access.ts";
import { deleteAgent, getAgent, listAgents, updateAgent } from "#shared/api/agents.ts";
import { createSession } from "#shared/api/chat.ts";
import { addContribution, listContributions } from "#shared/api/contributions.ts";
import { listDiaryAnswers, listDiaryQuestions, saveDiaryAnswer } from "#shared/api/diary.ts";
import {
  changeMember,
  createInvitation,
  getFamily,
  leaveFamily,
  removeMember,
  takeInvitation,
} from "#shared/api/family.ts";
import type { FamilyRight } from "#shared/api/family-right.ts";
import { listChats } from "#shared/api/history.ts";
import { addMemory } from "#shared/api/memory.ts";
import { getOpening } from "#shared/api/opening.ts";
import { type Chat, startChat } from "#tests/support/chat.ts";
import { saying } from "#tests/support/openai-server.ts";
import { newPet, userIdOf, type Visitor } from "#tests/support/visitor.ts";

let talk: Chat;
let owner: Visitor;
let id: string;
let questionId: string;
beforeAll(async () => {
  talk = await startChat();
  ({ owner, pet: id } = talk);
  questionId = (await owner.call(listDiaryQuestions, {}))[0]?.id ?? "";
});
afterAll(() => talk?.stop());
beforeEach(() => {
  talk.model.calls.length = 0;
  talk.model.behave(saying("Woof, I like you."));
});

const asked = (times: number) => expect.poll(() => talk.model.calls.length, { interval: 5 }).toBe(times);

/** Somebody who has taken a link. */
async function inFamily(right: FamilyRight, pet = id, by = owner): Promise<Visitor> {
  const { token } = await by.call(createInvitation, { params: { id: pet }, body: { right } });
  const friend = await talk.app.owner();
  await friend.call(takeInvitation, { body: { token } });
  return friend;
}

/** What each call on a pet answers; nobody else's right is touched. */
async function statuses(visitor: Visitor, pet = id) {
  const params = { id: pet };
  const status = async (answer: Promise<{ status: number }>) => (await answer).status;
  const nobody = "00000000-0000-4000-8000-000000000000";
  return {
    read: await status(visitor.attempt(getAgent, { params })),
    talk: await status(visitor.attempt(createSession, { body: { agentId: pet } })),
    change: await status(
      visitor.attempt(updateAgent, { params, body: { name: "Biscuit", systemPrompt: "You are B." } }),
    ),
    readDiary: await status(visitor.attempt(listDiaryAnswers, { params })),
    writeDiary: await status(
      visitor.attempt(saveDiaryAnswer, { params, body: { questionId, answer: "A very good dog." } }),
    ),
    petMemory: await status(visitor.attempt(addMemory, { params, body: { store: "pet", text: "Swam in the lake." } })),
    upload: (await visitor.fetch(`/api/agents/${pet}/documents`, { method: "POST", body: new FormData() })).status,
    seeFamily: await status(visitor.attempt(getFamily, { params })),
    invite: await status(visitor.attempt(createInvitation, { params, body: { right: "talk" } })),
    removeSomebody: await status(visitor.attempt(removeMember, { params: { ...params, userId: nobody } })),
    remove: pet === id ? 0 : await status(visitor.attempt(deleteAgent, { params })),
  };
}

const all = (status: number) => ({
  ...{ read: status, talk: status, change: status, readDiary: status, writeDiary: status, petMemory: status },
  ...{ upload: status, seeFamily: status, invite: status, removeSomebody: status, remove: 0 },
});
const talks = { ...all(403), read: 200, talk: 200 };
// No file was sent, and nobody of that id is in the family.
const manages = { ...all(200), upload: 400, removeSomebody: 404 };

describe("a right on somebody else's pet", () => {
  it("to talk lets one read and chat, and no more [T152]", async () => {
    expect(await statuses(await inFamily("talk"))).toEqual(talks);
  });

  it("to contribute lets one read and chat as well, and writes nothing into the diary by itself [T152]", async () => {
    const anna = await inFamily("contribute");
    expect(await statuses(anna)).toEqual(talks);
    const params = { id };
    expect(await anna.attempt(listContributions, { params })).toMatchObject({ status: 200 });
    const body = { kind: "memory", text: "He sang." } as const;
    expect(await anna.attempt(addContribution, { params, body })).toMatchObject({ body: { isKept: false } });
  });

  it("to manage lets one change, write and invite, also without a permission of one's own [T152]", async () => {
    expect(await statuses(await inFamily("manage"))).toEqual(manages);
    const limited = await talk.app.holderOf();
    const { token } = await owner.call(createInvitation, { params: { id }, body: { right: "manage" } });
    await limited.call(takeInvitation, { body: { token } });
    expect(await statuses(limited)).toEqual(manages);
  });

  it("never lets one delete the pet, or remove its owner [T152]", async () => {
    const manager = await inFamily("manage");
    expect(await manager.attempt(deleteAgent, { params: { id } })).toMatchObject({ status: 403 });
    const params = { id, userId: await userIdOf(owner) };
    expect(await manager.attempt(removeMember, { params })).toMatchObject({ status: 404 });
    expect(await statuses(owner)).toEqual(manages);
  });

  it("is no right on another pet, and none of a stranger's or a visitor's [T152]", async () => {
    const manager = await inFamily("manage");
    const other = await newPet(await talk.app.owner());
    expect(await statuses(manager, other)).toEqual({ ...all(404), remove: 404 });
    expect(await statuses(await talk.app.owner())).toEqual(all(404));
    expect(await statuses(talk.app.visitor())).toEqual(all(401));
  });

  it("ends at once when it is lowered, taken or left [T152]", async () => {
    const manager = await inFamily("manage");
    const params = { id, userId: await userIdOf(manager) };
    await owner.call(changeMember, { params, body: { right: "talk" } });
    expect(await statuses(manager)).toEqual(talks);
    await owner.call(removeMember, { params });
    expect(await statuses(manager)).toEqual(all(404));
    const leaver = await inFamily("manage");
    await leaver.call(leaveFamily, { params: { id } });
    expect(await statuses(leaver)).toEqual(all(404));
    expect(await owner.attempt(leaveFamily, { params: { id } })).toMatchObject({ status: 409 });
  });

  it("leaves room for an own pet, and the list counts own pets alone [T107]", async () => {
    const friend = await inFamily("manage");
    expect((await friend.call(listAgents, {})).agentsCreatedByUser).toBe(0);
    await newPet(friend, "Own");
    const { agents, agentsCreatedByUser } = await friend.call(listAgents, {});
    expect(agentsCreatedByUser).toBe(1);
    expect(agents.map(({ sharedAs }) => sharedAs)).toEqual([null, "manage"]);
  });

  it.each(["the owner", "an administrator"])("ends in the middle of a reply when %s takes it [T152]", async (who) => {
    const friend = await inFamily("talk");
    const params = { id, userId: await userIdOf(friend) };
    talk.model.behave({ kind: "hang" });
    const asking = talk.ask({}, friend);
    await asked(1);
    await (who === "the owner" ? owner : await talk.app.admin()).call(removeMember, { params });
    expect(await talk.model.calls[0]?.left).toBe(true);
    expect((await asking).at(-1)).toMatchObject({
      type: "error",
      code: "gone",
      error: expect.stringMatching(/\w+\.$/),
    });
    expect(await friend.attempt(createSession, { body: { agentId: id } })).toMatchObject({ status: 404 });
  });
});

describe("a pet", () => {
  it("knows who of the family speaks, and what its owner calls them, in the prompt and in its greeting", async () => {
    const { token } = await owner.call(createInvitation, {
      params: { id },
      body: { right: "talk", calledAs: "Anna, my big girl" },
    });
    const anna = await talk.app.owner();
    await anna.call(takeInvitation, { body: { token } });
    expect(await anna.call(getOpening, { params: { id } })).toMatchObject({
      greeting: "Hello, Anna, my big girl! I'm Biscuit.",
    });
    await talk.ask({ message: "Who am I?" }, anna);
    const prompt = JSON.stringify(talk.model.calls[0]);
    expect(prompt).toContain("Robin, of your family, not your owner.");
    expect(prompt).toContain("in your owner's words: “Anna, my big girl”");
    talk.model.calls.length = 0;
    await talk.ask({ message: "Who am I?" });
    expect(JSON.stringify(talk.model.calls[0])).not.toContain("my big girl");
  });
});

describe("what an owner sees of the family", () => {
  it("is how much each has talked, never what was said [T152]", async () => {
    const pet = await newPet(await talk.app.admin(), "Cookie");
    const admin = await talk.app.admin();
    const friend = await inFamily("talk", pet, admin);
    await talk.ask({ message: "I told nobody but you." }, friend, pet);
    const params = { id: pet };
    const userId = await userIdOf(friend);
    await admin.call(changeMember, { params: { ...params, userId }, body: { calledAs: "Anna, my big girl" } });
    const family = await admin.call(getFamily, { params });
    expect(family.members).toMatchObject([
      { name: "Robin Walker", right: "talk", calledAs: "Anna, my big girl", chats: 1, messages: 1 },
    ]);
    expect(JSON.stringify(family)).not.toContain("nobody but you");
    expect(JSON.stringify(await owner.call(listChats, { query: {} }))).not.toContain("nobody but you");
  });
});

describe("the administrators' list of access", () => {
  it("shows and changes the same rights [T152]", async () => {
    const admin = await talk.app.admin();
    const friend = await inFamily("manage");
    const userId = await userIdOf(friend);
    const rightIn = async () => {
      const { userAgentAccess } = await admin.call(listAgentAccess, { query: {} });
      return userAgentAccess.find((entry) => entry.userId === userId)?.right;
    };
    expect(await rightIn()).toBe("manage");
    await admin.call(changeAgentAccess, { body: { userId, agentId: id, right: "talk" } });
    expect(await rightIn()).toBe("talk");
    expect(await statuses(friend)).toEqual(talks);
  });

  it("gives nobody but an administrator the right to let others change a pet [T36]", async () => {
    const granter = await talk.app.holderOf("manage_users", "manage_roles");
    const userId = await userIdOf(granter);
    const managing = { userId, agentId: id, right: "manage" } as const;
    expect(await granter.attempt(grantAgentAccess, { body: managing })).toMatchObject({ status: 403 });
    expect(await granter.attempt(grantAgentAccess, { body: { userId, agentId: id } })).toMatchObject({ status: 200 });
    expect(await granter.attempt(changeAgentAccess, { body: managing })).toMatchObject({ status: 403 });
  });
});
