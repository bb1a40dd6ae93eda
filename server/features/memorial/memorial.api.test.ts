import { randomUUID } from "node:crypto";
import sharp from "sharp";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { deleteAgent, setInMemory, updateAgent, uploadAvatar } from "#shared/api/agents.ts";
import { listAuditLog } from "#shared/api/audit.ts";
import { listDiaryQuestions, saveDiaryAnswer } from "#shared/api/diary.ts";
import { createInvitation, takeInvitation } from "#shared/api/family.ts";
import {
  approveGuestBookEntry,
  deleteGuestBookEntry,
  getMemorial,
  type MemorialPiece,
  openMemorial,
  previewMemorial,
  saveMemorial,
} from "#shared/api/memorial.ts";
import { addMemory, forgetMemory } from "#shared/api/memory.ts";
import { guestBookEntries, memorials } from "#shared/schema.ts";
import { startTestApp, type TestApp } from "#tests/support/app.ts";
import { newPet, type Visitor } from "#tests/support/visitor.ts";

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

let owner: Visitor;
let id: string;
let params: { id: string };
beforeEach(async () => {
  owner = await app.owner();
  id = await newPet(owner, "Miso");
  params = { id };
  await owner.call(setInMemory, { params, body: { diedOn: "2026-03-01", isAtRest: false } });
});

