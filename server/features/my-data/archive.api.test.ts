import { asc, eq } from "drizzle-orm";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { createAgent, getAgent, listAgents, setInMemory, uploadAvatar } from "#shared/api/agents.ts";
import { chat, createSession, getReplyAudio, listMessages } from "#shared/api/chat.ts";
import { listDiaryAnswers, listDiaryQuestions, saveDiaryAnswer } from "#shared/api/diary.ts";
import { uploadDocument } from "#shared/api/documents.ts";
import { listChats } from "#shared/api/history.ts";
import { deleteMyAccount, getMyData } from "#shared/api/my-data.ts";
import {
  auditLog,
  diaryAnswers,
  diaryQuestions,
  documents,
  messages,
  sessions,
  userAgentAccess,
} from "#shared/schema.ts";
import { startTestApp, type TestApp } from "#tests/support/app.ts";
import { bringIn, downloadAll, unzip, zipOf } from "#tests/support/archives.ts";
import { PASSWORD } from "#tests/support/first-start.ts";
import { pdfOf } from "#tests/support/pdfs.ts";
import { TEST_TIMEOUT_MS } from "#tests/support/timeouts.ts";
import { userIdOf, type Visitor } from "#tests/support/visitor.ts";
import { audioKey } from "../spoken-replies/spoken-replies.ts";
import { archivedChat, archivedPet, archivedUsage, manifest } from "./archive-format.ts";

let app: TestApp;
beforeAll(async () => {
  // A machine with much to do reads slowly, and a document that is given up is no answer to any question here.
  app = await startTestApp({ env: { PROCESSING_TIMEOUT_S: "3600" } });
});
afterAll(() => app.stop());

const PROMPT = "You are Biscuit. Speak of squirrels.";
const MP3 = Buffer.concat([Buffer.from("ID3"), Buffer.alloc(500, 7)]);
const blob = (bytes: string | Uint8Array, type: string) => new Blob([new Uint8Array(Buffer.from(bytes))], { type });

async function petWithEverything(owner: Visitor): Promise<string> {
  const picture = await sharp({ create: { width: 40, height: 40, channels: 3, background: "#c63" } })
    .png()
    .toBuffer();
  const { avatarUrl } = await owner.call(uploadAvatar, { file: blob(picture, "image/png"), filename: "me.png" });
  const profile = { species: "cat", birthday: "2019-03-14" };
  const body = { name: "../Bißcuit & Søn", ...profile, systemPrompt: PROMPT, avatarUrl, voiceName: "en-GB-RyanNeural" };
  const { id } = await owner.call(createAgent, { body });
  const questions = await owner.call(listDiaryQuestions, {});
  for (const [index, question] of questions.slice(0, 3).entries())
    await owner.call(saveDiaryAnswer, {
      params: { id },
      body: { questionId: question.id, answer: `# Answer ${index}\nwith a second line` },
    });
  const papers = [
    ["../../vet: letter?.pdf", await pdfOf("Rabies vaccination in March."), "application/pdf"],
    ["notes.txt", "Gerald is the squirrel in the oak.", "text/plain"],
    ["notes.txt", "Gerald has a brother called Harald.", "text/plain"],
  ] as const;
  for (const [filename, bytes, type] of papers)
    await owner.call(uploadDocument, { params: { id }, file: blob(bytes, type), filename });
  await isRead(owner, id);
  for (const [message, status] of [
    ["Who is Gerald?", "complete"],
    ["What's your name?", "cut_off"],
  ] as const) {
    const { message: reply } = await owner.call(chat, { params: { id }, body: { message } });
    await app.deps.files.put(audioKey(id, reply.id), MP3, "audio/mpeg");
    await app.deps.db
      .update(messages)
      .set({ audioUrl: `/api/messages/${reply.id}/audio`, status, isKept: status === "complete" })
      .where(eq(messages.id, reply.id));
  }
  await owner.call(setInMemory, { params: { id }, body: { diedOn: "2026-03-01", isAtRest: true } });
  return id;
}

