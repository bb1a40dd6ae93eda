import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { listAuditLog } from "#shared/api/audit.ts";
import { createSession } from "#shared/api/chat.ts";
import { deleteChat, getTranscript, listChats, searchChats } from "#shared/api/history.ts";
import { listChatLooks } from "#shared/api/my-data.ts";
import { messages, sessions } from "#shared/schema.ts";
import { startTestApp, type TestApp } from "#tests/support/app.ts";
import { WAIT_TIMEOUT_MS } from "#tests/support/timeouts.ts";
import { newPet, userIdOf, type Visitor } from "#tests/support/visitor.ts";
import { audioKey } from "../spoken-replies/spoken-replies.ts";

let app: TestApp;
let admin: Visitor;
let owner: Visitor;
let agentId: string;
beforeAll(async () => {
  app = await startTestApp();
  admin = await app.admin();
  owner = await app.owner("history-owner");
  agentId = await newPet(owner);
});
afterAll(() => app.stop());

/** A chat in which these things were said, by turns, from this moment on. */
async function chatOf(visitor: Visitor, said: string[], at = new Date()): Promise<string> {
  const userId = await userIdOf(visitor);
  const [session] = await app.deps.db.insert(sessions).values({ userId, agentId }).returning({ id: sessions.id });
  const sessionId = session?.id ?? "";
  for (const [index, content] of said.entries()) {
    const createdAt = new Date(at.getTime() + index * 1000);
    const role = index % 2 === 0 ? "user" : "assistant";
    await app.deps.db.insert(messages).values({ agentId, sessionId, role, content, createdAt });
  }
  return sessionId;
}
const find = async (visitor: Visitor, query: string) => (await visitor.call(searchChats, { body: { query } })).sessions;

describe("the list of chats", () => {
  it("shows one's own with counts, times and the newest messages, the latest chat first", async () => {
    const visitor = await app.owner();
    const older = await chatOf(visitor, ["one", "two", "three", "four", "five"], new Date("2026-01-01T10:00:00Z"));
    const newer = await chatOf(visitor, ["hello"], new Date("2026-02-01T10:00:00Z"));
    await chatOf(owner, ["someone else's"]);
    const page = await visitor.call(listChats, { query: {} });
    expect(page.total).toBe(2);
    expect(page.sessions.map((session) => session.id)).toEqual([newer, older]);
    expect(page.sessions[1]).toMatchObject({
      sessionId: older,
      agentName: "Biscuit",
      messageCount: 5,
      firstMessageAt: "2026-01-01T10:00:00.000Z",
      lastMessageAt: "2026-01-01T10:00:04.000Z",
      user: null,
      messages: [{ content: "three" }, { content: "four" }, { content: "five" }],
      matches: [],
    });
  });

  it("leaves out chats in which nothing was said", async () => {
    const visitor = await app.owner();
    const id = await newPet(visitor, "Quiet");
    await visitor.call(createSession, { body: { agentId: id } });
    expect(await visitor.call(listChats, { query: {} })).toMatchObject({ sessions: [], total: 0, nextCursor: null });
  });

  it("moves a chat to the front when something is said in it", async () => {
    const visitor = await app.owner();
    const first = await chatOf(visitor, ["a"], new Date("2026-01-01T10:00:00Z"));
    await chatOf(visitor, ["b"], new Date("2026-01-02T10:00:00Z"));
    await app.deps.db.insert(messages).values({ agentId, sessionId: first, role: "user", content: "again" });
    expect((await visitor.call(listChats, { query: {} })).sessions[0]?.id).toBe(first);
  });

  it("comes page by page, with no chat twice and none left out, even of the same moment", async () => {
    const visitor = await app.owner();
    const at = new Date("2026-03-01T10:00:00Z");
    const made = await Promise.all(Array.from({ length: 7 }, () => chatOf(visitor, ["same moment"], at)));
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await visitor.call(listChats, { query: { limit: 3, cursor } });
      expect(page.total).toBe(7);
      seen.push(...page.sessions.map((session) => session.id));
      cursor = page.nextCursor ?? undefined;
    } while (cursor !== undefined);
    expect(seen.toSorted()).toEqual(made.toSorted());
  });

  it("is limited to one pet where that is asked for", async () => {
    const visitor = await app.owner();
    await chatOf(visitor, ["with Biscuit"]);
    expect((await visitor.call(listChats, { query: { agentId } })).total).toBe(1);
    expect((await visitor.call(listChats, { query: { agentId: await userIdOf(visitor) } })).total).toBe(0);
  });

  it("shows everybody's, and whose they are, to an administrator or a user manager who asks for all [T42]", async () => {
    const id = await chatOf(owner, ["for all to see"]);
    for (const visitor of [admin, await app.holderOf("manage_users")]) {
      const { sessions } = await visitor.call(listChats, { query: { scope: "all" } });
      expect(sessions.find((session) => session.id === id)?.user).toMatchObject({ username: "history-owner" });
      expect((await visitor.call(listChats, { query: {} })).total).toBe(0);
    }
  });

  it("is nobody else's to see whole [T42]", async () => {
    for (const visitor of [owner, await app.holderOf("manage_roles", "manage_agents", "access_admin")]) {
      expect(await visitor.attempt(listChats, { query: { scope: "all" } })).toMatchObject({ status: 403 });
      expect(await visitor.attempt(searchChats, { body: { query: "x", scope: "all" } })).toMatchObject({ status: 403 });
    }
  });

  it("cuts long messages, and refuses a made-up place", async () => {
    const visitor = await app.owner();
    await chatOf(visitor, ["x".repeat(5000)]);
    const { sessions } = await visitor.call(listChats, { query: {} });
    expect(sessions[0]?.messages[0]?.content).toBe(`${"x".repeat(300)}…`);
    const cursor = Buffer.from('["yesterday", "x"]').toString("base64url");
    expect(await visitor.attempt(listChats, { query: { cursor } })).toMatchObject({ status: 400 });
  });
});