const answerOf = async (answer: string, by = owner, pet = id): Promise<MemorialPiece> => {
  const [question] = await by.call(listDiaryQuestions, {});
  const saved = await by.call(saveDiaryAnswer, {
    params: { id: pet },
    body: { questionId: question?.id ?? "", answer },
  });
  return { kind: "answer", id: saved.id };
};
const memoryOf = async (text: string): Promise<MemorialPiece> => {
  const body = { store: "pet", kind: "event", text } as const;
  return { kind: "memory", id: (await owner.call(addMemory, { params, body })).id };
};
const open = (isOpen = true) => owner.call(openMemorial, { params, body: { isOpen } });
const read = () => owner.call(getMemorial, { params });
const pathOf = async () => (await read()).path ?? "";
const visit = async (path: string, headers: Record<string, string> = {}) => {
  const response = await app.visitor().fetch(path, { headers });
  return { status: response.status, headers: response.headers, html: await response.text() };
};
const write = (path: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
  app.visitor().fetch(path, { method: "POST", body: new URLSearchParams(fields), redirect: "manual", headers });

describe("a memorial page [T153]", () => {
  it("shows name, dates, words and what was chosen in its order, to whoever has its address", async () => {
    const [answer, memory] = [
      await answerOf("I was called Miso for the soup."),
      await memoryOf("I swam to the island."),
    ];
    await owner.call(updateAgent, { params, body: { birthday: "2012-05-04" } });
    await owner.call(saveMemorial, { params, body: { words: "Thirteen years\nof joy.", pieces: [memory, answer] } });
    await open();
    const { status, html, headers } = await visit(await pathOf());
    expect(status).toBe(200);
    expect(html).toContain("In memory of Miso");
    expect(html).toContain(
      '<time datetime="2012-05-04">May 4, 2012</time> – <time datetime="2026-03-01">March 1, 2026',
    );
    expect(html).toContain("Thirteen years\nof joy.");
    expect(html.indexOf("I swam to the island.")).toBeLessThan(html.indexOf("I was called Miso for the soup."));
    expect(html).not.toMatch(/<script|javascript:|\son\w+=/i);
    expect(headers.get("Content-Security-Policy")).toMatch(
      /^default-src 'none'; style-src 'sha256-[^']+'; img-src 'self'/,
    );
    expect(headers.get("X-Robots-Tag")).toContain("noindex");
    expect(html).toContain('<meta name="robots" content="noindex');
    expect(headers.get("Cache-Control")).toBe("no-store");
    expect(headers.getSetCookie()).toEqual([]);
  });

  it("is one that nobody finds while it is closed, just as an address that there never was", async () => {
    const nowhere = `/memorial/${"x".repeat(32)}`;
    await owner.call(saveMemorial, { params, body: { words: "Good dog." } });
    const path = await pathOf();
    const expectNothing = async () => {
      const [closed, unknown] = [await visit(path), await visit(nowhere)];
      expect(closed.status).toBe(404);
      expect(closed.html.replace(path, nowhere)).toBe(unknown.html);
      expect((await visit(`/api/memorials/${path.split("/").at(-1)}/picture`)).status).toBe(404);
      const [sent, lost] = [
        await write(path, { name: "Ana", words: "Hi" }),
        await write(nowhere, { name: "A", words: "B" }),
      ];
      expect([sent.status, sent.headers.get("Location")]).toEqual([303, path]);
      expect([lost.status, lost.headers.get("Location")]).toEqual([303, nowhere]);
      expect((await read()).guestBook).toEqual([]);
    };
    await expectNothing();
    await open();
    expect((await visit(path)).status).toBe(200);
    await open(false);
    await expectNothing();
    await open();
    expect(await pathOf()).toBe(path);
    expect((await visit(path)).status).toBe(200);
    await owner.call(setInMemory, { params, body: { diedOn: null, isAtRest: false } });
    await expectNothing();
  });

  it("of a pet that lives can't be opened", async () => {
    await owner.call(setInMemory, { params, body: { diedOn: null, isAtRest: false } });
    expect(await owner.attempt(openMemorial, { params, body: { isOpen: true } })).toMatchObject({
      status: 409,
      body: { code: "not_in_memory" },
    });
  });

  it("shows nothing of another pet, nothing that was told in private, and nothing that was forgotten", async () => {
    const other = await app.owner();
    const foreign = await answerOf("The other owner's secret.", other, await newPet(other, "Rex"));
    const own = await owner.call(addMemory, { params, body: { store: "person", text: "My door code is 4711." } });
    const memory = await memoryOf("I swam to the island.");
    const pieces = [foreign, { kind: "memory", id: own.id }, { kind: "memory", id: randomUUID() }, memory] as const;
    await owner.call(saveMemorial, { params, body: { words: "", pieces: [...pieces, memory] } });
    await open();
    expect((await read()).pieces).toEqual([memory]);
    const path = await pathOf();
    expect((await visit(path)).html).toContain("I swam to the island.");
    await owner.call(forgetMemory, { params: { id: memory.id } });
    const { html } = await visit(path);
    expect(html).not.toMatch(/secret|4711|island/);
    for (const hidden of [id, "Robin", "@example"]) expect(html).not.toContain(hidden);
  });

  it("shows what was written as text, whatever it looks like and in whichever direction it runs", async () => {
    const answer = await answerOf('<img src=x onerror="alert(1)"></p><script>alert(2)</script>');
    await owner.call(updateAgent, { params, body: { name: "<b>Miso</b>" } });
    await owner.call(saveMemorial, { params, body: { words: "</style><script>alert(3)</script>", pieces: [answer] } });
    await open();
    const path = await pathOf();
    await write(path, { name: '"><script>alert(4)</script>', words: "كلب رائع" });
    const [entry] = (await read()).guestBook;
    await owner.call(approveGuestBookEntry, { params: { id, entryId: entry?.id ?? "" }, body: { isApproved: true } });
    const { html } = await visit(path, { "Accept-Language": "ar" });
    expect(html).not.toMatch(/<script|<img|<b>/);
    expect(html).toContain('<html lang="ar" dir="rtl"');
    expect(html).toContain('<p dir="auto">كلب رائع</p>');
    expect((await visit(path, { Cookie: "language=de; theme=dark" })).html).toContain(
      '<html lang="de" dir="ltr" class="dark"',
    );
  });

  it("shows its picture to its readers alone, and none after it was closed", async () => {
    const picture = await sharp({ create: { width: 9, height: 9, channels: 3, background: "#c63" } })
      .png()
      .toBuffer();
    const file = new Blob([new Uint8Array(picture)], { type: "image/png" });
    const { avatarUrl } = await owner.call(uploadAvatar, { file, filename: "miso.png" });
    await owner.call(updateAgent, { params, body: { avatarUrl } });
    await open();
    const path = await pathOf();
    const address = /<img src="([^"]+)"/.exec((await visit(path)).html)?.[1] ?? "";
    const shown = await visit(address);
    expect([shown.status, shown.headers.get("Content-Type")]).toEqual([200, "image/webp"]);
    expect(shown.headers.get("Cache-Control")).toBe("private, no-cache");
    expect((await visit(avatarUrl)).status).toBe(401);
    await open(false);
    expect((await visit(address)).status).toBe(404);
  });

  it("is made by owners and those who manage the pet; others can't even look at it", async () => {
    const { token } = await owner.call(createInvitation, { params, body: { right: "talk" } });
    const managing = await owner.call(createInvitation, { params, body: { right: "manage" } });
    const [talker, manager] = [await app.owner(), await app.owner()];
    await talker.call(takeInvitation, { body: { token } });
    await manager.call(takeInvitation, { body: { token: managing.token } });
    expect(await talker.attempt(getMemorial, { params })).toMatchObject({ status: 403 });
    expect(await talker.attempt(openMemorial, { params, body: { isOpen: true } })).toMatchObject({ status: 403 });
    await manager.call(saveMemorial, { params, body: { words: "From all of us." } });
    await manager.call(openMemorial, { params, body: { isOpen: true } });
    expect((await visit(await pathOf())).html).toContain("From all of us.");
    const { entries } = await (await app.admin()).call(listAuditLog, { query: { targetId: id } });
    expect(entries.map(({ action }) => action)).toContain("memorial.open");
    expect(JSON.stringify(entries)).not.toContain((await pathOf()).split("/").at(-1));
  });

  it("is previewed by those who make it, before it is open", async () => {
    const address = previewMemorial.path.replace(":id", id);
    expect((await owner.fetch(address)).status).toBe(404);
    await owner.call(saveMemorial, { params, body: { words: "Good dog." } });
    const preview = await owner.fetch(address);
    expect(preview.headers.get("Content-Type")).toBe("text/html; charset=utf-8");
    const html = await preview.text();
    expect(html).toContain("Good dog.");
    expect(html).toContain("<fieldset disabled>");
    expect((await app.visitor().fetch(address)).status).toBe(401);
  });

  it("goes with its guest book when its pet is deleted", async () => {
    await open();
    const path = await pathOf();
    await write(path, { name: "Ana", words: "Good dog." });
    await owner.call(deleteAgent, { params });
    expect((await visit(path)).status).toBe(404);
    const { db } = app.deps;
    const left = [...(await db.select().from(memorials)), ...(await db.select().from(guestBookEntries))];
    expect(left.filter(({ agentId }) => agentId === id)).toEqual([]);
  });
});