/** What has to be the same of a pet before and after; ids are not. */
async function contentsOf(owner: Visitor, agentId: string) {
  const { db } = app.deps;
  const userId = await userIdOf(owner);
  const chats = await db
    .select()
    .from(sessions)
    .where(eq(sessions.userId, userId))
    .orderBy(asc(sessions.lastMessageAt));
  const said = await Promise.all(
    chats.map(({ id }) => db.select().from(messages).where(eq(messages.sessionId, id)).orderBy(asc(messages.sequence))),
  );
  return {
    diary: await db
      .select({
        key: diaryQuestions.key,
        answer: diaryAnswers.answer,
        createdAt: diaryAnswers.createdAt,
        updatedAt: diaryAnswers.updatedAt,
      })
      .from(diaryAnswers)
      .innerJoin(diaryQuestions, eq(diaryQuestions.id, diaryAnswers.questionId))
      .where(eq(diaryAnswers.agentId, agentId))
      .orderBy(asc(diaryQuestions.orderIndex)),
    documents: await db
      .select({
        originalName: documents.originalName,
        fileSize: documents.fileSize,
        pageCount: documents.pageCount,
        text: documents.extractedText,
        createdAt: documents.createdAt,
      })
      .from(documents)
      .where(eq(documents.agentId, agentId))
      .orderBy(asc(documents.createdAt)),
    chats: chats.map(({ name, createdAt, updatedAt, lastMessageAt }, index) => ({
      name,
      createdAt,
      updatedAt,
      lastMessageAt,
      messages: (said[index] ?? []).map((message, _, all) => ({
        role: message.role,
        content: message.content,
        status: message.status,
        createdAt: message.createdAt,
        answers: all.findIndex(({ id }) => id === message.replyTo),
        spoken: message.audioUrl !== null,
        isKept: message.isKept,
        sources: message.sources?.map((source) => ({ ...source, documentId: undefined })),
      })),
    })),
  };
}

const isRead = (owner: Visitor, id: string) =>
  vi.waitFor(
    async () => {
      if ((await owner.call(getAgent, { params: { id } })).isReading) throw new Error("not yet");
    },
    { timeout: TEST_TIMEOUT_MS, interval: 100 },
  );