describe("the search of chats", () => {
  it("finds one's own by the words of one message, whatever their case and order", async () => {
    const visitor = await app.owner();
    const id = await chatOf(visitor, ["Do you like the red BALL?", "I chase it in the park, été comme hiver."]);
    await chatOf(owner, ["A red ball of someone else's"]);
    expect((await find(visitor, "ball red")).map((session) => session.id)).toEqual([id]);
    expect((await find(visitor, "ÉTÉ")).map((session) => session.id)).toEqual([id]);
    // Each word in a message of its own is no match.
    expect(await find(visitor, "ball park")).toEqual([]);
    const [found] = await find(visitor, "ball");
    expect(found?.matches).toMatchObject([{ role: "user", snippet: "Do you like the red BALL?" }]);
  });

  it("finds by the pet's name", async () => {
    const visitor = await app.owner();
    const id = await chatOf(visitor, ["hello"]);
    const [found] = await find(visitor, "biscu");
    expect(found).toMatchObject({ id, matches: [] });
  });

  it.each(["100%", "snake_case", "back\\slash", "it's", '"quoted"', "<b>", "_", "%", "日本語", "😀"])(
    "takes %s literally",
    async (odd) => {
      const visitor = await app.owner();
      const id = await chatOf(visitor, [`before ${odd} after`]);
      await chatOf(visitor, ["nothing of the kind"]);
      expect((await find(visitor, odd)).map((session) => session.id)).toEqual([id]);
    },
  );

  it.each([
    ["a typographic apostrophe", "It’s Miso’s bowl", "it's"],
    ["accents that were not typed", "Here is my résumé", "resume"],
    ["letters that were composed of parts", "cafe\u0301", "CAFÉ"],
    ["the Turkish capital", "İstanbul", "istanbul"],
    ["another form of the Greek s", "ΣΚΥΛΟΣ", "σκύλος"],
  ])("finds %s", async (_what, said, query) => {
    const visitor = await app.owner();
    const id = await chatOf(visitor, [said]);
    await chatOf(visitor, ["nothing of the kind"]);
    const [found, ...others] = await find(visitor, query);
    expect([found?.id, found?.matches.length, others.length]).toEqual([id, 1, 0]);
  });

  it("finds first, page by page, what has the accents that were typed, then what has others", async () => {
    const visitor = await app.owner();
    const at = (day: number) => new Date(`2026-04-0${day}T10:00:00Z`);
    const exact = await chatOf(visitor, ["ein schöner Tag"], at(1));
    const alsoExact = await chatOf(visitor, ["SCHÖN", "wirklich scho\u0308n"], at(2));
    const plain = await chatOf(visitor, ["schon wieder"], at(3));
    // The word has its accents, but not beside the other word.
    const apart = await chatOf(visitor, ["schöne Worte"], at(4));
    const paged = async (query: string) => {
      const seen: string[] = [];
      let cursor: string | undefined;
      do {
        const page = await visitor.call(searchChats, { body: { query, limit: 1, cursor } });
        seen.push(...page.sessions.map((session) => session.id));
        cursor = page.nextCursor ?? undefined;
      } while (cursor !== undefined);
      return seen;
    };
    expect(await paged("schön")).toEqual([apart, alsoExact, exact, plain]);
    expect(await paged("schon")).toEqual([apart, plain, alsoExact, exact]);
    await chatOf(visitor, ["ein schoner Tag", "schön"], at(5));
    expect((await paged("schön Tag"))[0]).toBe(exact);
  });

  it("finds first what has the accents also among thousands of everybody's", async () => {
    await manyChats(2_600, "voila", "4 years");
    const older = new Date(Date.now() - 5 * 365 * 24 * 3600 * 1000);
    await manyChats(3, "voilà", "5 years");
    const page = await admin.call(searchChats, { body: { query: "voilà", scope: "all", limit: 2 } });
    expect(page.sessions.map(({ matches }) => matches[0]?.snippet.includes("voilà"))).toEqual([true, true]);
    const next = await admin.call(searchChats, {
      body: { query: "voilà", scope: "all", limit: 2, cursor: page.nextCursor ?? "" },
    });
    expect(next.sessions.map(({ matches }) => matches[0]?.snippet.includes("voilà"))).toEqual([true, false]);
    expect(new Date(next.sessions[1]?.lastMessageAt ?? 0) > older).toBe(true);
  });

  it("finds everything where nothing is asked for, and says how many there are", async () => {
    const visitor = await app.owner();
    await chatOf(visitor, ["a ball"]);
    await chatOf(visitor, ["another ball"]);
    await chatOf(visitor, ["a bone"]);
    expect(await visitor.call(searchChats, { body: { query: " " } })).toMatchObject({ total: 3 });
    const first = await visitor.call(searchChats, { body: { query: "ball", limit: 1 } });
    expect(first).toMatchObject({ total: 2, sessions: [{ messageCount: 1 }] });
    const cursor = first.nextCursor ?? "";
    const second = await visitor.call(searchChats, { body: { query: "ball", limit: 1, cursor } });
    expect(second.nextCursor).toBeNull();
    expect(second.sessions[0]?.id).not.toBe(first.sessions[0]?.id);
  });

  it("finds everybody's for an administrator who asks for all [T42]", async () => {
    const id = await chatOf(owner, ["the word xylophone"]);
    const { sessions, total } = await admin.call(searchChats, { body: { query: "XYLOPHONE", scope: "all" } });
    expect(total).toBe(1);
    expect(sessions.map((session) => session.id)).toEqual([id]);
  });

  it("finds thousands page by page, with no chat twice and none left out, and counts no further than a thousand", async () => {
    const chats = 2_600;
    await manyChats(chats, "trumpet", "3 years");
    const found: string[] = [];
    const counts = new Set<string>();
    for (let cursor: string | undefined; ; ) {
      const page = await admin.call(searchChats, { body: { query: "trumpet", scope: "all", limit: 100, cursor } });
      found.push(...page.sessions.map((session) => session.lastMessageAt));
      counts.add(`${page.isTotalExact ? "" : "more than "}${page.total}`);
      if (page.nextCursor === null) break;
      cursor = page.nextCursor;
    }
    expect([found.length, new Set(found).size]).toEqual([chats, chats]);
    expect(found).toEqual(found.toSorted().reverse());
    // On the last page fewer are left than a page is long.
    expect(counts).toEqual(new Set(["more than 1000", `${chats}`]));
  });

  it("finds thousands also where thousands of newer chats have nothing of the kind", async () => {
    await manyChats(2_600, "bugle", "2 years");
    await manyChats(5_100, "nothing", "1 year");
    const page = await admin.call(searchChats, { body: { query: "bugle", scope: "all", limit: 100 } });
    expect(page).toMatchObject({ total: 2_600, isTotalExact: true });
    expect(page.sessions).toHaveLength(100);
    // One pet's chats may be looked through one by one.
    const ofPet = await admin.call(searchChats, { body: { query: "bugle", scope: "all", limit: 1, agentId } });
    expect(ofPet).toMatchObject({ total: 2_600, isTotalExact: true });
  });

  it("does not count the hits of a frequent word that is in few chats", async () => {
    const chats = 60;
    await manyChats(chats, "tuba", "1 hour", 100);
    const find = (limit: number) => admin.call(searchChats, { body: { query: "tuba", scope: "all", limit } });
    const page = await find(30);
    // Of 6,000 hits 5,000 were looked at, in the order in which they lie: they are in 50 chats at least, and there is one more.
    expect(page.isTotalExact).toBe(false);
    expect(page.total).toBeGreaterThanOrEqual(49);
    expect(page.total).toBeLessThan(chats);
    expect(page.sessions).toHaveLength(30);
    const whole = await find(100);
    expect(whole).toMatchObject({ total: chats, isTotalExact: true, nextCursor: null });
    expect(whole.sessions).toHaveLength(chats);
  });
});

