import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createAgent, deleteAgent, getAgent, listAgents, updateAgent } from "#shared/api/agents.ts";
import { listDiaryQuestions, saveDiaryAnswer } from "#shared/api/diary.ts";
import { DEFAULT_SYSTEM_PROMPT } from "#shared/default-prompt.ts";
import { agents, diaryAnswers } from "#shared/schema.ts";
import { startTestApp, type TestApp } from "#tests/support/app.ts";
import type { Visitor } from "#tests/support/visitor.ts";

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

const rowsOf = async (id: string) => ({
  agents: await app.deps.db.$count(agents, eq(agents.id, id)),
  answers: await app.deps.db.$count(diaryAnswers, eq(diaryAnswers.agentId, id)),
});
const unknownAvatar = "/api/avatars/00000000-0000-4000-8000-000000000000.webp";
const create = (visitor: Visitor, name: string) => visitor.call(createAgent, { body: { name } });

describe("creating a pet", () => {
  it("gives what the owner left out: prompt, language and voice", async () => {
    const owner = await app.owner();
    const pet = await create(owner, "  Biscuit ");
    expect(pet).toMatchObject({
      name: "Biscuit",
      systemPrompt: DEFAULT_SYSTEM_PROMPT,
      language: "en-US",
      voiceName: "en-US-JennyNeural",
      avatarUrl: null,
      canEdit: true,
      canEditDiary: true,
      documentCount: 0,
      diaryCount: 0,
      totalPages: 0,
      isReading: false,
      knowledgeUpdatedAt: null,
    });
    expect(await owner.call(getAgent, { params: { id: pet.id } })).toEqual(pet);
  });

  it("keeps the species and the birthday, each until it is changed or taken back", async () => {
    const owner = await app.owner();
    const pet = await owner.call(createAgent, {
      body: { name: "Biscuit", species: "axolotl", birthday: "2019-03-14" },
    });
    expect(pet).toMatchObject({ species: "axolotl", birthday: "2019-03-14" });
    const params = { id: pet.id };
    const renamed = await owner.call(updateAgent, { params, body: { name: "Toffee", species: "" } });
    expect(renamed).toMatchObject({ name: "Toffee", species: null, birthday: "2019-03-14" });
    expect(await owner.call(updateAgent, { params, body: { birthday: null } })).toMatchObject({ birthday: null });
    expect(await owner.attempt(updateAgent, { params, body: { birthday: "2019-02-30" } })).toMatchObject({
      status: 400,
      body: { fields: { birthday: "Please enter a birthday as year, month and day" } },
    });
  });

  it("wants a name or an avatar", async () => {
    const owner = await app.owner();
    expect(await owner.attempt(createAgent, { body: { name: "   " } })).toMatchObject({
      status: 400,
      body: { error: "Please give your pet a name or upload an avatar before creating." },
    });
  });

  it("refuses an avatar that was not uploaded here [T58]", async () => {
    const owner = await app.owner();
    for (const avatarUrl of [unknownAvatar, "https://example.com/cat.webp", "javascript:alert(1)", "/api/avatars/../x"])
      expect(await owner.attempt(createAgent, { body: { name: "Biscuit", avatarUrl } })).toMatchObject({ status: 400 });
    expect((await owner.call(listAgents, {})).agents).toEqual([]);
  });

  it("keeps neither an id nor an owner that the caller names", async () => {
    const owner = await app.owner();
    const id = "00000000-0000-4000-8000-000000000001";
    const response = await owner.fetch("/api/agents", {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: `{"name": "Biscuit", "id": "${id}", "createdBy": "${id}", "isOnlyPet": false, "__proto__": {"name": "Rex"}}`,
    });
    expect(response.status).toBe(200);
    const list = await owner.call(listAgents, {});
    expect(list.agents.map((agent) => agent.id)).not.toContain(id);
    expect(list.agentsCreatedByUser).toBe(1);
  });

  it("refuses a voice that does not speak the pet's language", async () => {
    const owner = await app.owner();
    const body = { name: "Bello", language: "de-DE", voiceName: "en-US-GuyNeural" };
    expect(await owner.attempt(createAgent, { body })).toMatchObject({ status: 400 });
  });

  it("is for those who may add agents", async () => {
    const reader = await app.holderOf("manage_diary", "manage_users");
    expect(await reader.attempt(createAgent, { body: { name: "Biscuit" } })).toMatchObject({ status: 403 });
    expect(await app.visitor().attempt(createAgent, { body: { name: "Biscuit" } })).toMatchObject({ status: 401 });
  });
});

