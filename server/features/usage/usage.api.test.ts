import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { SpeechError, type SpeechSynthesizer } from "#server/voice/speech/speech.ts";
import { chat as askAtOnce } from "#shared/api/chat.ts";
import { getMyUsage, USAGE_DAYS, type UsageMeasure } from "#shared/api/usage.ts";
import { testVoice } from "#shared/api/voice.ts";
import { messages, roleLimits, roles, usageDaily, userRoles } from "#shared/schema.ts";
import { type Chat, sessionOf, startChat, textOf } from "#tests/support/chat.ts";
import { saying } from "#tests/support/openai-server.ts";
import type { Visitor } from "#tests/support/visitor.ts";
import { dailyLimit } from "./limits.ts";
import { addUsage, readToday } from "./queries.ts";
import { createUsageMeter, maintainUsage } from "./service.ts";

let chat: Chat;
let speechFails = false;
const spoken: string[] = [];
/** One MPEG frame of silence: 24 kHz, mono, 64 kbit/s. */
const frame = Buffer.alloc(192);
frame.set([0xff, 0xf3, 0x84, 0xc4]);
const speech: SpeechSynthesizer = {
  engine: { kind: "azure", name: "a voice of the test" },
  async synthesize({ text }) {
    if (speechFails) throw new SpeechError("unavailable", "no voice");
    spoken.push(text);
    return frame;
  },
  close: async () => {},
};

beforeAll(async () => {
  chat = await startChat(speech);
});
afterAll(() => chat.stop());
beforeEach(async () => {
  spoken.length = 0;
  speechFails = false;
  await db().delete(usageDaily);
  await db().delete(roleLimits);
  await db().update(messages).set({ audioBytes: null });
  chat.model.behave(saying("Woof woof."));
});

const db = () => chat.app.deps.db;
const ownerId = async () => {
  const { user } = await (await chat.owner.fetch("/api/auth/me")).json();
  return String(user.id);
};
const limitRole = async (name: string, limits: Partial<Record<UsageMeasure, number>>) => {
  const [role] = await db().select({ id: roles.id }).from(roles).where(eq(roles.name, name));
  await db()
    .insert(roleLimits)
    .values({ roleId: role?.id ?? "", ...limits })
    .onConflictDoUpdate({ target: roleLimits.roleId, set: limits });
};
const usedBy = async (visitor: Visitor = chat.owner) => {
  const { measures } = await visitor.call(getMyUsage, {});
  return Object.fromEntries(measures.map(({ measure, used }) => [measure, used]));
};
const askPlainly = (body: Record<string, unknown> = {}) =>
  chat.owner.fetch(`/api/agents/${chat.pet}/chat/stream`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ message: "Hello?", ...body }),
  });