describe("a guest book [T153]", () => {
  let path: string;
  beforeEach(async () => {
    await open();
    path = await pathOf();
  });

  it("takes words without an account, and shows none before the owner's yes", async () => {
    const sent = await write(path, { name: " Ana\n ", words: "Best walks\r\n\r\n\r\n\r\nof my life." });
    expect([sent.status, sent.headers.get("Location")]).toEqual([303, `${path}?thanks#guest-book`]);
    expect((await visit(`${path}?thanks`)).html).toContain("Thank you. Your words will appear here once");
    expect((await visit(path)).html).not.toContain("Best walks");
    const [entry] = (await read()).guestBook;
    expect(entry).toMatchObject({ name: "Ana", words: "Best walks\n\nof my life.", approvedAt: null });
    const key = { id, entryId: entry?.id ?? "" };
    await owner.call(approveGuestBookEntry, { params: key, body: { isApproved: true } });
    expect((await visit(path)).html).toContain("Best walks\n\nof my life.");
    await owner.call(approveGuestBookEntry, { params: key, body: { isApproved: false } });
    expect((await visit(path)).html).not.toContain("Best walks");
    await owner.call(approveGuestBookEntry, { params: key, body: { isApproved: true } });
    await owner.call(deleteGuestBookEntry, { params: key });
    expect((await visit(path)).html).not.toContain("Best walks");
    expect(await owner.attempt(deleteGuestBookEntry, { params: key })).toMatchObject({ status: 404 });
  });

  it("is ruled by those who manage its pet alone", async () => {
    await write(path, { name: "Ana", words: "Good dog." });
    const [entry] = (await read()).guestBook;
    const other = await app.owner();
    const otherPet = await newPet(other, "Rex");
    for (const pet of [id, otherPet]) {
      const key = { id: pet, entryId: entry?.id ?? "" };
      const body = { isApproved: true };
      expect(await other.attempt(approveGuestBookEntry, { params: key, body })).toMatchObject({ status: 404 });
      expect(await other.attempt(deleteGuestBookEntry, { params: key })).toMatchObject({ status: 404 });
    }
    expect((await read()).guestBook).toMatchObject([{ approvedAt: null }]);
  });

  it.each([
    ["no name", { name: " \u200b ", words: "Good dog." }, "Please write your name."],
    ["no words", { name: "Ana", words: "\u0000 \n" }, "Please write a few words."],
    ["too many words", { name: "Ana", words: "x".repeat(1_001) }, "at most 1000 characters fit."],
  ])("comes back as it was filled, with a sentence, where there are %s", async (_what, fields, sentence) => {
    const sent = await write(path, fields);
    const html = await sent.text();
    expect(sent.status).toBe(400);
    expect(html).toContain(sentence);
    expect(html).toContain('aria-invalid="true"');
    if (fields.name === "Ana") expect(html).toContain('value="Ana"');
    if (fields.words.includes("x")) expect(html).toContain(`>\n${fields.words}</textarea>`);
    expect((await read()).guestBook).toEqual([]);
  });

  it("keeps words that were sent twice once", async () => {
    await Promise.all([1, 2].map(() => write(path, { name: "Ana", words: "Good dog." })));
    expect((await read()).guestBook).toHaveLength(1);
  });

  it("takes nothing from another site", async () => {
    const sent = await write(path, { name: "Ana", words: "Good dog." }, { "Sec-Fetch-Site": "cross-site" });
    expect(sent.status).toBe(403);
    expect((await read()).guestBook).toEqual([]);
  });

  it("takes no more than the owner can read, however many write at once, and gives their words back", async () => {
    const entry = (number: number) => ({ agentId: id, name: "Flood", words: `Flood ${number}` });
    const before = new Date(Date.now() - 2 * 60 * 60 * 1000);
    const rows = Array.from({ length: 45 }, (_, number) => ({ ...entry(number), createdAt: before }));
    await app.deps.db.insert(guestBookEntries).values(rows);
    const sent = await Promise.all(
      Array.from({ length: 12 }, (_, number) => write(path, { name: "Ana", words: `Good dog ${number}` })),
    );
    expect(sent.filter(({ status }) => status === 303)).toHaveLength(5);
    const [full] = sent.filter(({ status }) => status === 409);
    const html = (await full?.text()) ?? "";
    expect(html).toMatch(/What you wrote is not lost[\s\S]*>\nGood dog \d+<\/textarea>/);
    expect((await read()).guestBook).toHaveLength(50);
  });

  it("takes at most thirty in an hour, from however many addresses", async () => {
    const rows = Array.from({ length: 30 }, (_, number) => ({
      agentId: id,
      name: "A",
      words: `${number}`,
      approvedAt: new Date(),
    }));
    await app.deps.db.insert(guestBookEntries).values(rows);
    const sent = await write(path, { name: "Ana", words: "Good dog." });
    expect(sent.status).toBe(429);
    expect(await sent.text()).toMatch(/A lot is being written here just now[\s\S]*>\nGood dog\.<\/textarea>/);
  });
});

