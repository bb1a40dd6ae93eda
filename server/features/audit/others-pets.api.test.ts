import sharp from "sharp";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { listEngineModels } from "#shared/api/admin/settings/engine-settings.ts";
import { testEngine } from "#shared/api/admin/settings/engines.ts";
import { lookForLocalModels } from "#shared/api/admin/settings/local-models.ts";
import { deleteAgent, getAgent, listAgents, updateAgent, uploadAvatar } from "#shared/api/agents.ts";
import { listAuditLog } from "#shared/api/audit.ts";
import { changePassword, login, logout } from "#shared/api/auth.ts";
import {
  addDiaryEntry,
  deleteDiaryAnswer,
  listDiaryAnswers,
  listDiaryQuestions,
  saveDiaryAnswer,
} from "#shared/api/diary.ts";
import { deleteDocument, uploadDocument } from "#shared/api/documents.ts";
import { deleteMyAccount, getCharacterCard, listChatLooks } from "#shared/api/my-data.ts";
import { auditLog } from "#shared/schema.ts";
import { startTestApp, type TestApp } from "#tests/support/app.ts";
import { PASSWORD } from "#tests/support/first-start.ts";
import { type OpenAiServer, startOpenAiServer } from "#tests/support/openai-server.ts";
import { newPet, userIdOf, type Visitor } from "#tests/support/visitor.ts";

/** No entry may hold any of it. */
const SECRET = "Biscuit's secret place under the stairs";

let app: TestApp;
let model: OpenAiServer;
let admin: Visitor;
beforeAll(async () => {
  model = await startOpenAiServer();
  app = await startTestApp({ env: { OPENAI_BASE_URL: `${model.url}?tenant=secret` } });
  admin = await app.admin();
});
afterAll(() => Promise.all([app.stop(), model.stop()]));
beforeEach(async () => {
  await app.deps.db.delete(auditLog);
});

const entriesOf = async (targetId?: string) =>
  (await admin.call(listAuditLog, { query: targetId === undefined ? {} : { targetId } })).entries;
const actionsOf = async (targetId?: string) => (await entriesOf(targetId)).map(({ action }) => action);
const textFile = () => new Blob([SECRET], { type: "text/plain" });

describe("what an administrator does to somebody's pet [T141]", () => {
  let owner: Visitor;
  let id: string;
  let questionId: string;
  beforeEach(async () => {
    owner = await app.owner();
    id = await newPet(owner, "Biscuit");
    const [question] = await owner.call(listDiaryQuestions, {});
    questionId = question?.id ?? "";
    await owner.call(saveDiaryAnswer, { params: { id }, body: { questionId, answer: SECRET } });
    await app.deps.db.delete(auditLog);
  });

  it("is written down: who, whom, which fields, when and from where, and no content", async () => {
    const picture = await sharp({ create: { width: 9, height: 9, channels: 3, background: "#c63" } })
      .png()
      .toBuffer();
    const file = new Blob([new Uint8Array(picture)], { type: "image/png" });
    const { avatarUrl } = await admin.call(uploadAvatar, { file, filename: "me.png" });
    const changes = { name: "Cookie", systemPrompt: `${SECRET}!`, avatarUrl };
    await admin.call(updateAgent, { params: { id }, body: { ...changes, species: null } });
    const [entry, ...others] = await entriesOf(id);
    expect(others).toEqual([]);
    expect(entry).toMatchObject({
      ...{ action: "agent.update", actorName: "administrator", targetName: "Biscuit" },
      details: { fields: ["name", "systemPrompt", "avatarUrl"] },
      ip: expect.stringContaining("127.0.0.1"),
    });
    await admin.call(updateAgent, { params: { id }, body: changes });
    expect(await actionsOf(id)).toEqual(["agent.update"]);
    expect(JSON.stringify(await app.deps.db.select().from(auditLog))).not.toContain("secret place");
  });

  it("is each change of diary and documents, and each whole reading", async () => {
    const params = { id };
    await admin.call(getAgent, { params });
    await admin.call(listDiaryAnswers, { params });
    await admin.call(saveDiaryAnswer, { params, body: { questionId, answer: `${SECRET}, and more` } });
    await admin.call(addDiaryEntry, { params, body: { question: "Where do I sleep?", answer: SECRET } });
    await admin.call(deleteDiaryAnswer, { params: { id, questionId } });
    const document = await admin.call(uploadDocument, { params, file: textFile(), filename: "secret place.txt" });
    await admin.call(deleteDocument, { params: { id: document.id } });
    await admin.fetch(getCharacterCard.path.replace(":id", id));
    await admin.call(deleteAgent, { params });
    expect((await actionsOf(id)).toReversed()).toEqual([
      ...["agent.read", "diary.read", "diary.update", "diary.update", "diary.delete"],
      ...["document.create", "document.delete", "agent.export_card", "agent.delete"],
    ]);
    expect(JSON.stringify(await app.deps.db.select().from(auditLog))).not.toContain("secret place");
  });

  it("is seen by the owner in My data, without who it was", async () => {
    await admin.call(listDiaryAnswers, { params: { id } });
    await admin.call(updateAgent, { params: { id }, body: { name: "Cookie" } });
    await admin.call(deleteAgent, { params: { id } });
    const { looks, total } = await owner.call(listChatLooks, {});
    expect(total).toBe(3);
    expect(looks.map(({ kind, agentName, fields }) => [kind, agentName, fields])).toEqual([
      ["pet_deleted", "Cookie", []],
      ["pet_changed", "Biscuit", ["name"]],
      ["diary", "Biscuit", []],
    ]);
    expect(JSON.stringify(looks)).not.toContain("administrator");
  });

  it("is one entry for what is read again within minutes, also in another session", async () => {
    for (let round = 0; round < 3; round++) {
      await admin.call(listDiaryAnswers, { params: { id } });
      await admin.call(getAgent, { params: { id } });
      await admin.call(listAgents, { query: {} });
    }
    expect((await actionsOf()).toSorted()).toEqual(["agent.list", "agent.read", "diary.read"]);
    const [list] = await entriesOf();
    expect(Object(list?.details).agentIds).toContain(id);
    await (await app.admin()).call(listDiaryAnswers, { params: { id } });
    expect(await actionsOf(id)).toHaveLength(2);
  });

  it("is none of the owner's own doing", async () => {
    const params = { id };
    await owner.call(getAgent, { params });
    await owner.call(listAgents, { query: {} });
    await owner.call(listDiaryAnswers, { params });
    await owner.call(updateAgent, { params, body: { name: "Cookie" } });
    await owner.call(deleteDiaryAnswer, { params: { id, questionId } });
    await owner.call(uploadDocument, { params, file: textFile(), filename: "a.txt" });
    expect(await actionsOf(id)).toEqual([]);
    expect(await owner.call(listChatLooks, {})).toEqual({ looks: [], total: 0 });
  });
});