describe("the number of pets", () => {
  it("is one for an owner, also when ten are asked for at once [T107]", async () => {
    const owner = await app.owner();
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) => owner.attempt(createAgent, { body: { name: `Pup ${index}` } })),
    );
    expect(answers.map((answer) => answer.status).toSorted()).toEqual([200, ...Array(9).fill(409)]);
    expect(answers.find((answer) => answer.status === 409)?.body).toMatchObject({
      error: "You have created your pet. To create another, please sign up for a new account for your other pet.",
    });
    expect((await owner.call(listAgents, {})).agents).toHaveLength(1);
  });

  it("is one again after the first was deleted", async () => {
    const owner = await app.owner();
    const first = await create(owner, "First");
    await owner.call(deleteAgent, { params: { id: first.id } });
    expect((await create(owner, "Second")).name).toBe("Second");
  });

  it("is not limited for an administrator, whose list has every pet, newest first", async () => {
    const admin = await app.admin();
    await create(await app.owner(), "Someone else's");
    const mine = [await create(admin, "One"), await create(admin, "Two")];
    const list = await admin.call(listAgents, {});
    expect(list.isAdmin).toBe(true);
    expect(list.agents.slice(0, 3).map((agent) => agent.name)).toEqual(["Two", "One", "Someone else's"]);
    expect(list.agentsCreatedByUser).toBeGreaterThanOrEqual(mine.length);
    expect(list.agentsCreatedByUser).toBeLessThan(list.agents.length);
  });
});

describe("the list of pets", () => {
  it("comes a page at a time, whole and in order, with those that are found by name", async () => {
    const admin = await app.admin();
    for (let n = 0; n < 5; n++) await create(admin, `Paged ${n}`);
    const names: string[] = [];
    let at: string | undefined;
    let total = 0;
    do {
      const page = await admin.call(listAgents, { query: { q: "paged", limit: 2, cursor: at } });
      names.push(...page.agents.map(({ name }) => name));
      total = page.total ?? 0;
      at = page.nextCursor ?? undefined;
    } while (at !== undefined);
    expect(names).toEqual([4, 3, 2, 1, 0].map((n) => `Paged ${n}`));
    expect(total).toBe(5);
  });

  it("finds a pet without its accents; with an accent typed, first those that have it", async () => {
    const admin = await app.admin();
    for (const name of ["Müsli", "Musli", "Mu\u0308sli’s friend", "Muslin"]) await create(admin, name);
    const find = async (q: string) => {
      const names: string[] = [];
      let cursor: string | undefined;
      do {
        const page = await admin.call(listAgents, { query: { q, limit: 1, cursor } });
        names.push(...page.agents.map(({ name }) => name));
        cursor = page.nextCursor ?? undefined;
      } while (cursor !== undefined);
      return names;
    };
    expect(await find("musli")).toEqual(["Muslin", "Mu\u0308sli’s friend", "Musli", "Müsli"]);
    expect(await find("MÜSLI")).toEqual(["Mu\u0308sli’s friend", "Müsli", "Muslin", "Musli"]);
    expect(await find("musli's")).toEqual(["Mu\u0308sli’s friend"]);
    const cursor = Buffer.from('["1soon", "x"]').toString("base64url");
    expect(await admin.attempt(listAgents, { query: { q: "musli", cursor } })).toMatchObject({ status: 400 });
  });

  it("has an end for whoever asks for no page, and says where it goes on", async () => {
    const admin = await app.admin();
    await app.deps.pool.query(
      "insert into agents (name, system_prompt) select 'Many ' || n, 'Speak.' from generate_series(1, 150) as n",
    );
    const first = await admin.call(listAgents, {});
    expect(first.agents).toHaveLength(100);
    expect(first.total).toBeGreaterThanOrEqual(150);
    const second = await admin.call(listAgents, { query: { cursor: first.nextCursor ?? "" } });
    const ids = new Set([...first.agents, ...second.agents].map(({ id }) => id));
    expect(ids.size).toBe(first.agents.length + second.agents.length);
    expect(await admin.attempt(listAgents, { query: { limit: 201 } })).toMatchObject({ status: 400 });
    expect(await admin.attempt(listAgents, { query: { cursor: "nonsense" } })).toMatchObject({ status: 400 });
    await app.deps.pool.query("delete from agents where name like 'Many %'");
  });

  it("shows an owner no pet of others in any page or search", async () => {
    const owner = await app.owner();
    await create(owner, "Own pet");
    await create(await app.owner(), "Secret pet");
    const { agents, total } = await owner.call(listAgents, { query: { q: "pet" } });
    expect([agents.map(({ name }) => name), total]).toEqual([["Own pet"], 1]);
  });
});

