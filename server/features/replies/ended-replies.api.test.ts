import { createHash } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createAccessToken, revokeAccessToken } from "#shared/api/access-tokens.ts";
import { revokeUserTokens } from "#shared/api/admin/users.ts";
import { deleteAgent } from "#shared/api/agents.ts";
import { changePassword, resetForgotten } from "#shared/api/auth.ts";
import { type ChatEvent, chat, chatStream, stopReply } from "#shared/api/chat.ts";
import { deleteChat } from "#shared/api/history.ts";
import { passwordResets } from "#shared/schema.ts";
import { type Chat, startChat, textOf } from "#tests/support/chat.ts";
import { PASSWORD } from "#tests/support/first-start.ts";
import { saying } from "#tests/support/openai-server.ts";
import { newPet, userIdOf, type Visitor } from "#tests/support/visitor.ts";
import { failLostReplies, runningReplies } from "./replies.ts";

let talk: Chat;
beforeAll(async () => {
  talk = await startChat();
});
afterAll(() => talk?.stop());
beforeEach(() => {
  talk.model.calls.length = 0;
  talk.model.behave(saying("Woof, I like you."));
});

const lastOf = (events: readonly ChatEvent[]) => events.at(-1);
/** Resolves when the model has been asked so many times. */
const asked = (times: number) => expect.poll(() => talk.model.calls.length, { interval: 5 }).toBe(times);

describe("a reply that is ended early", () => {
  it("is finished and stored when its reader goes away [T85]", async () => {
    talk.model.behave(saying("one two three four five six seven eight", 5));
    const sessionId = await talk.begin();
    const reader = new AbortController();
    const reading = talk.ask({ sessionId, signal: reader.signal }).catch(() => "left");
    await asked(1);
    reader.abort();
    expect(await reading).toBe("left");
    await expect.poll(async () => (await talk.messagesOf(sessionId)).length).toBe(2);
    expect((await talk.messagesOf(sessionId))[1]).toMatchObject({
      content: "one two three four five six seven eight",
      status: "complete",
    });
  });

  /** Stops an endless reply at its first words. */
  async function stopOne() {
    talk.model.calls.length = 0;
    talk.model.behave({ kind: "endless", everyMs: 2 });
    const sessionId = await talk.begin();
    const heard: ChatEvent[] = [];
    let stopping: Promise<unknown> | undefined;
    for await (const event of talk.owner.stream(chatStream, {
      params: { id: talk.pet },
      body: { message: "hi", sessionId },
    })) {
      heard.push(event);
      if (event.type !== "content" || stopping !== undefined) continue;
      stopping = talk.owner.call(stopReply, { params: { sessionId } });
    }
    const leftEarly = await talk.model.calls[0]?.left;
    await stopping;
    return { sessionId, heard, leftEarly };
  }

  it("ends at once by Stop, at the model too, and keeps what was said [T85]", async () => {
    const { sessionId, heard, leftEarly } = await stopOne();
    expect(leftEarly).toBe(true);
    expect(lastOf(heard)).toMatchObject({ type: "complete", stopped: true });
    const [question, reply] = await talk.messagesOf(sessionId);
    expect(question?.status).toBe("complete");
    expect(reply).toMatchObject({ status: "stopped", content: textOf(heard) });
  });

  it("leaves the question alone when it is stopped before a word", async () => {
    talk.model.behave({ kind: "hang" });
    const sessionId = await talk.begin();
    const asking = talk.ask({ sessionId });
    await asked(1);
    await talk.owner.call(stopReply, { params: { sessionId } });
    const events = await asking;
    expect(lastOf(events)).toEqual({ type: "complete", messageId: null, sources: [], audioUrl: null, stopped: true });
    const messages = await talk.messagesOf(sessionId);
    expect(messages.map(({ status }) => status)).toEqual(["stopped"]);

    talk.model.behave(saying("now"));
    const again = await talk.ask({ sessionId, retryMessageId: messages[0]?.id ?? "" });
    expect(textOf(again)).toBe("now");
    expect(await talk.messagesOf(sessionId)).toHaveLength(2);
  });

  it("stops nothing where nothing runs", async () => {
    expect(await talk.owner.call(stopReply, { params: { sessionId: await talk.begin() } })).toEqual({ success: true });
  });

  it("ends at once, at the model too, when its pet is deleted [T88]", async () => {
    const admin = await talk.app.admin();
    const doomed = await newPet(admin, "Doomed");
    // A model that goes on would come to the longest reply by itself.
    talk.model.behave({ kind: "hang" });
    const asking = talk.ask({}, admin, doomed);
    await asked(1);
    await admin.call(deleteAgent, { params: { id: doomed } });
    expect(await talk.model.calls[0]?.left).toBe(true);
    expect(lastOf(await asking)).toMatchObject({ type: "error", code: "gone" });
    talk.model.behave(saying("fine"));
    expect(lastOf(await talk.ask())).toMatchObject({ type: "complete" });
  });

  const NEW_PASSWORD = "a-Walk-in-the-Rain-77";
  it.each([
    [
      "the password is changed",
      async (owner: Visitor) =>
        void (await owner.call(changePassword, { body: { currentPassword: PASSWORD, newPassword: NEW_PASSWORD } })),
    ],
    [
      "a forgotten password is replaced by a mailed link",
      async (owner: Visitor) => {
        const token = "t".repeat(43);
        const digest = createHash("sha256").update(token).digest("hex");
        const link = { userId: await userIdOf(owner), digest, expiresAt: new Date(Date.now() + 60_000) };
        await talk.app.deps.db.insert(passwordResets).values(link);
        await talk.app.visitor().call(resetForgotten, { body: { token, newPassword: NEW_PASSWORD } });
      },
    ],
  ])("ends at once, at the model too, when %s [T88]", async (_how, end) => {
    const owner = await talk.app.owner();
    const pet = await newPet(owner);
    talk.model.behave({ kind: "hang" });
    const asking = talk.ask({}, owner, pet);
    await asked(1);
    await end(owner);
    expect(await talk.model.calls[0]?.left).toBe(true);
    expect(lastOf(await asking)).toMatchObject({ type: "error", code: "gone" });
  });

  it.each([
    ["its owner", async (owner: Visitor, id: string) => void (await owner.call(revokeAccessToken, { params: { id } }))],
    [
      "an administrator",
      async (owner: Visitor) => {
        const admin = await talk.app.admin();
        await admin.call(revokeUserTokens, { params: { userId: await userIdOf(owner) } });
      },
    ],
  ])("ends at once, at the model too, when the token that asked is revoked by %s [T88]", async (_who, revoke) => {
    const owner = await talk.app.owner();
    const pet = await newPet(owner);
    const { token, accessToken } = await owner.call(createAccessToken, {
      body: { name: "Script", scopes: ["chat"], days: 1 },
    });
    talk.model.behave({ kind: "hang" });
    const asking = fetch(`${talk.app.url}/api/agents/${pet}/chat`, {
      method: "POST",
      headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json" },
      body: JSON.stringify({ message: "Hello?" }),
    });
    await asked(1);
    await revoke(owner, accessToken.id);
    expect(await talk.model.calls[0]?.left).toBe(true);
    expect((await asking).status).toBe(404);
  });

  it("is not found when its chat is deleted while somebody waits for the whole of it [T88]", async () => {
    talk.model.behave({ kind: "hang" });
    const sessionId = await talk.begin();
    const asking = talk.owner.attempt(chat, { params: { id: talk.pet }, body: { message: "Hello?", sessionId } });
    await asked(1);
    await talk.owner.call(deleteChat, { params: { id: sessionId } });
    expect(await asking).toMatchObject({ status: 404, body: { code: "gone" } });
  });

  it("ends as an error that can be tried again when the server stops [T89]", async () => {
    talk.model.behave({ kind: "endless", everyMs: 5 });
    const sessionId = await talk.begin();
    const asking = talk.ask({ sessionId });
    await asked(1);
    await runningReplies.endAll();
    expect(lastOf(await asking)).toMatchObject({ type: "error", code: "restarting" });
    expect((await talk.messagesOf(sessionId)).map(({ status }) => status)).toEqual(["failed"]);
  });

  it("is cut at its hard limit when the model heeds none [T85]", async () => {
    talk.model.behave({ kind: "tokens", tokens: new Array<string>(30).fill("wuff ".repeat(100)) });
    const events = await talk.ask();
    expect(lastOf(events)).toMatchObject({ type: "complete", stopped: false, ending: "cut_off" });
    expect(textOf(events).length).toBeLessThanOrEqual(8000);
  });
});

