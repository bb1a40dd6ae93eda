import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { deleteAgent } from "#shared/api/agents.ts";
import { changePassword, login, me } from "#shared/api/auth.ts";
import { chat, stopReply } from "#shared/api/chat.ts";
import { deleteChat } from "#shared/api/history.ts";
import { type Chat, sessionOf, startChat } from "../support/chat.ts";
import { PASSWORD } from "../support/first-start.ts";
import { saying } from "../support/openai-server.ts";
import { newPet } from "../support/visitor.ts";

let talk: Chat;
beforeAll(async () => {
  talk = await startChat();
});
afterAll(() => talk?.stop());
beforeEach(() => {
  talk.model.calls.length = 0;
  talk.model.behave(saying("Woof, I like you."));
});

const statuses = (answers: readonly { status: number }[]) => answers.map(({ status }) => status).sort();

describe("at the same moment", () => {
  it("five questions in one chat are each answered or refused with 409, and leave it in order [T87]", async () => {
    const sessionId = await talk.begin();
    const send = (message: string) =>
      talk.owner.attempt(chat, { params: { id: talk.pet }, body: { message, sessionId } });
    const answers = await Promise.all(["one", "two", "three", "four", "five"].map(send));
    expect(answers.every(({ status }) => status === 200 || status === 409)).toBe(true);
    const answered = answers.filter(({ status }) => status === 200).length;
    expect(answered).toBeGreaterThan(0);
    const messages = await talk.messagesOf(sessionId);
    expect(messages.map(({ role }) => role)).toEqual(
      Array.from({ length: answered }, () => ["user", "assistant"]).flat(),
    );
    expect((await send("six")).status).toBe(200);
  });

  it("a question that comes while a reply is stored is refused, so that it has no place before that reply [T87]", async () => {
    talk.model.behave({ kind: "hang" });
    const asking = talk.ask();
    await expect.poll(() => talk.model.calls.length).toBe(1);
    const storing = await talk.app.deps.pool.connect();
    try {
      await storing.query("begin");
      const { rows } = await storing.query<{ session_id: string }>(
        "update messages set status = 'complete' where agent_id = $1 and status = 'answering' returning session_id",
        [talk.pet],
      );
      const sessionId = rows[0]?.session_id ?? "";
      const message = "And then?";
      const next = await talk.owner.attempt(chat, { params: { id: talk.pet }, body: { message, sessionId } });
      expect(next.status).toBe(409);
      await storing.query("rollback");
      const { status } = await talk.owner.attempt(stopReply, { params: { sessionId }, body: {} });
      expect(status).toBe(200);
    } finally {
      storing.release();
    }
    expect((await asking).at(-1)).toMatchObject({ type: "complete" });
  });

  it("two changes of one password: one wins, and the other's password opens nothing [T111]", async () => {
    const username = "changes-it-twice";
    const owner = await talk.app.owner(username);
    const elsewhere = talk.app.visitor();
    await elsewhere.call(login, { body: { username, password: PASSWORD } });
    const wanted = ["Good-Dog-2027!", "Good-Dog-2028!"];
    const answers = await Promise.all(
      [owner, elsewhere].map((visitor, index) =>
        visitor.attempt(changePassword, { body: { currentPassword: PASSWORD, newPassword: wanted[index] ?? "" } }),
      ),
    );
    const winner = answers.findIndex(({ status }) => status === 200);
    expect(winner).toBeGreaterThanOrEqual(0);
    expect(answers[1 - winner]?.status).toBeGreaterThanOrEqual(400);
    expect(answers[1 - winner]?.status).toBeLessThan(500);
    const tries = [...wanted, PASSWORD].map((password) =>
      talk.app.visitor().attempt(login, { body: { username, password } }),
    );
    expect((await Promise.all(tries)).map(({ status }) => status === 200)).toEqual([winner === 0, winner === 1, false]);
    expect((await (winner === 0 ? owner : elsewhere).attempt(me, {})).status).toBe(200);
    expect((await (winner === 0 ? elsewhere : owner).attempt(me, {})).status).toBe(401);
  });

  it("one pet and one chat are deleted once [T111]", async () => {
    const admin = await talk.app.admin();
    const id = await newPet(admin, "Doomed");
    const removals = [1, 2].map(() => admin.attempt(deleteAgent, { params: { id } }));
    expect(statuses(await Promise.all(removals))).toEqual([200, 404]);
    const sessionId = sessionOf(await talk.ask());
    const deletions = [1, 2].map(() => admin.attempt(deleteChat, { params: { id: sessionId } }));
    expect(statuses(await Promise.all(deletions))).toEqual([200, 404]);
  });
});

describe("a chat that is deleted in the middle of a reply", () => {
  it("ends it cleanly, at the model too, and leaves nothing of it [T88]", async () => {
    // A model that goes on would come to the longest reply by itself.
    talk.model.behave({ kind: "hang" });
    const sessionId = await talk.begin();
    const asking = talk.ask({ sessionId });
    await expect.poll(() => talk.model.calls.length).toBe(1);
    const admin = await talk.app.admin();
    await admin.call(deleteChat, { params: { id: sessionId } });
    expect(await talk.model.calls[0]?.left).toBe(true);
    expect((await asking).at(-1)).toMatchObject({ type: "error", code: "gone" });
    const { rows } = await talk.app.deps.pool.query("select id from messages where session_id = $1", [sessionId]);
    expect(rows).toEqual([]);
    talk.model.behave(saying("fine"));
    expect((await talk.ask()).at(-1)).toMatchObject({ type: "complete" });
  });
});
