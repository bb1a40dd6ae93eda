import { eq } from "drizzle-orm";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { createAgent, deleteAgent, listAgents, uploadAvatar } from "#shared/api/agents.ts";
import { login, me } from "#shared/api/auth.ts";
import { chat } from "#shared/api/chat.ts";
import { deleteMyAccount, getCharacterCard, getMyData } from "#shared/api/my-data.ts";
import { limits } from "#shared/limits.ts";
import { agents, auditLog, authSessions, documents, sessions, userAgentAccess, users } from "#shared/schema.ts";
import { startTestApp, type TestApp } from "#tests/support/app.ts";
import { bringIn, downloadAll, unzip, zipOf } from "#tests/support/archives.ts";
import { PASSWORD } from "#tests/support/first-start.ts";
import { WAIT_TIMEOUT_MS } from "#tests/support/timeouts.ts";
import { userIdOf, type Visitor } from "#tests/support/visitor.ts";

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

describe("an archive that can't be taken", () => {
  let owner: Visitor;
  let good: Map<string, Buffer>;
  const folder = "pets/01-Rex";
  beforeAll(async () => {
    owner = await app.owner();
    const pet = await owner.call(createAgent, { body: { name: "Rex" } });
    await owner.call(chat, { params: { id: pet.id }, body: { message: "Hello?" } });
    good = await unzip(await downloadAll(owner));
    await owner.call(deleteAgent, { params: { id: pet.id } });
  });

  const changed = (changes: Record<string, string | Uint8Array>) => zipOf({ ...Object.fromEntries(good), ...changes });
  const petWith = (fields: object) =>
    JSON.stringify({ ...JSON.parse(good.get(`${folder}/pet.json`)?.toString() ?? ""), ...fields });

  const manifestWith = (fields: object) =>
    JSON.stringify({ ...JSON.parse(good.get("archive.json")?.toString() ?? ""), ...fields });

  const chatFile = `${folder}/chats/0001.json`;
  const chatBegunAt = (createdAt: string) =>
    JSON.stringify({ ...JSON.parse(good.get(chatFile)?.toString() ?? ""), createdAt });

  const chatOf = (count: number) => {
    const read = JSON.parse(good.get(chatFile)?.toString() ?? "");
    const { id, createdAt } = read.messages[0];
    const short = {
      id,
      role: "user",
      content: "",
      status: "complete",
      replyTo: null,
      sources: null,
      audio: null,
      createdAt,
    };
    return JSON.stringify({ ...read, messages: new Array(count).fill(short) });
  };
  const chatWithSources = (count: number) => {
    const read = JSON.parse(good.get(chatFile)?.toString() ?? "");
    const nothing = { kind: "diary", filename: "", question: "", answer: "" };
    return JSON.stringify({ ...read, messages: [{ ...read.messages[1], sources: new Array(count).fill(nothing) }] });
  };
  const documentAt = (file: string) => ({
    id: crypto.randomUUID(),
    originalName: file,
    createdAt: "2026-01-01T00:00:00.000Z",
    pageCount: 1,
    status: "processed",
    file,
    text: null,
  });

  it.each<[string, () => Promise<Uint8Array>, number, string]>([
    ["no ZIP", async () => Buffer.from("%PDF-1.7 not a ZIP at all"), 400, "no ZIP"],
    ["a ZIP that was cut", async () => (await changed({})).subarray(0, -40), 400, "ZIP"],
    ["a ZIP of something else", () => zipOf({ "hello.txt": "hello" }), 400, "was not made here"],
    [
      "another version",
      () => zipOf({ "archive.json": '{"format":"pet-archive","version":2}' }),
      400,
      "made by another version",
    ],
    ["no JSON where there should be", () => changed({ [`${folder}/pet.json`]: "{" }), 400, "has another form"],
    ["a missing chat", () => changed({ [`${folder}/pet.json`]: petWith({ chats: ["nowhere.json"] }) }), 400, "nowhere"],
    ["wrong fields", () => changed({ [`${folder}/pet.json`]: petWith({ name: 7 }) }), 400, "has another form"],
    [
      "a chat that is named twice",
      () => changed({ [`${folder}/pet.json`]: petWith({ chats: [chatFile, chatFile] }) }),
      400,
      "has another form",
    ],
    [
      "a chat that is named 10,000 times [T123]",
      () => changed({ [`${folder}/pet.json`]: petWith({ chats: new Array(10_000).fill(chatFile) }) }),
      400,
      "has another form",
    ],
    [
      "a document that is named twice",
      () => changed({ [`${folder}/pet.json`]: petWith({ documents: [documentAt("a.txt"), documentAt("a.txt")] }) }),
      400,
      "has another form",
    ],
    [
      "a document that is named twice, once as Windows writes paths [T123]",
      () =>
        changed({ [`${folder}/pet.json`]: petWith({ documents: [documentAt("a/b.txt"), documentAt("a\\b.txt")] }) }),
      400,
      "has another form",
    ],
    [
      "a chat that is named twice, once as macOS writes names [T123]",
      () => changed({ [`${folder}/pet.json`]: petWith({ chats: ["Zo\u00eb.json", "Zoe\u0308.json"] }) }),
      400,
      "has another form",
    ],
    [
      "two archives in one",
      () =>
        zipOf({
          ...Object.fromEntries([...good].map(([name, bytes]) => [`one/${name}`, bytes])),
          ...Object.fromEntries([...good].map(([name, bytes]) => [`two/${name}`, bytes])),
        }),
      400,
      "was not made here",
    ],
    [
      "a chat of too many messages",
      () => changed({ [chatFile]: chatOf(limits.archive.messagesPerChat + 1) }),
      400,
      "has another form",
    ],
    [
      "chats of too many messages together [T123]",
      () => {
        const paths = Array.from({ length: 11 }, (_, place) => `${folder}/chats/${place}.json`);
        const chats = Object.fromEntries(paths.map((path) => [path, chatOf(limits.archive.messagesPerChat)]));
        return changed({ ...chats, [`${folder}/pet.json`]: petWith({ chats: paths }) });
      },
      413,
      "more messages",
    ],
    [
      "a small file of a million nothings [T123]",
      () => changed({ [`${folder}/pet.json`]: petWith({ diary: new Array(limits.archive.jsonMarks / 2).fill({}) }) }),
      413,
      "too many parts",
    ],
    [
      "a small list of half a million pets that are none [T123]",
      () =>
        changed({ "archive.json": manifestWith({ pets: new Array(limits.archive.jsonMarks / 2 - 1_000).fill({}) }) }),
      400,
      "has another form",
    ],
    [
      "a reply with sources without end [T123]",
      () => changed({ [chatFile]: chatWithSources(190_000) }),
      400,
      "has another form",
    ],
    [
      "a path with what can't be stored in it: it would be named twice [T123]",
      () => changed({ [`${folder}/pet.json`]: petWith({ chats: [chatFile, `${chatFile}\u0000`] }) }),
      400,
      "has another form",
    ],
    [
      "a date of the year 0",
      () => changed({ [chatFile]: chatBegunAt("0000-01-01T00:00:00.000Z") }),
      400,
      "another form",
    ],
    ["deep nesting", () => changed({ "archive.json": "[".repeat(100_000) + "]".repeat(100_000) }), 400, ""],
    ["a bomb", () => zipOf({ ...Object.fromEntries(good), "zeros.bin": new Uint8Array(60_000_000) }), 413, "unpacks"],
    ["too large a JSON", () => changed({ [`${folder}/pet.json`]: " ".repeat(17_000_000) }), 413, "too large"],
  ])("is %s: a sentence, and nothing is made", async (_, archive, status, sentence) => {
    expect(await bringIn(owner, await archive())).toMatchObject({
      status,
      body: { error: expect.stringContaining(sentence) },
    });
    expect((await owner.call(listAgents, {})).agents).toEqual([]);
  });

  it("leaves no row and no file where its last chat is broken", async () => {
    const text = Buffer.from("Gerald is a squirrel.");
    const entry = {
      id: crypto.randomUUID(),
      originalName: "notes.txt",
      createdAt: "2026-01-01T00:00:00.000Z",
      pageCount: 1,
      status: "processed",
      file: `${folder}/documents/01-notes.txt`,
      text: null,
    };
    const stored: string[] = [];
    const put = vi.spyOn(app.deps.files, "put").mockImplementation(async (key) => void stored.push(key));
    const deleted = vi.spyOn(app.deps.files, "deletePrefix");
    const before = await app.deps.db.$count(documents);
    const answer = await bringIn(
      owner,
      await changed({
        [entry.file]: text,
        [`${folder}/chats/0001.json`]: '{"pet": "Rex", "messages": []}',
        [`${folder}/pet.json`]: petWith({ documents: [entry] }),
      }),
    );
    put.mockRestore();
    expect(answer).toMatchObject({ status: 400 });
    expect(stored).toHaveLength(1);
    const [, agentId] = stored[0]?.split("/") ?? [];
    expect(deleted.mock.calls.map(([prefix]) => prefix)).toContain(`documents/${agentId}/`);
    deleted.mockRestore();
    expect(await app.deps.db.$count(documents)).toBe(before);
    expect((await owner.call(listAgents, {})).agents).toEqual([]);
  });

  it("may have as many commas and brackets in its texts as it likes", async () => {
    const content = '[{,"\\'.repeat(40_000);
    const read = JSON.parse(good.get(chatFile)?.toString() ?? "");
    const messages = new Array(limits.archive.jsonMarks / 100_000).fill({ ...read.messages[0], content });
    const answer = await bringIn(owner, await changed({ [chatFile]: JSON.stringify({ ...read, messages }) }));
    expect(answer).toMatchObject({ status: 200, body: { summary: { messages: messages.length } } });
    const [pet] = (await owner.call(listAgents, {})).agents;
    await owner.call(deleteAgent, { params: { id: pet?.id ?? "" } });
  });

  it("may hold paths that lead out of it, and text that no database stores: neither does harm", async () => {
    const odd = petWith({ name: "Rex\u0000 \ud800", avatar: "../../../../etc/passwd" });
    const answer = await bringIn(owner, await changed({ [`${folder}/pet.json`]: odd }));
    expect(answer).toMatchObject({ status: 200, body: { summary: { name: "Rex \ufffd", chats: 1, messages: 2 } } });
  });
});

