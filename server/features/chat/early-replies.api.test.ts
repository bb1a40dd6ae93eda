import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { createRateLimiter } from "#server/http/rate-limit.ts";
import { rateLimits } from "#server/http/rate-limits.ts";
import { announceEnd } from "#server/http/session.ts";
import { type LanguageModel, LanguageModelError } from "#server/providers/llm/llm.ts";
import { grantAgentAccess, revokeAgentAccess } from "#shared/api/admin/agent-access.ts";
import { putEarlyReplies } from "#shared/api/admin/settings/early-replies.ts";
import { updateUser } from "#shared/api/admin/users.ts";
import { createAgent, deleteAgent } from "#shared/api/agents.ts";
import { me as readMe } from "#shared/api/auth.ts";
import { type ChatEvent, chat, chatStream, stopReply } from "#shared/api/chat.ts";
import { listDiaryQuestions, saveDiaryAnswer } from "#shared/api/diary.ts";
import { deleteChat } from "#shared/api/history.ts";
import { getMyUsage } from "#shared/api/usage.ts";
import { startTestApp, type TestApp } from "#tests/support/app.ts";
import { type Chat, sessionOf, startChat, textOf } from "#tests/support/chat.ts";
import { saying } from "#tests/support/openai-server.ts";
import { TEST_TIMEOUT_MS } from "#tests/support/timeouts.ts";
import { newPet, type Visitor } from "#tests/support/visitor.ts";
import { petUserOrDemo } from "../agents/access.ts";
import { readActiveUser } from "../auth/service.ts";
import { runningReplies } from "../replies/replies.ts";
import { createUsageMeter } from "../usage/service.ts";
import { createEarlyReplies, type EarlyQuestion, type EarlyReplies } from "./early-replies.ts";

const idOf = async (visitor: Visitor) => (await visitor.call(readMe, {})).user.id;
const limiterOf = ({ deps: { pool, log, sessionSecret } }: TestApp, scale: number) =>
  createRateLimiter({ pool, log, secret: sessionSecret, scale });
const lastOf = (events: readonly ChatEvent[]) => events.at(-1);

/** Takes what was begun in the place of a question that is stored. Null where nothing was begun, or nothing of use. */
async function takenFrom(early: EarlyReplies, { deps }: TestApp, question: EarlyQuestion) {
  const { userId, agentId, sessionId, text } = question;
  const user = await readActiveUser(deps.db, userId);
  if (user === null) throw new Error("There is no such account.");
  const { agent } = await petUserOrDemo.admit({
    user: { ...user, roles: ["admin"], isDefaultPassword: false },
    params: { id: agentId },
    db: deps.db,
  });
  const asking = { user, agent, question: { message: text, sessionId, generateAudio: false } };
  const taken = early.take(asking);
  if (taken === null) return null;
  const said = { content: text, turns: [] };
  return taken.continue({ clock: { reached: () => {} }, user, agent, said, help: null });
}