describe("a model that fails", () => {
  it.each([
    ["a wrong key", { kind: "status", status: 401 } as const, "unauthorized", 502],
    ["a broken stream", { kind: "cut", after: ["I", " am"], torn: false } as const, "unavailable", 503],
    ["an empty reply", { kind: "tokens", tokens: [] } as const, "empty", 502],
  ])(
    "by %s: an error for a person, the question kept, no reply stored, and it can be tried again",
    async (_name, behavior, code, status) => {
      talk.model.behave(behavior);
      const sessionId = await talk.begin();
      const events = await talk.ask({ message: "Are you there?", sessionId });
      const last = lastOf(events);
      expect(last).toMatchObject({ type: "error", code });
      expect(JSON.stringify(events)).not.toMatch(/sk-|inner detail|127\.0\.0\.1/);
      const [question, ...rest] = await talk.messagesOf(sessionId);
      expect(question).toMatchObject({ content: "Are you there?", status: "failed" });
      expect(rest).toEqual([]);

      const body = { message: "Are you there?", sessionId, retryMessageId: question?.id ?? "" };
      expect((await talk.owner.attempt(chat, { params: { id: talk.pet }, body })).status).toBe(status);

      talk.model.behave(saying("Here I am."));
      expect(textOf(await talk.ask(body))).toBe("Here I am.");
      const messages = await talk.messagesOf(sessionId);
      expect(messages.map(({ content, status: of }) => [content, of])).toEqual([
        ["Are you there?", "complete"],
        ["Here I am.", "complete"],
      ]);
      expect((await talk.owner.attempt(chat, { params: { id: talk.pet }, body })).status).toBe(404);
    },
  );

  it("takes up a question whose server was lost, and does not wait for it", async () => {
    const sessionId = await talk.begin();
    talk.model.behave({ kind: "status", status: 401 });
    await talk.ask({ sessionId, message: "lost" });
    await talk.app.deps.pool.query(
      "update messages set status = 'answering', created_at = now() - interval '10 minutes' where session_id = $1",
      [sessionId],
    );
    await failLostReplies(talk.app.deps);
    const [lost] = await talk.messagesOf(sessionId);
    expect(lost?.status).toBe("failed");
    talk.model.behave(saying("fine"));
    expect(lastOf(await talk.ask({ sessionId, message: "next" }))).toMatchObject({ type: "complete" });
    expect(lastOf(await talk.ask({ sessionId, retryMessageId: lost?.id ?? "" }))).toMatchObject({ type: "complete" });
  });
});