describe("what is used", () => {
  it("is counted as questions and as the tokens that the engine counts", async () => {
    await chat.ask();
    expect(await usedBy()).toEqual({ messages: 1, tokens: 102, characters: 0, seconds: 0 });
    await chat.ask();
    expect(await usedBy()).toMatchObject({ messages: 2, tokens: 204 });
  });

  it("is estimated where the engine was ended before it counted", async () => {
    chat.model.behave({ kind: "cut", after: ["Woof ", "woof ", "woof."], torn: false });
    await chat.ask();
    const [row] = await db().select().from(usageDaily);
    expect(row?.replyTokens).toBeGreaterThan(0);
    expect(row?.promptTokens).toBeGreaterThan(row?.replyTokens ?? 0);
  });

  it("is no token where the model refused", async () => {
    chat.model.behave({ kind: "status", status: 401 });
    await chat.ask();
    expect(await usedBy()).toMatchObject({ messages: 1, tokens: 0 });
  });

  it("is no question where none was taken", async () => {
    const refused = await askPlainly({ sessionId: crypto.randomUUID() });
    expect(refused.status).toBe(404);
    expect(await usedBy()).toMatchObject({ messages: 0 });
  });

  it("is each character that was spoken, and none that was not", async () => {
    chat.model.behave(saying("One sentence. And another one."));
    await chat.ask({ generateAudio: true });
    expect(spoken).toEqual(["One sentence.", "And another one."]);
    expect(await usedBy()).toMatchObject({ characters: 29 });
    speechFails = true;
    await chat.ask({ generateAudio: true });
    expect(await usedBy()).toMatchObject({ messages: 2, characters: 29 });
  });

  it("is a voice sample for who asked for it first", async () => {
    const body = { text: "Hello there." };
    await chat.owner.call(testVoice, { body });
    await chat.owner.call(testVoice, { body });
    expect(await usedBy()).toMatchObject({ characters: 12 });
  });

  it("is nobody else's", async () => {
    await chat.ask();
    expect(await usedBy(await chat.app.owner())).toMatchObject({ messages: 0, tokens: 0 });
  });

  it("adds up when it comes at once", async () => {
    const id = await ownerId();
    const meter = createUsageMeter(chat.app.deps);
    await Promise.all(Array.from({ length: 20 }, () => meter.add(id, { characters: 3, seconds: 1, promptTokens: 2 })));
    expect(await usedBy()).toEqual({ messages: 0, characters: 60, seconds: 20, tokens: 40 });
  });

  it("fails nobody where it can't be counted", async () => {
    const meter = createUsageMeter(chat.app.deps);
    await expect(meter.add("not-an-id", { characters: 1 })).resolves.toBeUndefined();
  });

  it("is gone with its user", async () => {
    const other = await chat.app.owner();
    const { user } = await (await other.fetch("/api/auth/me")).json();
    await addUsage(db(), user.id, { messages: 1 });
    await db().execute(sql`delete from users where id = ${user.id}::uuid`);
    expect(await db().select().from(usageDaily)).toEqual([]);
  });

  it("is kept for 400 days", async () => {
    const userId = await ownerId();
    const ago = (days: number) => sql`((now() at time zone 'UTC')::date - ${days}::int)`;
    await db()
      .insert(usageDaily)
      .values([
        { userId, day: ago(USAGE_DAYS), messages: 1 },
        { userId, day: ago(USAGE_DAYS + 1), messages: 1 },
      ]);
    await maintainUsage(db());
    expect(await db().select().from(usageDaily)).toHaveLength(1);
  });

  it("is what documents and spoken replies take up, measured each day, down to nothing", async () => {
    const userId = await ownerId();
    await db().execute(sql`update messages set audio_bytes = 200
      where id = (select id from messages where agent_id = ${chat.pet}::uuid limit 1)`);
    await db().execute(sql`insert into documents (agent_id, filename, original_name, object_path, file_size)
      values (${chat.pet}::uuid, 'a.txt', 'a.txt', 'documents/a.txt', '1500')`);
    await maintainUsage(db());
    await maintainUsage(db());
    const stored = async () => (await db().select().from(usageDaily).where(eq(usageDaily.userId, userId)))[0];
    expect(await stored()).toMatchObject({ storedBytes: 1700, messages: 0 });
    await db().execute(sql`delete from documents`);
    await db().update(messages).set({ audioBytes: null });
    await maintainUsage(db());
    expect(await stored()).toMatchObject({ storedBytes: 0 });
  });
});