describe("a reply that is begun early", () => {
  let talk: Chat;
  let me: string;
  beforeAll(async () => {
    talk = await startChat();
    me = await idOf(talk.owner);
  });
  afterAll(() => talk?.stop());
  beforeEach(() => {
    talk.model.calls.length = 0;
    talk.model.behave(saying("I like cheese."));
  });

  const asked = (times: number) => expect.poll(() => talk.model.calls.length, { interval: 5 }).toBe(times);
  const left = (call: number) => talk.model.calls[call]?.left;
  const begin = (text: string, sessionId: string | null = null) =>
    talk.app.earlyReplies.begin({ userId: me, sid: "here", agentId: talk.pet, sessionId, text });
  const used = async () => (await talk.owner.call(getMyUsage, {})).measures;

  it("is the reply to the question, read from its start, and the model is asked once", async () => {
    begin("what do you like to eat");
    await asked(1);
    const events = await talk.ask({ message: "What do you like to eat?" });
    expect(textOf(events)).toBe("I like cheese.");
    expect(events.map(({ type }) => type)).toEqual(
      expect.arrayContaining(["session", "user_message_saved", "content", "complete"]),
    );
    const stored = await talk.messagesOf(sessionOf(events));
    expect(stored.map(({ content }) => content)).toEqual(["What do you like to eat?", "I like cheese."]);
    expect(talk.model.calls).toHaveLength(1);
  });

  it("knows the chat's earlier turns, and counts once it is asked", async () => {
    const sessionId = sessionOf(await talk.ask({ message: "Hello Biscuit" }));
    const before = await used();
    begin("who are you", sessionId);
    await asked(2);
    expect(await used()).toEqual(before);
    await talk.ask({ message: "Who are you?", sessionId });
    expect(talk.model.calls).toHaveLength(2);
    expect(talk.model.calls[1]?.body.messages.slice(1, 3)).toEqual([
      { role: "user", content: "Hello Biscuit" },
      { role: "assistant", content: "I like cheese." },
    ]);
    const count = (measures: typeof before) => measures.find(({ measure }) => measure === "messages")?.used ?? 0;
    expect(count(await used())).toBe(count(before) + 1);
  });

  it("is thrown away where the person said more: ended at the model, not stored, not counted", async () => {
    talk.model.behave({ kind: "endless", everyMs: 5 }, saying("Yes!"));
    const sessionId = await talk.begin();
    begin("do you like", sessionId);
    await asked(1);
    expect(await talk.messagesOf(sessionId)).toEqual([]);
    const before = await used();
    const events = await talk.ask({ message: "Do you like swimming?", sessionId });
    expect(textOf(events)).toBe("Yes!");
    expect(await left(0)).toBe(true);
    expect((await talk.messagesOf(sessionId)).map(({ content }) => content)).toEqual(["Do you like swimming?", "Yes!"]);
    const after = await used();
    const tokens = after.find(({ measure }) => measure === "tokens")?.used ?? 0;
    // What the fake model says that it read and wrote for one call.
    expect(tokens - (before.find(({ measure }) => measure === "tokens")?.used ?? 0)).toBe(101);
  });

  it("is thrown away where the person goes on speaking, or something newer is begun", async () => {
    talk.model.behave({ kind: "endless", everyMs: 5 });
    begin("do you");
    await asked(1);
    talk.app.earlyReplies.drop({ userId: me, sessionId: crypto.randomUUID() });
    begin("Do you?");
    begin("do you dream");
    await asked(2);
    expect(await left(0)).toBe(true);
    talk.app.earlyReplies.drop({ userId: me, sessionId: null });
    expect(await left(1)).toBe(true);
  });

  it("is nobody else's, and of no other chat or pet", async () => {
    const admin = await talk.app.admin();
    begin("who is there");
    await asked(1);
    expect(lastOf(await talk.ask({ message: "Who is there?" }, admin))).toMatchObject({ type: "complete" });
    await asked(2);
    const sessionId = await talk.begin();
    await talk.ask({ message: "Who is there?", sessionId });
    await asked(3);
    begin("who is there", sessionId);
    await asked(4);
    await talk.ask({ message: "Who is there?" });
    await asked(5);
    const other = (await admin.call(createAgent, { body: { name: "Other" } })).id;
    const early = {
      userId: await idOf(admin),
      sid: "theirs",
      agentId: talk.pet,
      sessionId: null,
      text: "who is there",
    };
    talk.app.earlyReplies.begin(early);
    await asked(6);
    await talk.ask({ message: "Who is there?" }, admin, other);
    await asked(7);
  });

  it("is not what was made from another diary or other turns", async () => {
    const questions = await talk.owner.call(listDiaryQuestions, {});
    const sessionId = sessionOf(await talk.ask({ message: "Hello" }));
    begin("what scares you", sessionId);
    await asked(2);
    const body = { questionId: questions[0]?.id ?? "", answer: "The Howling Worm." };
    await talk.owner.call(saveDiaryAnswer, { params: { id: talk.pet }, body });
    await talk.ask({ message: "What scares you?", sessionId });
    await asked(3);
    begin("why", sessionId);
    await asked(4);
    await talk.app.deps.pool.query(
      "update messages set content = 'I like' where session_id = $1 and role = 'assistant'",
      [sessionId],
    );
    await talk.ask({ message: "Why?", sessionId });
    await asked(5);
  });

  it("counts no more where the right is taken away meanwhile [T39] [T47]", async () => {
    const admin = await talk.app.admin();
    const guest = await talk.app.owner();
    const userId = await idOf(guest);
    const access = { userId, agentId: talk.pet };
    await admin.call(grantAgentAccess, { body: access });
    talk.model.behave({ kind: "endless", everyMs: 5 });
    talk.app.earlyReplies.begin({ userId, sid: "theirs", agentId: talk.pet, sessionId: null, text: "hello you" });
    await asked(1);
    await admin.call(revokeAgentAccess, { body: access });
    const body = { message: "Hello you!" };
    expect((await guest.attempt(chat, { params: { id: talk.pet }, body })).status).toBe(404);
    talk.app.earlyReplies.drop({ userId, sessionId: null });
    expect(await left(0)).toBe(true);
  });

  describe("ends at the model", () => {
    const early = async (visitor: Visitor, part: Partial<EarlyQuestion> = {}) => {
      talk.model.calls.length = 0;
      talk.model.behave({ kind: "endless", everyMs: 5 });
      const said = {
        userId: await idOf(visitor),
        sid: "theirs",
        agentId: talk.pet,
        sessionId: null,
        text: "hello you",
      };
      talk.app.earlyReplies.begin({ ...said, ...part });
      await asked(1);
    };

    it("with the right to ask", async () => {
      const admin = await talk.app.admin();
      const guest = await talk.app.owner();
      const access = { userId: await idOf(guest), agentId: talk.pet };
      await admin.call(grantAgentAccess, { body: access });
      await early(guest);
      await admin.call(revokeAgentAccess, { body: access });
      expect(await left(0)).toBe(true);
    });

    it("with its chat, its pet and its account", async () => {
      const admin = await talk.app.admin();
      const sessionId = await talk.begin(admin);
      await early(admin, { sessionId });
      await admin.call(deleteChat, { params: { id: sessionId } });
      expect(await left(0)).toBe(true);
      const agentId = await newPet(admin, "Doomed");
      await early(admin, { agentId });
      await admin.call(deleteAgent, { params: { id: agentId } });
      expect(await left(0)).toBe(true);
      const other = await talk.app.owner();
      const own = await newPet(other);
      await early(other, { agentId: own });
      await admin.call(updateUser, { params: { userId: await idOf(other) }, body: { isActive: false } });
      expect(await left(0)).toBe(true);
    });

    it("with the auth session in which it was said, or all of the account's", async () => {
      const { db } = talk.app.deps;
      await early(talk.owner, { sid: "here" });
      await announceEnd(db, { sid: "elsewhere" });
      await announceEnd(db, { sid: "here" });
      expect(await left(0)).toBe(true);
      await early(talk.owner);
      await announceEnd(db, { userId: me });
      expect(await left(0)).toBe(true);
    });

    it("when the server stops [T89]", async () => {
      await early(talk.owner);
      await runningReplies.endAll();
      expect(await left(0)).toBe(true);
    });
  });

  it("ends at the model where its question is refused, or its reply stopped", async () => {
    talk.model.behave({ kind: "endless", everyMs: 5 });
    const sessionId = await talk.begin();
    begin("tell me a story", sessionId);
    await asked(1);
    await talk.app.deps.pool.query(
      "insert into messages (agent_id, session_id, role, content, status, worker_id) values ($1, $2, 'user', 'x', 'answering', $3)",
      [talk.pet, sessionId, talk.app.deps.instances.workerId],
    );
    const body = { message: "Tell me a story!", sessionId };
    expect((await talk.owner.attempt(chat, { params: { id: talk.pet }, body })).status).toBe(409);
    expect(await left(0)).toBe(true);
    await talk.app.deps.pool.query("delete from messages where session_id = $1", [sessionId]);
    begin("tell me a story", sessionId);
    await asked(2);
    const seen: ChatEvent[] = [];
    for await (const event of talk.owner.stream(chatStream, { params: { id: talk.pet }, body })) {
      seen.push(event);
      if (event.type === "content") void talk.owner.call(stopReply, { params: { sessionId } });
    }
    expect(lastOf(seen)).toMatchObject({ type: "complete", stopped: true });
    expect(await left(1)).toBe(true);
    expect(talk.model.calls).toHaveLength(2);
  });

  it("gives help first in an emergency, as any reply does", async () => {
    const message = "My dog ate chocolate and is having a seizure";
    begin(message.toLowerCase());
    await asked(1);
    const events = await talk.ask({ message: `${message}!` });
    expect(talk.model.calls).toHaveLength(1);
    const help = events.flatMap((event) => (event.type === "help" ? [event.text] : []));
    expect(help).toHaveLength(1);
    expect(textOf(events).startsWith(help[0] ?? "-")).toBe(true);
  });

  describe("is not begun", () => {
    const nothing = async (question: Partial<EarlyQuestion>) => {
      const early = { userId: me, sid: "here", agentId: talk.pet, sessionId: null, text: "who are you", ...question };
      talk.app.earlyReplies.begin(early);
      expect(await takenFrom(talk.app.earlyReplies, talk.app, early)).toBeNull();
      expect(talk.model.calls).toHaveLength(0);
    };

    it("for a pet or a chat that is another's [T44] [T47]", async () => {
      const admin = await talk.app.admin();
      const foreign = (await admin.call(createAgent, { body: { name: "Foreign" } })).id;
      await nothing({ agentId: foreign });
      await nothing({ sessionId: await talk.begin(admin) });
      await nothing({ userId: await idOf(await talk.app.owner()) });
    });

    it("for an account that has used up its day, or has to change its password first [T24]", async () => {
      const { pool } = talk.app.deps;
      await pool.query(
        "insert into role_limits (role_id, messages) select id, 0 from roles on conflict (role_id) do update set messages = 0",
      );
      await nothing({});
      await pool.query("delete from role_limits");
      await pool.query("update users set is_default_password = true where id = $1", [me]);
      await nothing({});
      await pool.query("update users set is_default_password = false where id = $1", [me]);
    });

    it("while a reply is under way in the chat, for nothing said, and for more than a message holds", async () => {
      const sessionId = await talk.begin();
      await talk.app.deps.pool.query(
        "insert into messages (agent_id, session_id, role, content, status) values ($1, $2, 'user', 'x', 'answering')",
        [talk.pet, sessionId],
      );
      await nothing({ sessionId });
      await nothing({ text: " \n" });
      await nothing({ text: "a ".repeat(5_000) });
    });
  });

  it("asks no model where an administrator says so, and is prepared nevertheless", async () => {
    const admin = await talk.app.admin();
    await admin.call(putEarlyReplies, { body: { mode: "off" } });
    const early = { userId: me, sid: "here", agentId: talk.pet, sessionId: null, text: "who are you" };
    talk.app.earlyReplies.begin(early);
    expect(await takenFrom(talk.app.earlyReplies, talk.app, early)).not.toBeNull();
    expect(talk.model.calls).toHaveLength(0);
    talk.app.earlyReplies.begin(early);
    expect(textOf(await talk.ask({ message: "Who are you?" }))).toBe("I like cheese.");
    expect(talk.model.calls).toHaveLength(1);
    await admin.call(putEarlyReplies, { body: { mode: "auto" } });
  });

  it("is dropped where making it fails: the same words may be begun again, or are answered as any question", async () => {
    const { app } = talk;
    let isBroken = true;
    let failures = 0;
    const env = {
      OPENAI_TIMEOUT_S: app.deps.env.OPENAI_TIMEOUT_S,
      get OPENAI_CONTEXT_TOKENS() {
        if (isBroken) throw new Error("broken");
        return app.deps.env.OPENAI_CONTEXT_TOKENS;
      },
    };
    const log = Object.assign(Object.create(app.deps.log), { warn: () => (failures += 1) });
    const deps = { ...app.deps, env, log, usage: createUsageMeter(app.deps), limiter: limiterOf(app, 1_000) };
    const early = createEarlyReplies(deps, { isBehind: () => false, heldMs: 10 * TEST_TIMEOUT_MS });
    const said = { userId: me, sid: "here", agentId: talk.pet, sessionId: null, text: "who are you" };
    talk.model.behave({ kind: "endless", everyMs: 5 });

    early.begin(said);
    await expect.poll(() => failures, { interval: 5 }).toBe(1);
    expect(talk.model.calls).toHaveLength(0);
    isBroken = false;
    early.begin(said);
    await asked(1);

    isBroken = true;
    expect(await takenFrom(early, app, said)).toBeNull();
    expect(await left(0)).toBe(true);
    expect(failures).toBe(2);
  });

  it("is held for some seconds, so often a minute, and only while there is time for it", async () => {
    const { app } = talk;
    const deps = { ...app.deps, usage: createUsageMeter(app.deps), limiter: limiterOf(app, 1) };
    const said = (text: string) => ({ userId: me, sid: "here", agentId: talk.pet, sessionId: null, text });
    talk.model.behave({ kind: "endless", everyMs: 5 });

    const short = createEarlyReplies(deps, { isBehind: () => false, heldMs: 1 });
    short.begin(said("one"));
    // Timers end in the order of their times, however busy the machine is.
    await sleep(10);
    expect(await takenFrom(short, app, said("one"))).toBeNull();

    const behind = createEarlyReplies(deps, { isBehind: () => true });
    behind.begin(said("two"));
    expect(await takenFrom(behind, app, said("two"))).toBeNull();
    expect(talk.model.calls).toHaveLength(0);

    const often = createEarlyReplies(deps, { isBehind: () => false });
    for (let pause = 0; pause < 40; pause += 1) often.begin(said(`word ${pause}`));
    often.begin(said("too often"));
    expect(await takenFrom(often, app, said("too often"))).toBeNull();
  });

  it("is begun only so often a day, wherever in the product: a script could pause without end, at an owner's cost [T116]", async () => {
    const { app } = talk;
    const owner = await app.owner();
    const agentId = await newPet(owner);
    const userId = await idOf(owner);
    const deps = { ...app.deps, usage: createUsageMeter(app.deps) };
    const newProcess = () => createEarlyReplies({ ...deps, limiter: limiterOf(app, 0.01) }, { isBehind: () => false });
    const most = rateLimits.early.perAccount[1].points / 100;
    vi.useFakeTimers({ toFake: ["Date"] });
    onTestFinished(() => void vi.useRealTimers());
    const begunIn = async (early: EarlyReplies, minute: number) => {
      vi.setSystemTime(Date.UTC(2031, 0, 1, 12, minute));
      const words = { userId, sid: "here", agentId, sessionId: null, text: `word ${minute}` };
      early.begin(words);
      return (await takenFrom(early, app, words)) !== null;
    };
    const here = newProcess();
    for (let minute = 0; minute < most; minute += 1) expect(await begunIn(here, minute), `${minute}`).toBe(true);
    expect(await begunIn(here, most)).toBe(false);
    const there = newProcess();
    // The first one that a process hears of is counted a moment later.
    await begunIn(there, most + 1);
    expect(await begunIn(there, most + 2)).toBe(false);
  });
});