describe("what is done with engines [T141]", () => {
  it("is written down with their address, without what else it holds", async () => {
    const host = new URL(model.url).host;
    await admin.call(testEngine, { params: { engine: "model" } });
    await admin.call(listEngineModels, { body: { baseUrl: model.url, apiKey: null } });
    await admin.call(lookForLocalModels, { body: { address: null } });
    const [found, listed, tested] = await entriesOf();
    expect(tested).toMatchObject({ action: "engine.test", details: { address: `http://${host}/v1` } });
    expect(listed).toMatchObject({ action: "engine.list_models", details: { address: `http://${host}/v1` } });
    expect(found).toMatchObject({ action: "engine.find_servers", actorName: "administrator" });
    expect(JSON.stringify(await app.deps.db.select().from(auditLog))).not.toContain("tenant");
  });
});

describe("what guards an account [T141]", () => {
  it("leaves an entry: a wrong current password, in whatever place, and a sign-out", async () => {
    const owner = await app.owner("guarded-owner");
    const id = await userIdOf(owner);
    await app.deps.db.delete(auditLog);
    const wrong = "Wrong-Pass-1!";
    await owner.attempt(changePassword, { body: { currentPassword: wrong, newPassword: "Other-Dog-2026!" } });
    await owner.attempt(deleteMyAccount, { body: { currentPassword: wrong, confirmation: "guarded-owner" } });
    await owner.call(logout, {});
    const entries = await entriesOf(id);
    expect(entries.map(({ action }) => action)).toEqual([
      ...["auth.sign_out", "auth.wrong_password", "auth.wrong_password"],
    ]);
    expect(entries[0]).toMatchObject({ actorName: "guarded-owner", ip: expect.stringContaining("127.0.0.1") });
    expect(JSON.stringify(entries)).not.toContain(wrong);
    await app.visitor().call(logout, {});
    expect(await actionsOf()).toHaveLength(3);
    await owner.call(login, { body: { username: "guarded-owner", password: PASSWORD } });
  });

  it("leaves one for wrong access tokens of an address within minutes, without them", async () => {
    for (const token of ["pt_wrong-one", "pt_wrong-two", "pt_wrong-three"])
      await app.visitor().fetch("/api/agents", { headers: { Authorization: `Bearer ${token}` } });
    const entries = await entriesOf();
    expect(entries).toMatchObject([{ action: "auth.wrong_token", actorId: null, ip: expect.any(String) }]);
    expect(JSON.stringify(entries)).not.toContain("pt_wrong");
  });
});