describe("a daily limit", () => {
  it("is nobody's as long as none is set", async () => {
    const { measures, day, resetsAt } = await chat.owner.call(getMyUsage, {});
    expect(measures.map(({ limit, state }) => [limit, state])).toEqual(Array(4).fill([null, "ok"]));
    expect(resetsAt).toBe(new Date(Date.parse(`${day}T00:00:00Z`) + 86_400_000).toISOString());
  });

  it("warns from four fifths on, and ends the day with a sentence that says until when", async () => {
    await limitRole("owner", { messages: 5 });
    const states: (string | undefined)[] = [];
    for (let asked = 0; asked < 5; asked++) {
      await chat.ask();
      states.push((await chat.owner.call(getMyUsage, {})).measures[0]?.state);
    }
    expect(states).toEqual(["ok", "ok", "ok", "near", "reached"]);
    const calls = chat.model.calls.length;
    const refused = await askPlainly();
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get("Retry-After"))).toBeGreaterThan(0);
    expect(await refused.json()).toMatchObject({
      code: "daily_limit",
      measure: "messages",
      resetsAt: expect.stringMatching(/T00:00:00\.000Z$/),
      error: expect.stringMatching(/^You have used all of today's 5 messages\. You can write again in .+\.$/),
    });
    expect(chat.model.calls.length).toBe(calls);
    expect(await usedBy()).toMatchObject({ messages: 5 });
    expect(
      await chat.owner.attempt(askAtOnce, { params: { id: chat.pet }, body: { message: "Hello?" } }),
    ).toMatchObject({ status: 429 });
  });

  it("lets no more through than it allows when all ask at once", async () => {
    await limitRole("owner", { messages: 3 });
    const answers = await Promise.all(Array.from({ length: 12 }, () => askPlainly()));
    await Promise.all(answers.map((answer) => answer.text()));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(3);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(9);
    expect(await usedBy()).toMatchObject({ messages: 3 });
  });

  it("of tokens ends the question after the one that reached it", async () => {
    await limitRole("owner", { tokens: 150 });
    const first = await chat.ask();
    expect(textOf(first)).toBe("Woof woof.");
    await chat.ask({ sessionId: sessionOf(first) });
    const refused = await askPlainly();
    expect(refused.status).toBe(429);
    expect(await refused.json()).toMatchObject({ measure: "tokens" });
  });

  it("of characters leaves the reply its text", async () => {
    await limitRole("owner", { characters: 8 });
    const first = await chat.ask({ generateAudio: true });
    expect(first.at(-1)).toMatchObject({ type: "complete", audioUrl: expect.any(String) });
    const second = await chat.ask({ generateAudio: true });
    expect(textOf(second)).toBe("Woof woof.");
    expect(second.at(-1)).toMatchObject({ type: "complete", audioUrl: null });
    expect(spoken).toEqual(["Woof woof."]);
  });

  it("of characters refuses a new voice sample, not one that is there", async () => {
    const known = { text: "Spoken before." };
    await chat.owner.call(testVoice, { body: known });
    await limitRole("owner", { characters: 5 });
    expect(await chat.owner.attempt(testVoice, { body: { text: "Something new." } })).toMatchObject({
      status: 429,
      body: { code: "daily_limit", measure: "characters" },
    });
    expect(await chat.owner.attempt(testVoice, { body: known })).toMatchObject({ status: 200 });
  });

  it("of seconds refuses the next recording", async () => {
    await limitRole("owner", { seconds: 60 });
    const id = await ownerId();
    const meter = createUsageMeter(chat.app.deps);
    await meter.add(id, { seconds: 59 });
    await meter.require(id, "seconds");
    await meter.add(id, { seconds: 10 });
    await expect(meter.require(id, "seconds")).rejects.toMatchObject({ status: 429, code: "daily_limit" });
  });

  it("of seconds holds for many recordings at once, and counts none that fails [T146]", async () => {
    await limitRole("owner", { seconds: 60 });
    const id = await ownerId();
    const meter = createUsageMeter(chat.app.deps);
    const spend = (work: () => Promise<string>) => meter.spend(id, { measure: "seconds", amount: 25 }, work);
    await expect(spend(() => Promise.reject(new Error("away")))).rejects.toThrow("away");
    const all = await Promise.allSettled(Array.from({ length: 12 }, () => spend(async () => "heard")));
    expect(all.filter(({ status }) => status === "fulfilled")).toHaveLength(3);
    expect((await readToday(db(), id)).used.seconds).toBe(75);
    await db().delete(usageDaily);
    await limitRole("owner", { seconds: 0 });
    await expect(spend(async () => "heard")).rejects.toMatchObject({ status: 429, code: "daily_limit" });
  });

  it("is the most generous of one's roles, and none where one of them has none", async () => {
    const id = await ownerId();
    const roleIds = await db().select({ id: roles.id, name: roles.name }).from(roles);
    const roleNamed = (wanted: string) => roleIds.find(({ name }) => name === wanted)?.id ?? "";
    await limitRole("owner", { messages: 5, characters: 10 });
    await limitRole("helper", { messages: 7 });
    expect((await readToday(db(), id)).limits).toMatchObject({ messages: 5, characters: 10, tokens: null });
    await db()
      .insert(userRoles)
      .values({ userId: id, roleId: roleNamed("helper") });
    expect((await readToday(db(), id)).limits).toMatchObject({ messages: 7, characters: null });
    await db()
      .delete(userRoles)
      .where(eq(userRoles.roleId, roleNamed("helper")));
  });

  it("is of one day: yesterday's use does not count", async () => {
    await limitRole("owner", { messages: 1 });
    const yesterday = sql`((now() at time zone 'UTC')::date - 1)`;
    await db()
      .insert(usageDaily)
      .values({ userId: await ownerId(), day: yesterday, messages: 9 });
    expect((await askPlainly()).status).toBe(200);
  });

  it.each([
    ["2026-05-04T01:00:00Z", "in about 23 hours"],
    ["2026-05-04T23:15:00Z", "in 45 minutes"],
    ["2026-05-04T23:59:30Z", "in a minute"],
  ])("at %s says that it ends %s", (now, span) => {
    const none = { messages: null, tokens: null, characters: null, seconds: null };
    const used = { messages: 2000, tokens: 0, characters: 0, seconds: 0 };
    const { message } = dailyLimit(
      { day: "2026-05-04", resetsAt: new Date("2026-05-05"), used, limits: { ...none, messages: 2000 } },
      "messages",
      new Date(now),
    );
    expect(message).toBe(`You have used all of today's 2,000 messages. You can write again ${span}.`);
  });
});
