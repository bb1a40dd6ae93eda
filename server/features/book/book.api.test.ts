import { eq } from "drizzle-orm";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { grantAgentAccess } from "#shared/api/admin/agent-access.ts";
import { createAgent, deleteAgent, uploadAvatar } from "#shared/api/agents.ts";
import {
  arrangeBook,
  type BookArrangement,
  downloadBookPdf,
  getBook,
  getBookPdf,
  makeBookPdf,
} from "#shared/api/book.ts";
import { chat, keepReply } from "#shared/api/chat.ts";
import { addDiaryEntry, listDiaryQuestions, saveDiaryAnswer } from "#shared/api/diary.ts";
import { addMemory } from "#shared/api/memory.ts";
import { bookPdfs } from "#shared/schema.ts";
import { startTestApp, type TestApp } from "#tests/support/app.ts";
import { TEST_TIMEOUT_MS } from "#tests/support/timeouts.ts";
import { userIdOf, type Visitor } from "#tests/support/visitor.ts";
import { extract } from "../documents/extract.ts";

const CODE = `#read("/etc/passwd") #eval("1 + 1") *not bold* $x^2$ @nobody \\ #import "@preview/cetz:0.3.0" <label>`;

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app?.stop());

/** A pet with two answers, one of them to an own question, two memories and a kept reply. */
async function petWithBook(language = "en-US") {
  const owner = await app.owner();
  const { id } = await owner.call(createAgent, { body: { name: "Miso", language, birthday: "2019-03-14" } });
  const params = { id };
  const [first] = await owner.call(listDiaryQuestions, {});
  await owner.call(saveDiaryAnswer, { params, body: { questionId: first?.id ?? "", answer: CODE } });
  await owner.call(addDiaryEntry, { params, body: { question: "What is under the sofa?", answer: "A sock." } });
  const remember = (text: string, on: string) =>
    owner.call(addMemory, { params, body: { store: "pet", kind: "event", text, date: { on, precision: "month" } } });
  await remember("Miso swam to the island.", "2022-08-01");
  await remember("Miso came home in a basket.", "2019-05-01");
  const { message } = await owner.call(chat, { params, body: { message: "What is under the sofa?" } });
  await owner.call(keepReply, { params: { id: message.id }, body: { isKept: true } });
  return { owner, id, reply: message };
}

const read = (by: Visitor, id: string) => by.call(getBook, { params: { id } });
const textsOf = ({ entries }: Awaited<ReturnType<typeof read>>) =>
  [...entries.diary, ...entries.memories, ...entries.talks].map(({ text }) => text);
const state = (by: Visitor, id: string) => by.call(getBookPdf, { params: { id } });
const made = (by: Visitor, id: string) =>
  expect.poll(async () => (await state(by, id)).status, { timeout: TEST_TIMEOUT_MS, interval: 100 });
async function downloaded(by: Visitor, id: string) {
  const response = await by.fetch(`/api/agents/${id}/book/book.pdf`);
  const { text, pageCount } = await extract(new Uint8Array(await response.arrayBuffer()), "pdf", {
    timeoutMs: TEST_TIMEOUT_MS,
  });
  return { name: response.headers.get("content-disposition"), pageCount, text: text.replaceAll(/[\s\u200B]+/g, " ") };
}

describe("a pet's book", () => {
  it("holds the diary, the pet's memories as they happened, and what the caller kept of the chats", async () => {
    const { owner, id, reply } = await petWithBook();
    const book = await read(owner, id);
    expect(textsOf(book)).toEqual([
      CODE,
      "A sock.",
      "Miso came home in a basket.",
      "Miso swam to the island.",
      reply.content,
    ]);
    expect(book.entries.diary.map(({ group, heading }) => [group, heading])).toEqual([
      ["Who I am", "What kind of animal am I, and what breed or mix?"],
      [null, "What is under the sofa?"],
    ]);
    expect(book.entries.talks[0]?.heading).toBe("What is under the sofa?");
    expect(book).toMatchObject({ name: "Miso", birthday: "2019-03-14", makesPdf: true });
    expect(book.arrangement).toEqual({ format: "a5", parts: ["diary", "memories", "talks"], leftOut: [], order: [] });
  });

  it("asks the diary's questions, and names their groups, in the pet's language", async () => {
    const { owner, id } = await petWithBook("de-DE");
    const [entry] = (await read(owner, id)).entries.diary;
    expect(entry?.group).toBe("Wer ich bin");
    expect(entry?.heading).toMatch(/Tier/);
  });

  it("stays as it was arranged, and a part can stand in it once", async () => {
    const { owner, id } = await petWithBook();
    const { entries } = await read(owner, id);
    const arrangement: BookArrangement = {
      format: "square",
      parts: ["memories", "diary"],
      leftOut: [entries.diary[0]?.id ?? ""],
      order: entries.memories.map((entry) => entry.id).reverse(),
    };
    const arrange = (body: BookArrangement) => owner.call(arrangeBook, { params: { id }, body });
    await arrange(arrangement);
    expect((await read(owner, id)).arrangement).toEqual(arrangement);
    await expect(arrange({ ...arrangement, parts: ["diary", "diary"] })).rejects.toMatchObject({ status: 400 });
  });

  it("shows what an owner kept of their chats to nobody else who keeps the diary", async () => {
    const { id } = await petWithBook();
    const keeper = await app.holderOf("manage_diary");
    const admin = await app.admin();
    await admin.call(grantAgentAccess, { body: { userId: await userIdOf(keeper), agentId: id } });
    for (const other of [keeper, admin]) {
      const { entries } = await read(other, id);
      expect(entries.diary.map(({ text }) => text)).toContain("A sock.");
      expect(entries.talks).toEqual([]);
    }
  });
});

