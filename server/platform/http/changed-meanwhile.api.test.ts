import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { listRoles } from "#shared/api/admin/roles.ts";
import { putRoleLimits } from "#shared/api/admin/settings/daily-limits.ts";
import { addQuestion, updateQuestion } from "#shared/api/admin/settings/diary-questions.ts";
import { getEngineSettings, putEngineSettings } from "#shared/api/admin/settings/engine-settings.ts";
import { createPromoCode, updatePromoCode } from "#shared/api/admin/settings/promo-codes.ts";
import { createUser, updateUser } from "#shared/api/admin/users.ts";
import { updateAgent } from "#shared/api/agents.ts";
import { listDiaryQuestions, saveDiaryAnswer } from "#shared/api/diary.ts";
import { putSpeakerLink } from "#shared/api/settings.ts";
import { startTestApp, type TestApp } from "#tests/support/app.ts";
import { newPet, type Visitor } from "#tests/support/visitor.ts";

let app: TestApp;
let admin: Visitor;
beforeAll(async () => {
  app = await startTestApp();
  admin = await app.admin();
});
afterAll(() => app.stop());

const refusedWith = (current: object) => ({ status: 409, body: { code: "changed_meanwhile", current } });

describe("a save whose editor began before another one was saved", () => {
  it("is refused for a pet's field that both change, and is saved where they change different ones", async () => {
    const owner = await app.owner();
    const pet = await newPet(owner);
    const params = { id: pet };
    const before = { name: "Biscuit" };
    await owner.call(updateAgent, { params, body: { name: "Cookie", before: { name: "Biscuit" } } });
    const second = await owner.attempt(updateAgent, { params, body: { name: "Brownie", before } });
    expect(second).toMatchObject(refusedWith({ name: "Cookie" }));
    const other = await owner.call(updateAgent, { params, body: { species: "cat", before: { species: null } } });
    expect(other).toMatchObject({ name: "Cookie", species: "cat" });
    const same = await owner.attempt(updateAgent, { params, body: { name: "Cookie", before } });
    expect(same.status).toBe(200);
    const anyway = await owner.call(updateAgent, { params, body: { name: "Brownie" } });
    expect(anyway.name).toBe("Brownie");
  });

  it("is refused for the answer to a diary question, also one that there was none to", async () => {
    const owner = await app.owner();
    const params = { id: await newPet(owner) };
    const questionId = (await owner.call(listDiaryQuestions, {}))[0]?.id ?? "";
    const save = (answer: string, begun: string) =>
      owner.attempt(saveDiaryAnswer, { params, body: { questionId, answer, before: { answer: begun } } });
    expect((await save("A terrier.", "")).status).toBe(200);
    expect(await save("A poodle.", "")).toMatchObject(refusedWith({ answer: "A terrier." }));
    expect((await save("A poodle.", "A terrier.")).status).toBe(200);
  });

  it("is refused for a user, a promo code, a question, a role's limits, the speaker link and the engines", async () => {
    const people = { email: "ada@example.com", firstName: "Ada", lastName: "Lovelace" };
    const { user } = await admin.call(createUser, { body: people });
    const params = { userId: user.id };
    await admin.call(updateUser, { params, body: { firstName: "Augusta", before: { firstName: "Ada" } } });
    const person = { firstName: "Adah", before: { firstName: "Ada" } };
    expect(await admin.attempt(updateUser, { params, body: person })).toMatchObject({
      ...refusedWith({ firstName: "Augusta" }),
      body: { fields: { firstName: "Meanwhile this became “Augusta”. Save again to replace it." } },
    });

    const { promoCode } = await admin.call(createPromoCode, { body: { description: "Fair", maxUses: 3 } });
    const uses = { params: { id: promoCode.id }, body: { maxUses: 5, before: { maxUses: 4 } } };
    expect(await admin.attempt(updatePromoCode, uses)).toMatchObject(refusedWith({ maxUses: 3 }));

    const { question } = await admin.call(addQuestion, { body: { question: "What is new?" } });
    const wording = { params: { id: question.id }, body: { question: "What?", before: { question: "What is old?" } } };
    expect(await admin.attempt(updateQuestion, wording)).toMatchObject(refusedWith({ question: "What is new?" }));

    const roleId = (await admin.call(listRoles, {})).roles.find(({ name }) => name === "viewer")?.id ?? "";
    const none = { messages: null, tokens: null, characters: null, seconds: null };
    await admin.call(putRoleLimits, { params: { roleId }, body: { ...none, messages: 10, before: none } });
    const limits = { params: { roleId }, body: { ...none, messages: 20, before: none } };
    expect(await admin.attempt(putRoleLimits, limits)).toMatchObject(refusedWith({ messages: 10 }));

    await admin.call(putSpeakerLink, { body: { value: "https://example.com/a" } });
    const link = { body: { value: "https://example.com/b", before: { value: null } } };
    expect(await admin.attempt(putSpeakerLink, link)).toMatchObject(refusedWith({ value: "https://example.com/a" }));

    const { settings } = await admin.call(getEngineSettings, {});
    await admin.call(putEngineSettings, { body: { ...settings, model: "llama", before: settings } });
    const engines = { ...settings, model: "qwen", apiKey: "sk-secret-of-mine", before: { ...settings, apiKey: "x" } };
    const answer = await admin.attempt(putEngineSettings, { body: engines });
    expect(answer).toMatchObject(refusedWith({ model: "llama" }));
    expect(JSON.stringify(answer)).not.toMatch(/apiKey":"[^"]/);
  });
});
