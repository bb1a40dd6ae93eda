import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createAgent } from "#shared/api/agents.ts";
import { type ChatEvent, chat, chatStream } from "#shared/api/chat.ts";
import { getMyUsage } from "#shared/api/usage.ts";
import { type Chat, sessionOf, startChat, textOf } from "#tests/support/chat.ts";
import { saying } from "#tests/support/openai-server.ts";

let talk: Chat;
/** A frame of silence: 24 kHz, mono, 48 kbit/s. */
const frame = Uint8Array.from([0xff, 0xf3, 0x64, 0xc4, ...new Array<number>(140).fill(0)]);
beforeAll(async () => {
  talk = await startChat({
    engine: { kind: "embedded", name: "test" },
    synthesize: async () => frame,
    close: async () => {},
  });
});
afterAll(() => talk?.stop());
beforeEach(() => {
  talk.model.calls.length = 0;
  talk.model.behave(saying("Woof, I like you."));
});

const lastOf = (events: readonly ChatEvent[]) => events.at(-1);
const questionOf = (events: readonly ChatEvent[]) =>
  events.flatMap((event) => (event.type === "user_message_saved" ? [event.messageId] : []))[0] ?? "";
const wordsOf = async (sessionId: string, by = talk.owner) =>
  (await talk.messagesOf(sessionId, by)).map(({ content }) => content);

describe("a question that continues the one before it", () => {
  it("replaces it and its whole reply, also in what the model reads and what is heard", async () => {
    const first = await talk.ask({ message: "What do you eat?" });
    const sessionId = sessionOf(first);
    const half = await talk.ask({ message: "Do you like", sessionId, generateAudio: true });
    const unheard = lastOf(half);
    if (unheard?.type !== "complete" || unheard.audioUrl === null) throw new Error("no audio");
    talk.model.calls.length = 0;
    talk.model.behave(saying("Swimming is fun."));
    const whole = { message: "Do you like swimming?", sessionId, continues: questionOf(half) };
    expect(lastOf(await talk.ask(whole))).toMatchObject({ type: "complete" });
    expect(await wordsOf(sessionId)).toEqual([
      "What do you eat?",
      "Woof, I like you.",
      "Do you like swimming?",
      "Swimming is fun.",
    ]);
    expect(talk.model.calls[0]?.body.messages.slice(1)).toEqual([
      { role: "user", content: "What do you eat?" },
      { role: "assistant", content: "Woof, I like you. [[0]]" },
      { role: "user", content: expect.stringContaining("Do you like swimming?") },
    ]);
    expect((await talk.owner.fetch(unheard.audioUrl)).status).toBe(404);
    const { files } = talk.app.deps;
    await expect.poll(() => files.stat(`replies/${talk.pet}/${unheard.messageId}.mp3`)).toBeNull();
  });

  it("ends the reply under way, at the model too, and stores nothing of it", async () => {
    talk.model.behave({ kind: "endless", everyMs: 5 }, saying("Yes, and you?"));
    const events = talk.owner.stream(chatStream, { params: { id: talk.pet }, body: { message: "Do you" } });
    const seen: ChatEvent[] = [];
    const reading = (async () => {
      for await (const event of events) seen.push(event);
    })();
    await expect.poll(() => seen.some(({ type }) => type === "content")).toBe(true);
    const sessionId = sessionOf(seen);
    const whole = await talk.ask({ message: "Do you dream?", sessionId, continues: questionOf(seen) });
    expect(textOf(whole)).toBe("Yes, and you?");
    expect(await talk.model.calls[0]?.left).toBe(true);
    await reading;
    expect(lastOf(seen)).toMatchObject({ type: "error", code: "gone" });
    expect(await wordsOf(sessionId)).toEqual(["Do you dream?", "Yes, and you?"]);
  });

  it("replaces one that got no reply, and names the chat that begins with it", async () => {
    talk.model.behave({ kind: "status", status: 401 });
    const half = await talk.ask({ message: "Where do" });
    const sessionId = sessionOf(half);
    talk.model.behave(saying("On the sofa."));
    await talk.ask({ message: "Where do you sleep?", sessionId, continues: questionOf(half) });
    expect(await wordsOf(sessionId)).toEqual(["Where do you sleep?", "On the sofa."]);
    const { rows } = await talk.app.deps.pool.query("select name from sessions where id = $1", [sessionId]);
    expect(rows[0]?.name).toBe("Where do you sleep?");
  });

  it("leaves the chat's name where it is not the first one", async () => {
    const first = await talk.ask({ message: "First" });
    const sessionId = sessionOf(first);
    const half = await talk.ask({ message: "Second", sessionId });
    await talk.ask({ message: "Second and more", sessionId, continues: questionOf(half) });
    const { rows } = await talk.app.deps.pool.query("select name from sessions where id = $1", [sessionId]);
    expect(rows[0]?.name).toBe("First");
  });

  it("is stored once, where it is sent twice at the same moment", async () => {
    const half = await talk.ask({ message: "Half" });
    const sessionId = sessionOf(half);
    const body = { message: "Whole", sessionId, continues: questionOf(half) };
    const both = await Promise.all([1, 2].map(() => talk.owner.attempt(chat, { params: { id: talk.pet }, body })));
    expect(both.filter(({ status }) => status === 200)).toHaveLength(1);
    expect([404, 409]).toContain(both.find(({ status }) => status !== 200)?.status);
    expect(await wordsOf(sessionId)).toEqual(["Whole", "Woof, I like you."]);
  });

  it("counts as any question does, and none counts that is refused", async () => {
    const used = async () =>
      (await talk.owner.call(getMyUsage, {})).measures.find(({ measure }) => measure === "messages")?.used ?? 0;
    const half = await talk.ask({ message: "Half" });
    const before = await used();
    const sessionId = sessionOf(half);
    await talk.ask({ message: "Whole", sessionId, continues: questionOf(half) });
    expect(await used()).toBe(before + 1);
    const refused = { message: "Again", sessionId, continues: questionOf(half) };
    expect((await talk.owner.attempt(chat, { params: { id: talk.pet }, body: refused })).status).toBe(404);
    expect(await used()).toBe(before + 1);
  });
});

