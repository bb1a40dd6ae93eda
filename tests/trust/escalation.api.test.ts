import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { grantAgentAccess, revokeAgentAccess } from "#shared/api/admin/agent-access.ts";
import { createAgent, getAgent, listAgents } from "#shared/api/agents.ts";

import { type ChatEvent, chatStream, listMessages } from "#shared/api/chat.ts";
import { listDiaryAnswers, listDiaryQuestions, saveDiaryAnswer } from "#shared/api/diary.ts";
import { type Chat, startChat } from "../support/chat.ts";
import { saying } from "../support/openai-server.ts";
import { userIdOf, type Visitor } from "../support/visitor.ts";

let talk: Chat;
let admin: Visitor;
beforeAll(async () => {
  talk = await startChat();
  admin = await talk.app.admin();
});
afterAll(() => talk.stop());

const send = (visitor: Visitor, method: string, path: string, body: unknown) =>
  visitor.fetch(path, { method, headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) });

describe("fields that are not the caller's to set", () => {
  it("of a pet stay what they are: id, owner, dates and counters [T52]", async () => {
    const before = await talk.owner.call(getAgent, { params: { id: talk.pet } });
    const otherId = await userIdOf(admin);
    const response = await send(talk.owner, "PUT", `/api/agents/${talk.pet}`, {
      name: "Renamed",
      id: randomUUID(),
      createdBy: otherId,
      createdAt: "2001-01-01T00:00:00.000Z",
      isOnlyPet: false,
      knowledgeVersion: 99,
      canEdit: false,
    });
    expect(response.status).toBe(200);
    const after = await talk.owner.call(getAgent, { params: { id: talk.pet } });
    expect(after).toMatchObject({ id: before.id, name: "Renamed", createdAt: before.createdAt, canEdit: true });
    const { rows } = await talk.app.deps.pool.query("select created_by, is_only_pet from agents where id = $1", [
      talk.pet,
    ]);
    expect(rows).toEqual([{ created_by: await userIdOf(talk.owner), is_only_pet: true }]);
  });

  it("of a new pet are not taken: it overwrites none that is there [T52]", async () => {
    const thief = await talk.app.owner();
    const response = await send(thief, "POST", "/api/agents", {
      id: talk.pet,
      name: "Mine now",
      createdBy: await userIdOf(talk.owner),
      isOnlyPet: false,
    });
    const made = await response.json();
    expect(made.id).not.toBe(talk.pet);
    expect((await talk.owner.call(getAgent, { params: { id: talk.pet } })).name).not.toBe("Mine now");
    expect((await thief.call(listAgents, {})).agents.map(({ id }) => id)).toEqual([made.id]);
    // The rule of one pet can't be put off by a flag either.
    expect((await send(thief, "POST", "/api/agents", { name: "Second", isOnlyPet: false })).status).toBe(409);
  });

  it("of a chat are not taken: it is the caller's own, with an id of ours [T53]", async () => {
    const wanted = randomUUID();
    const response = await send(talk.owner, "POST", "/api/sessions", {
      agentId: talk.pet,
      id: wanted,
      userId: await userIdOf(admin),
      name: "Not yours",
    });
    const { id } = await response.json();
    expect(id).not.toBe(wanted);
    expect(await talk.owner.attempt(listMessages, { params: { sessionId: id }, query: {} })).toMatchObject({
      status: 200,
    });
    const { rows } = await talk.app.deps.pool.query("select user_id from sessions where id = $1", [id]);
    expect(rows).toEqual([{ user_id: await userIdOf(talk.owner) }]);
  });

  it("of a message are not taken: nobody writes what the pet said", async () => {
    talk.model.behave(saying("Woof."));
    const sessionId = await talk.begin();
    const response = await send(talk.owner, "POST", `/api/agents/${talk.pet}/chat`, {
      message: "Hello",
      sessionId,
      role: "assistant",
      userId: await userIdOf(admin),
      status: "failed",
    });
    expect(response.status).toBe(200);
    expect((await talk.messagesOf(sessionId)).map(({ role, content }) => [role, content])).toEqual([
      ["user", "Hello"],
      ["assistant", "Woof."],
    ]);
  });
});

describe("manage_diary alone", () => {
  it("opens the diaries of granted pets, and of no others [T49]", async () => {
    const holder = await talk.app.holderOf("manage_diary");
    const [question] = await holder.call(listDiaryQuestions, {});
    const params = { id: talk.pet };
    expect(await holder.attempt(listDiaryAnswers, { params })).toMatchObject({ status: 404 });
    const body = { questionId: question?.id ?? "", answer: "Written by a stranger" };
    expect(await holder.attempt(saveDiaryAnswer, { params, body })).toMatchObject({ status: 404 });
    await admin.call(grantAgentAccess, { body: { userId: await userIdOf(holder), agentId: talk.pet } });
    await holder.call(saveDiaryAnswer, { params, body });
    expect(await talk.owner.call(listDiaryAnswers, { params })).toMatchObject([{ answer: body.answer }]);
    await admin.call(revokeAgentAccess, { body: { userId: await userIdOf(holder), agentId: talk.pet } });
    expect(await holder.attempt(listDiaryAnswers, { params })).toMatchObject({ status: 404 });
  });

  it("is not what an owner needs for the diary of a pet that was shared with them [T49]", async () => {
    const owner = await talk.app.owner();
    const params = { id: talk.pet };
    await admin.call(grantAgentAccess, { body: { userId: await userIdOf(owner), agentId: talk.pet } });
    expect(await owner.attempt(listDiaryAnswers, { params })).toMatchObject({ status: 403 });
  });
});

describe("a grant that is taken back", () => {
  it("closes the pet at once, also in the middle of a reply [T47]", async () => {
    const guest = await talk.app.owner();
    const grant = { userId: await userIdOf(guest), agentId: talk.pet };
    await admin.call(grantAgentAccess, { body: grant });
    talk.model.behave({ kind: "endless", everyMs: 5 });
    const events: ChatEvent[] = [];
    const revoking: Promise<unknown>[] = [];
    for await (const event of guest.stream(chatStream, {
      params: { id: talk.pet },
      body: { message: "Tell me all" },
    })) {
      events.push(event);
      if (event.type === "content" && revoking.length === 0)
        revoking.push(admin.call(revokeAgentAccess, { body: grant }));
    }
    await Promise.all(revoking);
    expect(events.at(-1)).toMatchObject({ type: "error" });
    expect(await talk.model.calls.at(-1)?.left).toBe(true);
    expect(await guest.attempt(getAgent, { params: { id: talk.pet } })).toMatchObject({ status: 404 });
    expect(await guest.attempt(createAgent, { body: { name: "Own" } })).toMatchObject({ status: 200 });
  });
});
