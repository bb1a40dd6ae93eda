import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createAgent, deleteAgent, getAgent, listAgents, updateAgent } from "#shared/api/agents.ts";

import { deleteDiaryAnswer, listDiaryAnswers, listDiaryQuestions, saveDiaryAnswer } from "#shared/api/diary.ts";
import { userAgentAccess } from "#shared/schema.ts";
import { startTestApp, type TestApp } from "#tests/support/app.ts";
import { newPet, userIdOf, type Visitor } from "#tests/support/visitor.ts";

let app: TestApp;
let owner: Visitor;
let id: string;
let questionId: string;
beforeAll(async () => {
  app = await startTestApp();
  owner = await app.owner();
  id = await newPet(owner);
  questionId = (await owner.call(listDiaryQuestions, {}))[0]?.id ?? "";
});
afterAll(() => app.stop());

/** What each of the calls on a pet answers to this caller. */
async function statuses(visitor: Visitor, agentId = id) {
  const params = { id: agentId };
  const status = async (answer: Promise<{ status: number }>) => (await answer).status;
  const answer = { questionId, answer: "A very good dog." };
  return {
    read: await status(visitor.attempt(getAgent, { params })),
    change: await status(visitor.attempt(updateAgent, { params, body: { name: "Biscuit" } })),
    readDiary: await status(visitor.attempt(listDiaryAnswers, { params })),
    writeDiary: await status(visitor.attempt(saveDiaryAnswer, { params, body: answer })),
    eraseDiary: await status(visitor.attempt(deleteDiaryAnswer, { params: { ...params, questionId } })),
    remove: await status(visitor.attempt(deleteAgent, { params })),
  };
}

const all = (status: number) => ({
  read: status,
  change: status,
  readDiary: status,
  writeDiary: status,
  eraseDiary: status,
  remove: status,
});

describe("a pet", () => {
  it("is closed to those who are not signed in", async () => {
    expect(await statuses(app.visitor())).toEqual(all(401));
  });

  it("looks as if it did not exist to another owner", async () => {
    const other = await app.owner();
    expect(await statuses(other)).toEqual(all(404));
    const foreign = await other.attempt(getAgent, { params: { id } });
    const missing = await other.attempt(getAgent, { params: { id: randomUUID() } });
    expect(foreign).toEqual(missing);
    expect((await other.call(listAgents, {})).agents).toEqual([]);
  });

  it("looks as if it did not exist to someone who holds every permission but is no administrator", async () => {
    const holder = await app.holderOf("manage_agents", "Add and update agents", "manage_diary", "manage_roles");
    expect(await statuses(holder)).toEqual(all(404));
  });

  it("can be used, not changed, by someone to whom it was granted, until the grant is revoked [T47]", async () => {
    const friend = await app.owner();
    const granted = { userId: await userIdOf(friend), agentId: id };
    await app.deps.db.insert(userAgentAccess).values(granted);
    expect(await statuses(friend)).toEqual({ ...all(403), read: 200 });
    expect(await statuses(await app.owner())).toEqual(all(404));
    const { agents, agentsCreatedByUser } = await friend.call(listAgents, {});
    expect(agents).toMatchObject([{ id, canEdit: false, canEditDiary: false }]);
    expect(agentsCreatedByUser).toBe(0);
    await app.deps.db.delete(userAgentAccess).where(eq(userAgentAccess.userId, granted.userId));
    expect(await statuses(friend)).toEqual(all(404));
  });

  it("answers 400 to an id that is none", async () => {
    expect(await statuses(owner, "not-an-id")).toEqual(all(400));
  });

  it("of one's own can be changed, with its diary, by an owner", async () => {
    const another = await app.owner();
    const pet = await another.call(createAgent, { body: { name: "Cookie" } });
    expect(await statuses(another, pet.id)).toEqual(all(200));
  });

  it("of someone else can be changed by an administrator", async () => {
    const another = await app.owner();
    const pet = await another.call(createAgent, { body: { name: "Cookie" } });
    expect(await statuses(await app.admin(), pet.id)).toEqual(all(200));
  });

  it("of one's own keeps its diary and its life from an owner without the permissions for diaries and for deleting", async () => {
    const limited = await app.holderOf("Add and update agents");
    const pet = await limited.call(createAgent, { body: { name: "Cookie" } });
    expect(pet).toMatchObject({ canEdit: true, canEditDiary: false });
    expect(await statuses(limited, pet.id)).toEqual({
      ...all(200),
      readDiary: 403,
      writeDiary: 403,
      eraseDiary: 403,
      remove: 403,
    });
  });
});