/** Each with so many messages, one chat a second, the newest so long ago. */
async function manyChats(number: number, word: string, ago: string, messagesEach = 2): Promise<void> {
  const userId = await userIdOf(owner);
  const chatsAtOnce = Math.ceil(1_000 / messagesEach);
  for (let first = 1; first <= number; first += chatsAtOnce) {
    const last = Math.min(number, first + chatsAtOnce - 1);
    const at = sql`now() - ${ago}::interval - n * interval '1 second'`;
    await app.deps.db.execute(sql`
      with made as (
        insert into sessions (user_id, agent_id, created_at, last_message_at)
        select ${userId}::uuid, ${agentId}::uuid, ${at}, ${at} from generate_series(${first}::int, ${last}::int) n
        returning id, agent_id, created_at
      )
      insert into messages (agent_id, session_id, role, content, created_at)
      select agent_id, id, role, ${`Listen to the ${word}.`}, created_at
      from made, generate_series(1, ${messagesEach}::int / 2), unnest(array['user', 'assistant']) role`);
  }
}

describe("a transcript", () => {
  it("has all messages of one's own chat, oldest first", async () => {
    const visitor = await app.owner();
    const id = await chatOf(visitor, ["one", "two", "three", "four"]);
    const { session, messages } = await visitor.call(getTranscript, { params: { id } });
    expect(session).toMatchObject({ id, agentName: "Biscuit", messageCount: 4, user: null });
    expect(messages.map((message) => message.content)).toEqual(["one", "two", "three", "four"]);
    const { total } = await admin.call(listAuditLog, { query: { targetId: id } });
    expect(total).toBe(0);
  });

  it("of someone else's is read by an administrator, without the audio, and leaves a trace [T79] [T121]", async () => {
    const id = await chatOf(owner, ["private", "reply"]);
    await app.deps.db.update(messages).set({ audioUrl: "/api/x" }).where(eq(messages.sessionId, id));
    const transcript = await admin.call(getTranscript, { params: { id } });
    expect(transcript.session.user).toMatchObject({ username: "history-owner" });
    expect(transcript.messages.map((message) => message.audioUrl)).toEqual([null, null]);
    const { entries } = await admin.call(listAuditLog, { query: { targetId: id } });
    expect(entries).toMatchObject([{ action: "chat.read", actorName: "administrator", targetName: "history-owner" }]);
    expect(JSON.stringify(entries)).not.toContain("private");
  });

  it("of someone else's is not found by anyone else [T46]", async () => {
    const id = await chatOf(owner, ["private"]);
    const other = await app.owner();
    expect(await other.attempt(getTranscript, { params: { id } })).toMatchObject({ status: 404 });
    expect(await other.attempt(deleteChat, { params: { id } })).toMatchObject({ status: 404 });
    expect(await owner.attempt(getTranscript, { params: { id } })).toMatchObject({ status: 200 });
  });
});