describe("deleting one's account", () => {
  it("takes pets, documents, chats, grants and sessions along, and writes down no name [T121]", async () => {
    const owner = await app.owner("leaving-owner");
    const userId = await userIdOf(owner);
    const pet = await owner.call(createAgent, { body: { name: "Rex" } });
    await owner.call(chat, { params: { id: pet.id }, body: { message: "Hello?" } });
    const friend = await app.owner();
    await app.deps.db.insert(userAgentAccess).values({ userId: await userIdOf(friend), agentId: pet.id });
    await friend.call(chat, { params: { id: pet.id }, body: { message: "Hello from a friend" } });
    expect((await owner.call(getMyData, {})).counts).toMatchObject({ pets: 1, chats: 1, chatsOfOthers: 1 });

    const body = { currentPassword: PASSWORD, confirmation: "leaving-owner" };
    const wrong = await owner.attempt(deleteMyAccount, { body: { ...body, currentPassword: "Wrong-1234!" } });
    expect(wrong).toMatchObject({ status: 400, body: { fields: { currentPassword: expect.any(String) } } });
    const typo = await owner.attempt(deleteMyAccount, { body: { ...body, confirmation: "leaving" } });
    expect(typo).toMatchObject({ status: 400, body: { fields: { confirmation: expect.any(String) } } });
    expect((await owner.call(listAgents, {})).agents).toHaveLength(1);

    const deletePrefix = vi.spyOn(app.deps.files, "deletePrefix");
    const elsewhere = app.visitor();
    await elsewhere.call(login, { body: { username: "leaving-owner", password: PASSWORD } });
    await owner.call(deleteMyAccount, { body });
    expect(await owner.attempt(me, {})).toMatchObject({ status: 401 });
    const { db } = app.deps;
    expect(await db.$count(users, eq(users.id, userId))).toBe(0);
    expect(await db.$count(agents, eq(agents.id, pet.id))).toBe(0);
    expect(await db.$count(sessions, eq(sessions.agentId, pet.id))).toBe(0);
    expect(await db.$count(userAgentAccess, eq(userAgentAccess.agentId, pet.id))).toBe(0);
    const signedIn = await db.select().from(authSessions);
    expect(JSON.stringify(signedIn)).not.toContain(userId);
    await vi.waitFor(() => {
      const prefixes = deletePrefix.mock.calls.map(([prefix]) => prefix);
      for (const prefix of [`documents/${pet.id}/`, `replies/${pet.id}/`]) expect(prefixes).toContain(prefix);
    }, WAIT_TIMEOUT_MS);
    deletePrefix.mockRestore();
    const [entry] = await db.select().from(auditLog).where(eq(auditLog.action, "account.delete"));
    expect(entry).toMatchObject({ actorName: null, targetId: userId, targetName: null, details: { pets: 1 } });
  });

  it("is refused to the last active administrator", async () => {
    const admin = await app.admin();
    expect((await admin.call(getMyData, {})).deletionRefusal).toContain("last active administrator");
    const body = { currentPassword: PASSWORD, confirmation: "administrator" };
    expect(await admin.attempt(deleteMyAccount, { body })).toMatchObject({
      status: 409,
      body: { error: expect.stringContaining("last active administrator") },
    });
    expect((await admin.call(me, {})).user.username).toBe("administrator");
  });
});