describe("a model that is asked early", () => {
  let app: TestApp;
  let owner: Visitor;
  let pet: string;
  let me: string;
  let times = 0;
  let reply: (time: number) => AsyncIterable<string>;
  const llm: LanguageModel = {
    engine: { kind: "openai", name: "far away", address: "https://93.184.216.34/v1" },
    stream: () => {
      times += 1;
      return reply(times);
    },
  };
  beforeAll(async () => {
    app = await startTestApp({ engines: { llm } });
    owner = await app.owner();
    pet = (await owner.call(createAgent, { body: { name: "Biscuit" } })).id;
    me = await idOf(owner);
  });
  afterAll(() => app?.stop());
  beforeEach(() => {
    times = 0;
  });

  const ask = async (message: string) => {
    const events: ChatEvent[] = [];
    for await (const event of owner.stream(chatStream, { params: { id: pet }, body: { message } })) events.push(event);
    return events;
  };
  const begin = () =>
    app.earlyReplies.begin({ userId: me, sid: "here", agentId: pet, sessionId: null, text: "who are you" });
  const isAsked = () => expect.poll(() => times, { interval: 5 }).toBe(1);
  const failure = () => new LanguageModelError("unavailable", "test");

  it("is not where each call is paid, until an administrator says so", async () => {
    reply = async function* () {
      yield "Here.";
    };
    const early = { userId: me, sid: "here", agentId: pet, sessionId: null, text: "who are you" };
    begin();
    expect(await takenFrom(app.earlyReplies, app, early)).not.toBeNull();
    expect(times).toBe(0);
    await (await app.admin()).call(putEarlyReplies, { body: { mode: "on" } });
    begin();
    await isAsked();
    expect(textOf(await ask("Who are you?"))).toBe("Here.");
    expect(times).toBe(1);
  });

  it("and fails before the question comes, is asked anew: nobody sees the failure", async () => {
    reply = async function* (time) {
      yield "I am";
      if (time === 1) throw failure();
      yield " Biscuit.";
    };
    begin();
    await isAsked();
    expect(textOf(await ask("Who are you?"))).toBe("I am Biscuit.");
    expect(times).toBe(2);
  });

  it("and never ends, nor heeds that nobody wants it, is read no further than a reply may be long", async () => {
    let read = 0;
    reply = async function* () {
      for (;;) {
        read += 1;
        yield "woof ";
      }
    };
    begin();
    await isAsked();
    expect(lastOf(await ask("Who are you?"))).toMatchObject({ type: "complete", ending: "cut_off" });
    expect(read).toBeLessThan(10_000);
    expect(times).toBe(1);
  });

  it("and fails after the question came, has failed that question as any does", async () => {
    let resolveAsked = () => {};
    const asked = new Promise<void>((resolve) => {
      resolveAsked = resolve;
    });
    reply = async function* () {
      await asked;
      if (times > 0) throw failure();
      yield "";
    };
    begin();
    await isAsked();
    const seen: ChatEvent[] = [];
    for await (const event of owner.stream(chatStream, { params: { id: pet }, body: { message: "Who are you?" } })) {
      seen.push(event);
      if (event.type === "user_message_saved") setImmediate(resolveAsked);
    }
    expect(lastOf(seen)).toMatchObject({ type: "error", code: "unavailable" });
    expect(times).toBe(1);
  });
});

describe("the diary voice", () => {
  it("says of what was retrieved early what it says otherwise", async () => {
    const app = await startTestApp();
    const admin = await app.admin();
    const { rows } = await app.deps.pool.query("select id from agents where is_demo");
    const tucker: string = rows[0].id;
    const body = { message: "What is your favourite food?" };
    const plain = await admin.call(chat, { params: { id: tucker }, body });
    const early = {
      userId: await idOf(admin),
      sid: "here",
      agentId: tucker,
      sessionId: null,
      text: "what is your favourite food",
    };
    app.earlyReplies.begin(early);
    expect(await takenFrom(app.earlyReplies, app, early)).not.toBeNull();
    app.earlyReplies.begin(early);
    const quick = await admin.call(chat, { params: { id: tucker }, body });
    expect(quick.message.sources).toEqual(plain.message.sources);
    expect(quick.message.content).toContain("grilled cheese");
    await app.stop();
  });
});