describe("a user with limited access", () => {
  it("creates a pet with the default prompt only", async () => {
    const limited = await app.holderOf("Add and update agents");
    expect(
      await limited.attempt(createAgent, { body: { name: "Biscuit", systemPrompt: "You are a pirate." } }),
    ).toMatchObject({ status: 403, body: { error: expect.stringContaining("system prompt") } });
    const pet = await limited.call(createAgent, { body: { name: "Biscuit", systemPrompt: DEFAULT_SYSTEM_PROMPT } });
    expect(pet.canEdit).toBe(true);
  });

  it("changes everything but the prompt, and may send the prompt that stands [T48]", async () => {
    const limited = await app.holderOf("Add and update agents");
    const pet = await create(limited, "Biscuit");
    const renamed = { name: "Cookie", systemPrompt: pet.systemPrompt };
    expect((await limited.call(updateAgent, { params: { id: pet.id }, body: renamed })).name).toBe("Cookie");
    const body = { name: "Pirate", systemPrompt: "You are a pirate." };
    expect(await limited.attempt(updateAgent, { params: { id: pet.id }, body })).toMatchObject({ status: 403 });
    expect(await limited.call(getAgent, { params: { id: pet.id } })).toMatchObject({
      name: "Cookie",
      systemPrompt: DEFAULT_SYSTEM_PROMPT,
    });
  });
});

describe("deleting one's own pet", () => {
  it("needs manage_agents: to change it is not enough", async () => {
    const limited = await app.holderOf("Add and update agents", "manage_diary");
    const { id } = await create(limited, "Biscuit");
    expect(await limited.attempt(deleteAgent, { params: { id } })).toMatchObject({
      status: 403,
      body: { error: "You don't have permission to do that." },
    });
    expect((await limited.call(listAgents, {})).agents).toHaveLength(1);
  });
});

describe("changing a pet", () => {
  it("leaves alone what was left out", async () => {
    const owner = await app.owner();
    const { id } = await owner.call(createAgent, { body: { name: "Bello", language: "de-DE", systemPrompt: "Bark." } });
    expect(await owner.call(updateAgent, { params: { id }, body: { name: "Wuffi" } })).toMatchObject({
      name: "Wuffi",
      systemPrompt: "Bark.",
      language: "de-DE",
      voiceName: "de-DE-KatjaNeural",
      knowledgeUpdatedAt: null,
    });
  });

  it("makes its knowledge be read anew when the language changes", async () => {
    const owner = await app.owner();
    const { id } = await create(owner, "Bello");
    const changed = await owner.call(updateAgent, { params: { id }, body: { language: "it-IT" } });
    expect(changed).toMatchObject({ language: "it-IT", voiceName: "it-IT-ElsaNeural" });
    expect(changed.knowledgeUpdatedAt).not.toBeNull();
  });

  it("brings the default prompt back where the owner emptied it", async () => {
    const owner = await app.owner();
    const { id } = await owner.call(createAgent, { body: { name: "Bello", systemPrompt: "Bark." } });
    const changed = await owner.call(updateAgent, { params: { id }, body: { systemPrompt: " " } });
    expect(changed.systemPrompt).toBe(DEFAULT_SYSTEM_PROMPT);
  });

  it("does not take the name of a pet without a picture", async () => {
    const owner = await app.owner();
    const { id } = await create(owner, "Bello");
    expect(await owner.attempt(updateAgent, { params: { id }, body: { name: "" } })).toMatchObject({ status: 400 });
  });
});

describe("deleting a pet", () => {
  it("takes its diary along and has its files deleted", async () => {
    const owner = await app.owner();
    const { id } = await create(owner, "Biscuit");
    const [question] = await owner.call(listDiaryQuestions, {});
    await owner.call(saveDiaryAnswer, { params: { id }, body: { questionId: question?.id ?? "", answer: "A dog." } });
    await app.deps.files.put(`replies/${id}/clip.mp3`, new Uint8Array([1]), "audio/mpeg");
    expect(await rowsOf(id)).toEqual({ agents: 1, answers: 1 });

    await owner.call(deleteAgent, { params: { id } });

    expect(await rowsOf(id)).toEqual({ agents: 0, answers: 0 });
    await expect.poll(() => app.deps.files.stat(`replies/${id}/clip.mp3`)).toBeNull();
  });

  it("works once", async () => {
    const owner = await app.owner();
    const { id } = await create(owner, "Biscuit");
    const answers = await Promise.all([1, 2, 3].map(() => owner.attempt(deleteAgent, { params: { id } })));
    expect(answers.map((answer) => answer.status).toSorted()).toEqual([200, 404, 404]);
  });
});