describe("an account's archive", () => {
  let owner: Visitor;
  let petId: string;
  let friend: Visitor;
  beforeAll(async () => {
    owner = await app.owner("archive-owner");
    petId = await petWithEverything(owner);
    friend = await app.owner();
    const foreign = await friend.call(createAgent, { body: { name: "Foreign Fido" } });
    await app.deps.db.insert(userAgentAccess).values({ userId: await userIdOf(owner), agentId: foreign.id });
    await owner.call(chat, { params: { id: foreign.id }, body: { message: "Hello, Fido" } });
    await friend.call(chat, { params: { id: foreign.id }, body: { message: "A secret between friends" } });
  });

  it("holds profile, pet, diary, documents, avatar and chats, for programs and for people [T121]", async () => {
    const files = await unzip(await downloadAll(owner));
    const read = (path: string) => JSON.parse(files.get(path)?.toString() ?? "null");
    const folder = "pets/01-Bißcuit Søn";
    expect([...files.keys()]).toEqual([
      "README.md",
      "archive.json",
      "profile.md",
      "usage.json",
      `${folder}/pet.json`,
      `${folder}/pet.md`,
      `${folder}/avatar.webp`,
      `${folder}/documents/01-vet letter.pdf`,
      `${folder}/documents/01-vet letter.text.txt`,
      `${folder}/documents/02-notes.txt`,
      `${folder}/documents/02-notes.text.txt`,
      `${folder}/documents/03-notes.txt`,
      `${folder}/documents/03-notes.text.txt`,
      `${folder}/chats/0001.json`,
      `${folder}/chats/0001.md`,
      `${folder}/chats/0002.json`,
      `${folder}/chats/0002.md`,
      "other-chats/0001.json",
      "other-chats/0001.md",
    ]);
    expect(manifest.parse(read("archive.json"))).toMatchObject({
      version: 1,
      account: { username: "archive-owner", email: "archive-owner@example.com" },
      pets: [{ folder, name: "../Bißcuit & Søn", diaryAnswers: 3, documents: 3, chats: 2 }],
    });
    const days = archivedUsage.parse(read("usage.json"));
    expect(days.reduce((sum, { messages }) => sum + messages, 0)).toBe(3);
    const pet = archivedPet.parse(read(`${folder}/pet.json`));
    expect(pet).toMatchObject({ systemPrompt: PROMPT, voiceName: "en-GB-RyanNeural", language: "en-GB" });
    expect(pet.diary?.map(({ key }) => key)).toEqual(["kind", "name_origin", "birthday"]);
    expect(files.get(`${folder}/documents/01-vet letter.pdf`)?.subarray(0, 5).toString()).toBe("%PDF-");
    expect(files.get(`${folder}/documents/01-vet letter.text.txt`)?.toString()).toContain("Rabies vaccination");
    const told = archivedChat.parse(read(`${folder}/chats/0001.json`));
    expect(told.messages.map(({ role, audio }) => ({ role, audio }))).toEqual([
      { role: "user", audio: null },
      { role: "assistant", audio: null },
    ]);
    expect(told.messages[1]?.sources?.[0]).toMatchObject({ kind: "document", filename: "notes.txt" });
    expect(files.get(`${folder}/chats/0001.md`)?.toString()).toContain("> Who is Gerald?");
    expect(files.get(`${folder}/pet.md`)?.toString()).toContain("> # Answer 0\n> with a second line");
    expect(files.get("other-chats/0001.md")?.toString()).toContain("Hello, Fido");
  });

  it("holds no password, no session and nothing that others said", async () => {
    const files = await unzip(await downloadAll(owner));
    const all = [...files.values()].map((bytes) => bytes.toString("latin1")).join("\n");
    for (const secret of ["$argon2", "A secret between friends", ...owner.cookies.values()])
      expect(all).not.toContain(secret);
  });

  it("leaves a trace in the audit log", async () => {
    const userId = await userIdOf(owner);
    const before = await app.deps.db.$count(auditLog, eq(auditLog.action, "account.export"));
    await downloadAll(owner);
    expect(await app.deps.db.$count(auditLog, eq(auditLog.action, "account.export"))).toBe(before + 1);
    const [entry] = await app.deps.db.select().from(auditLog).where(eq(auditLog.action, "account.export"));
    expect(entry).toMatchObject({ actorId: userId, details: { audio: false } });
  });

  it("notes a file that is gone, and goes on", async () => {
    const [document] = await app.deps.db
      .select()
      .from(documents)
      .where(eq(documents.agentId, petId))
      .orderBy(asc(documents.createdAt));
    const key = document?.objectPath ?? "";
    const bytes = await app.deps.files.read(key);
    await app.deps.files.delete(key);
    const files = await unzip(await downloadAll(owner));
    expect(files.get("missing.md")?.toString()).toContain("`pets/01-Bißcuit Søn/documents/01-vet letter.pdf`");
    expect(files.has("pets/01-Bißcuit Søn/documents/02-notes.txt")).toBe(true);
    await app.deps.files.put(key, bytes ?? new Uint8Array(), "application/pdf");
  });

  it("brings the pet back, out of a deleted account into a new one, with spoken replies", async () => {
    const before = await contentsOf(owner, petId);
    const zip = await downloadAll(owner, "true");
    await owner.call(deleteMyAccount, { body: { currentPassword: PASSWORD, confirmation: "archive-owner" } });

    const again = await app.owner();
    const answer = await bringIn(again, zip);
    expect(answer).toMatchObject({
      status: 200,
      body: {
        outcome: "imported",
        summary: {
          name: "../Bißcuit & Søn",
          diaryAnswers: 3,
          documents: 3,
          chats: 2,
          messages: 4,
          audio: 2,
          remarks: [],
        },
      },
    });
    const [pet] = (await again.call(listAgents, {})).agents;
    const id = pet?.id ?? "";
    expect(pet).toMatchObject({ systemPrompt: PROMPT, voiceName: "en-GB-RyanNeural", avatarUrl: expect.any(String) });
    expect(pet).toMatchObject({ species: "cat", birthday: "2019-03-14" });
    expect(pet).toMatchObject({ diedOn: "2026-03-01", atRest: expect.any(String) });
    expect((await again.fetch(pet?.avatarUrl ?? "")).status).toBe(200);
    await isRead(again, id);
    const after = await contentsOf(again, id);
    const ownChats = before.chats.filter(({ messages: said }) => said[0]?.content !== "Hello, Fido");
    expect(after).toEqual({ ...before, chats: ownChats });

    const spoken = await app.deps.db.select().from(messages).where(eq(messages.agentId, id));
    const reply = spoken.find(({ audioUrl }) => audioUrl !== null);
    const audio = await again.fetch(getReplyAudio.path.replace(":id", reply?.id ?? ""));
    expect(Buffer.from(await audio.arrayBuffer()).equals(MP3)).toBe(true);
    await again.call(setInMemory, { params: { id }, body: { diedOn: null, isAtRest: false } });
    const asked = await again.call(chat, { params: { id }, body: { message: "Who is Gerald?" } });
    expect(asked.message.sources?.[0]).toMatchObject({ filename: "notes.txt" });
  });
});