describe("a flooded guest book [T153]", () => {
  it("is limited by address, and gives the words back", async () => {
    const limited = await startTestApp({ env: { RATE_LIMIT_SCALE: "0.1", TRUST_PROXY: "1" } });
    const person = await limited.owner();
    const pet = await newPet(person, "Miso");
    await person.call(setInMemory, { params: { id: pet }, body: { diedOn: "2026-03-01", isAtRest: false } });
    await person.call(openMemorial, { params: { id: pet }, body: { isOpen: true } });
    const { path } = await person.call(getMemorial, { params: { id: pet } });
    const send = (words: string, address: string) =>
      limited.visitor().fetch(path ?? "", {
        method: "POST",
        body: new URLSearchParams({ name: "Ana", words }),
        redirect: "manual",
        headers: { "X-Forwarded-For": address },
      });
    const answers = [];
    for (const words of ["one", "two", "three"]) answers.push(await send(words, "198.51.100.7"));
    expect(answers.map(({ status }) => status)).toEqual([303, 303, 429]);
    expect(answers[2]?.headers.get("Retry-After")).toBe("3600");
    expect(await answers[2]?.text()).toContain(">\nthree</textarea>");
    expect((await send("from elsewhere", "198.51.100.8")).status).toBe(303);
    await limited.stop();
  });
});