describe("the PDF of a book", () => {
  it("has a cover, contents and page numbers, and none of what people wrote is code", async () => {
    const { owner, id } = await petWithBook();
    const { entries } = await read(owner, id);
    const leftOut = entries.memories.slice(0, 1).map((entry) => entry.id);
    const body = { format: "a5", parts: ["memories", "diary", "talks"], leftOut, order: [] } as const;
    await owner.call(arrangeBook, { params: { id }, body: { ...body, parts: [...body.parts], order: [] } });
    expect(await state(owner, id)).toEqual({ status: "none" });
    expect((await owner.call(makeBookPdf, { params: { id } })).status).toMatch(/waiting|working/);
    await made(owner, id).toBe("done");
    const { name, pageCount, text } = await downloaded(owner, id);
    expect(name).toContain("book-of-Miso.pdf");
    expect(pageCount).toBe(5);
    expect(text).toMatch(/^The book of Miso March 14, 2019 .*Contents Memories.*Diary.*What we said to each other/);
    expect(text).toContain("Miso swam to the island. August 2022");
    for (const piece of [
      '#read("/etc/passwd")',
      '#eval("1 + 1")',
      "*not bold*",
      "$x^2$",
      "@nobody",
      "#import",
      "<label>",
    ])
      expect(text).toContain(piece);
    expect(text).not.toContain("basket");
  });

  it("has the pet's picture on its cover", async () => {
    const { owner } = await petWithBook();
    const picture = await sharp({ create: { width: 60, height: 40, channels: 4, background: "#c638" } })
      .webp()
      .toBuffer();
    const file = new Blob([new Uint8Array(picture)], { type: "image/webp" });
    const { avatarUrl } = await owner.call(uploadAvatar, { file, filename: "me.webp" });
    const other = await app.admin();
    const { id } = await other.call(createAgent, { body: { name: "مشمش", language: "ar-SA", avatarUrl } });
    await other.call(addDiaryEntry, {
      params: { id },
      body: { question: "أين أنام؟", answer: "على الأريكة الزرقاء." },
    });
    await other.call(makeBookPdf, { params: { id } });
    await made(other, id).toBe("done");
    const { name, text } = await downloaded(other, id);
    expect(name).toContain("filename=book.pdf");
    expect(text).toContain("مشمش");
  });

  it("is the caller's alone, for a week", async () => {
    const { owner, id } = await petWithBook();
    await owner.call(makeBookPdf, { params: { id } });
    await made(owner, id).toBe("done");
    const admin = await app.admin();
    expect(await state(admin, id)).toEqual({ status: "none" });
    await expect(admin.call(downloadBookPdf, { params: { id } })).rejects.toMatchObject({ status: 404 });
    await app.deps.db
      .update(bookPdfs)
      .set({ updatedAt: new Date(Date.now() - 8 * 86_400_000) })
      .where(eq(bookPdfs.agentId, id));
    expect(await state(owner, id)).toEqual({ status: "none" });
    await expect(owner.call(downloadBookPdf, { params: { id } })).rejects.toMatchObject({ status: 404 });
  });

  it("is refused for an empty book", async () => {
    const owner = await app.owner();
    const { id } = await owner.call(createAgent, { body: { name: "Miso" } });
    await expect(owner.call(makeBookPdf, { params: { id } })).rejects.toMatchObject({ status: 409 });
  });

  it("says so where no font has the signs of the book", async () => {
    const { owner, id } = await petWithBook();
    await owner.call(addDiaryEntry, { params: { id }, body: { question: "Korean?", answer: "소파 밑에 뭐가 있어?" } });
    await owner.call(makeBookPdf, { params: { id } });
    await made(owner, id).toBe("failed");
    expect(await state(owner, id)).toEqual({ status: "failed", failure: "fonts" });
  });

  it("is asked for twice at once and made once, and one whose maker died can be tried again", async () => {
    const { owner, id } = await petWithBook();
    await Promise.all([1, 2].map(() => owner.call(makeBookPdf, { params: { id } })));
    await made(owner, id).toBe("done");
    const [row] = await app.deps.db.select().from(bookPdfs).where(eq(bookPdfs.agentId, id));
    expect(row?.sheet).toBeNull();
    const longAgo = new Date(Date.now() - 3_600_000);
    const left = { status: "pages", updatedAt: longAgo } as const;
    await app.deps.db.update(bookPdfs).set(left).where(eq(bookPdfs.agentId, id));
    expect(await state(owner, id)).toEqual({ status: "failed", failure: "interrupted" });
    await owner.call(makeBookPdf, { params: { id } });
    await made(owner, id).toBe("done");
  });

  it("leaves nothing behind where the pet is deleted while it is made", async () => {
    const { owner, id } = await petWithBook();
    await owner.call(makeBookPdf, { params: { id } });
    await owner.call(deleteAgent, { params: { id } });
    await expect(state(owner, id)).rejects.toMatchObject({ status: 404 });
    const waiting = () => app.deps.pool.query("select from graphile_worker.jobs");
    await expect.poll(async () => (await waiting()).rowCount, { timeout: TEST_TIMEOUT_MS, interval: 100 }).toBe(0);
    const left: unknown[] = [];
    for await (const page of app.deps.files.list(`books/${id}`)) left.push(...page);
    expect(left).toEqual([]);
  });
});