describe("a question is not replaced", () => {
  it("that is not the chat's last one, or no question at all", async () => {
    const first = await talk.ask({ message: "One" });
    const sessionId = sessionOf(first);
    await talk.ask({ message: "Two", sessionId });
    const before = await talk.messagesOf(sessionId);
    for (const { id: continues } of [...before.filter((_, index) => index !== 2), { id: crypto.randomUUID() }]) {
      const body = { message: "Three", sessionId, continues };
      expect((await talk.owner.attempt(chat, { params: { id: talk.pet }, body })).status).toBe(404);
    }
    expect(await talk.messagesOf(sessionId)).toEqual(before);
  });

  it("that is another's, in another's chat or in one's own [T44] [T46]", async () => {
    const asked = await talk.ask({ message: "Mine" });
    const sessionId = sessionOf(asked);
    const continues = questionOf(asked);
    const admin = await talk.app.admin();
    const own = await talk.begin(admin);
    talk.model.calls.length = 0;
    for (const body of [
      { message: "hi", sessionId, continues },
      { message: "hi", sessionId: own, continues },
    ])
      expect((await admin.attempt(chat, { params: { id: talk.pet }, body })).status).toBe(404);
    expect(talk.model.calls).toHaveLength(0);
    expect(await wordsOf(sessionId)).toEqual(["Mine", "Woof, I like you."]);
  });

  it("in a chat with another pet [T45]", async () => {
    const admin = await talk.app.admin();
    const [one, two] = await Promise.all(
      ["One", "Two"].map(async (name) => (await admin.call(createAgent, { body: { name } })).id),
    );
    const asked = await talk.ask({ message: "Hello" }, admin, one);
    const body = { message: "hi", sessionId: sessionOf(asked), continues: questionOf(asked) };
    expect((await admin.attempt(chat, { params: { id: two ?? "" }, body })).status).toBe(404);
    expect(await wordsOf(sessionOf(asked), admin)).toHaveLength(2);
  });

  it("without its chat, or together with another try", async () => {
    const asked = await talk.ask({ message: "Hello" });
    const continues = questionOf(asked);
    const sessionId = sessionOf(asked);
    for (const body of [
      { message: "hi", continues },
      { message: "hi", sessionId, continues, retryMessageId: continues },
    ])
      expect((await talk.owner.attempt(chat, { params: { id: talk.pet }, body })).status).toBe(400);
    expect(await wordsOf(sessionId)).toHaveLength(2);
  });
});