/** The card as a program for talking with characters finds it in the picture. */
async function cardIn(picture: Buffer, keyword: "chara" | "ccv3") {
  const { comments = [] } = await sharp(picture).metadata();
  const text = comments.find((comment) => comment.keyword === keyword)?.text ?? "";
  return JSON.parse(Buffer.from(text, "base64").toString());
}

async function uploaded(owner: Visitor, background: string): Promise<string> {
  const picture = sharp({ create: { width: 40, height: 40, channels: 3, background } });
  const file = new Blob([new Uint8Array(await picture.png().toBuffer())], { type: "image/png" });
  return (await owner.call(uploadAvatar, { file, filename: "biscuit.png" })).avatarUrl;
}

describe("a character card", () => {
  it("is one picture with the card of both versions, also for a pet without a picture", async () => {
    for (const color of ["#c63", null]) {
      const owner = await app.owner();
      const avatarUrl = color === null ? null : await uploaded(owner, color);
      const { id } = await owner.call(createAgent, { body: { name: "Biscuit", avatarUrl } });
      const answer = await owner.fetch(getCharacterCard.path.replace(":id", id));
      expect(answer.headers.get("content-type")).toBe("image/png");
      const bytes = Buffer.from(await answer.arrayBuffer());
      expect(await cardIn(bytes, "chara")).toMatchObject({ spec: "chara_card_v2", data: { name: "Biscuit" } });
      expect(await cardIn(bytes, "ccv3")).toMatchObject({ spec: "chara_card_v3", data: { name: "Biscuit" } });
      const { channels } = await sharp(bytes).stats();
      expect(channels.some(({ stdev }) => stdev > 5)).toBe(color === null);
    }
  });

  it("is for those who may change the pet, with the diary for those who may read it", async () => {
    const admin = await app.admin();
    const tucker = (await admin.call(listAgents, {})).agents.find(({ name }) => name === "Tucker");
    const path = getCharacterCard.path.replace(":id", tucker?.id ?? "");
    const answer = await admin.fetch(path);
    expect(answer.headers.get("content-disposition")).toBe("attachment; filename=tucker.png");
    expect(
      (await cardIn(Buffer.from(await answer.arrayBuffer()), "ccv3")).data.character_book.entries.length,
    ).toBeGreaterThan(10);

    const friend = await app.owner();
    await app.deps.db.insert(userAgentAccess).values({ userId: await userIdOf(friend), agentId: tucker?.id ?? "" });
    expect((await friend.fetch(path)).status).toBe(403);

    const limited = await app.holderOf("Add and update agents");
    const pet = await limited.call(createAgent, { body: { name: "Rex" } });
    const own = await limited.fetch(getCharacterCard.path.replace(":id", pet.id));
    expect((await cardIn(Buffer.from(await own.arrayBuffer()), "ccv3")).data).toMatchObject({
      name: "Rex",
      character_book: { entries: [] },
    });
  });
});