describe("deleting a chat", () => {
  it("takes its messages and the audio of its replies with it, and leaves others [T79]", async () => {
    const id = await chatOf(owner, ["question", "spoken reply"]);
    const kept = await chatOf(owner, ["other question"]);
    const [reply] = await app.deps.db
      .update(messages)
      .set({ audioUrl: "/api/x" })
      .where(eq(messages.content, "spoken reply"))
      .returning({ id: messages.id });
    const key = audioKey(agentId, reply?.id ?? "");
    await app.deps.files.put(key, Buffer.from("mp3"), "audio/mpeg");
    await owner.call(deleteChat, { params: { id } });
    expect(await owner.attempt(getTranscript, { params: { id } })).toMatchObject({ status: 404 });
    expect(await owner.attempt(getTranscript, { params: { id: kept } })).toMatchObject({ status: 200 });
    await vi.waitFor(async () => expect(await app.deps.files.stat(key)).toBeNull(), { timeout: WAIT_TIMEOUT_MS });
    expect(await owner.attempt(deleteChat, { params: { id } })).toMatchObject({ status: 404 });
  });

  it("is an administrator's right too, and is written down either way", async () => {
    const id = await chatOf(owner, ["to be removed"]);
    await admin.call(deleteChat, { params: { id } });
    const { entries } = await admin.call(listAuditLog, { query: { targetId: id } });
    expect(entries).toMatchObject([{ action: "chat.delete", actorName: "administrator" }]);
  });
});