describe("a pet that is brought in", () => {
  describe("comes as it was where a computer has unpacked the archive and packed it again", () => {
    const PET = "Zoë コマチ";
    let files: [string, Buffer][];
    beforeAll(async () => {
      const owner = await app.owner();
      const { id } = await owner.call(createAgent, { body: { name: PET } });
      const file = new Blob(["My collar is red."], { type: "text/plain" });
      await owner.call(uploadDocument, { params: { id }, file, filename: "collar é.txt" });
      await owner.call(chat, { params: { id }, body: { message: "Hello?" } });
      files = [...(await unzip(await downloadAll(owner)))];
    });
    const packed = (nameOf: (name: string) => string, more: Record<string, string> = {}) =>
      zipOf({ ...more, ...Object.fromEntries(files.map(([name, bytes]) => [nameOf(name), bytes])) });

    it.each<[string, () => Promise<Buffer>]>([
      ["in a folder around it", () => packed((name) => `my-data/${name}`)],
      ["in a folder in a folder", () => packed((name) => `Desktop/my-data/${name}`)],
      [
        "with what macOS adds",
        () =>
          packed((name) => `my-data/${name}`, {
            "my-data/.DS_Store": "x",
            "__MACOSX/my-data/._archive.json": "x",
            "__MACOSX/my-data/archive.json": "x",
          }),
      ],
      ["with backslashes", () => packed((name) => name.replaceAll("/", "\\"))],
      ["with backslashes in a folder around it", () => packed((name) => `my-data\\${name.replaceAll("/", "\\")}`)],
      ["with decomposed names", () => packed((name) => name.normalize("NFD"))],
      [
        "with decomposed names that are not marked as UTF-8",
        async () => unmarked(await packed((name) => name.normalize("NFD"))),
      ],
    ])("%s", async (_what, archive) => {
      const owner = await app.owner();
      const answer = await bringIn(owner, await archive());
      expect(answer).toMatchObject({
        status: 200,
        body: { summary: { name: PET, documents: 1, chats: 1, messages: 2, remarks: [] } },
      });
    });
  });

  it("is one for an owner who has one already: none", async () => {
    const owner = await app.owner();
    await owner.call(createAgent, { body: { name: "Rex" } });
    const zip = await downloadAll(owner);
    expect(await bringIn(owner, zip)).toMatchObject({
      status: 409,
      body: { error: expect.stringContaining("You have created your pet.") },
    });
    expect((await owner.call(getMyData, {})).importRefusal).toContain("You have created your pet.");
  });

  it("is the one that is chosen where the archive holds several", async () => {
    const admin = await app.admin();
    const pet = await admin.call(createAgent, { body: { name: "Second" } });
    const zip = await downloadAll(admin);
    const owner = await app.owner();
    expect(await bringIn(owner, zip)).toMatchObject({
      status: 200,
      body: {
        outcome: "choose",
        pets: [
          { folder: "pets/01-Tucker", name: "Tucker" },
          { folder: "pets/02-Second", name: "Second" },
        ],
      },
    });
    expect((await owner.call(listAgents, {})).agents).toEqual([]);
    expect(await bringIn(owner, zip, { folder: "pets/03-None" })).toMatchObject({ status: 404 });
    expect(await bringIn(owner, zip, { folder: "pets/01-Tucker" })).toMatchObject({
      status: 200,
      body: { outcome: "imported", summary: { name: "Tucker" } },
    });
    const [tucker] = (await owner.call(listAgents, {})).agents;
    expect(await owner.call(listDiaryAnswers, { params: { id: tucker?.id ?? "" } })).not.toEqual([]);
    expect(pet.id).not.toBe(tucker?.id);
  });

  it("has for a limited user what they may give it, and says what is left out", async () => {
    const owner = await app.owner();
    await petWithEverything(owner);
    const zip = await downloadAll(owner);
    const limited = await app.holderOf("Add and update agents");
    const answer = await bringIn(limited, zip);
    expect(answer).toMatchObject({
      status: 200,
      body: { summary: { diaryAnswers: 0, documents: 0, chats: 2, messages: 4 } },
    });
    const { summary } = Object(answer.body);
    expect(summary.remarks).toEqual([
      expect.stringContaining("instructions are the default ones"),
      expect.stringContaining("diary is left out"),
      expect.stringContaining("documents are left out"),
    ]);
    const [pet] = (await limited.call(listAgents, {})).agents;
    expect(pet?.systemPrompt).not.toBe(PROMPT);
    expect(pet?.documentCount).toBe(0);
    const nobody = await app.holderOf("manage_diary");
    expect(await bringIn(nobody, zip)).toMatchObject({ status: 403 });
  });

  it("keeps answers to questions that are not asked here as a document", async () => {
    const { db } = app.deps;
    const [own] = await db
      .insert(diaryQuestions)
      .values({ question: "Which planet is my favourite?", orderIndex: 900 })
      .returning();
    const owner = await app.owner();
    const pet = await owner.call(createAgent, { body: { name: "Laika" } });
    const params = { id: pet.id };
    await owner.call(saveDiaryAnswer, {
      params,
      body: { questionId: own?.id ?? "", answer: "Saturn, for its collar." },
    });
    await owner.call(saveDiaryAnswer, {
      params,
      body: { questionId: (await owner.call(listDiaryQuestions, {}))[0]?.id ?? "", answer: "A dog." },
    });
    const zip = await downloadAll(owner);

    const sameQuestions = await app.owner();
    expect(await bringIn(sameQuestions, zip)).toMatchObject({ body: { summary: { diaryAnswers: 2, documents: 0 } } });

    await db.delete(diaryQuestions).where(eq(diaryQuestions.id, own?.id ?? ""));
    const elsewhere = await app.owner();
    const answer = await bringIn(elsewhere, zip);
    expect(answer).toMatchObject({
      body: {
        summary: {
          diaryAnswers: 1,
          documents: 1,
          remarks: [
            "1 diary answer belongs to questions that are not asked here. It is kept as the document 'Other diary answers.txt'.",
          ],
        },
      },
    });
    const id = Object(answer.body).summary.agentId;
    await isRead(elsewhere, id);
    const [kept] = await db.select().from(documents).where(eq(documents.agentId, id));
    expect(kept).toMatchObject({
      processingStatus: "processed",
      extractedText: expect.stringContaining("Which planet is my favourite?\nSaturn, for its collar."),
    });
  });

  it("shows its chats in the history, with their times", async () => {
    const owner = await app.owner();
    const pet = await owner.call(createAgent, { body: { name: "Rex" } });
    const session = await owner.call(createSession, { body: { agentId: pet.id } });
    const at = new Date("2025-02-03T04:05:06.000Z");
    await app.deps.db.insert(messages).values([
      { agentId: pet.id, sessionId: session.id, role: "user", content: "Long ago", createdAt: at },
      {
        agentId: pet.id,
        sessionId: session.id,
        role: "user",
        content: "Unanswered",
        createdAt: at,
        status: "answering",
      },
    ]);
    const other = await app.owner();
    await bringIn(other, await downloadAll(owner));
    const { sessions: listed } = await other.call(listChats, { query: {} });
    expect(listed.map(({ lastMessageAt }) => lastMessageAt)).toEqual([at.toISOString()]);
    const read = await other.call(listMessages, { params: { sessionId: listed[0]?.id ?? "" }, query: {} });
    expect(read.map(({ content, status }) => ({ content, status }))).toEqual([
      { content: "Long ago", status: "complete" },
      { content: "Unanswered", status: "failed" },
    ]);
  });
});

/** The ZIP without the flags that say that its names are in UTF-8. */
function unmarked(zip: Buffer): Buffer {
  for (const [signature, flags] of [
    ["PK\x03\x04", 7],
    ["PK\x01\x02", 9],
  ] as const)
    for (let at = zip.indexOf(signature); at !== -1; at = zip.indexOf(signature, at + 1))
      zip.writeUInt8(zip.readUInt8(at + flags) & ~0x08, at + flags);
  return zip;
}