describe("a look at chats of others", () => {
  const looksOf = async (visitor: Visitor) => (await visitor.call(listChatLooks, {})).looks;
  const latestEntry = async () => (await admin.call(listAuditLog, { query: { limit: 1 } })).entries[0];

  it("in a list or a search is written down with the chats that were shown, and its people see it [T126]", async () => {
    const visitor = await app.owner();
    const bystander = await app.owner();
    const id = await chatOf(visitor, ["the unheardof-word of mine"], new Date(Date.now() + 60_000));
    await admin.call(listChats, { query: { scope: "all", limit: 1 } });
    expect(await latestEntry()).toMatchObject({ action: "chat.list", details: { chats: 1, chatIds: [id] } });
    await admin.call(searchChats, { body: { scope: "all", query: "unheardof" } });
    const entry = await latestEntry();
    expect(entry).toMatchObject({ action: "chat.search", details: { chats: 1, chatIds: [id] } });
    expect(JSON.stringify(entry)).not.toContain("unheardof");
    await admin.call(getTranscript, { params: { id } });
    expect(await looksOf(visitor)).toMatchObject([
      { kind: "chat", agentName: "Biscuit" },
      { kind: "search", agentName: null },
      { kind: "list", agentName: null },
    ]);
    expect(await looksOf(bystander)).toEqual([]);
  });

  it("is none where nothing of others was shown [T126]", async () => {
    const before = await latestEntry();
    await chatOf(admin, ["the administrator's very own cucumber"]);
    await admin.call(listChats, { query: {} });
    await admin.call(searchChats, { body: { scope: "all", query: "own cucumber" } });
    await admin.call(searchChats, { body: { scope: "all", query: "what nobody ever said" } });
    expect((await latestEntry())?.id).toBe(before?.id);
    expect(await looksOf(admin)).toEqual([]);
  });
});
