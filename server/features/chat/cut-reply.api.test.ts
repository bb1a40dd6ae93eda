import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type ChatEvent, stopReply } from "#shared/api/chat.ts";
import type { AzureServer } from "#tests/support/azure-server.ts";
import { sessionOf, startSpokenChat } from "#tests/support/chat.ts";
import { saying } from "#tests/support/openai-server.ts";

const TEXT = "Woof! I went to the park this morning. There was a squirrel in the tall tree. I barked at it.";

let azure: AzureServer;
let talk: Awaited<ReturnType<typeof startSpokenChat>>;
beforeAll(async () => {
  talk = await startSpokenChat();
  azure = talk.azure;
});
afterAll(() => talk?.stop());
beforeEach(() => {
  azure.behave({ kind: "answer" });
  talk.model.behave(saying(TEXT));
});

/** With `heard`: of the reply to the last question. */
async function stop(sessionId: string, heard?: number): Promise<void> {
  const messageId = (await talk.messagesOf(sessionId)).findLast(({ role }) => role === "user")?.id;
  await talk.owner.call(stopReply, {
    params: { sessionId },
    ...(heard === undefined ? {} : { body: { heard, messageId } }),
  });
}
const audioUrlOf = (events: readonly ChatEvent[]) =>
  events.flatMap((event) => (event.type === "complete" && event.audioUrl !== null ? [event.audioUrl] : []))[0] ?? "";

describe("Stop with what was heard", () => {
  it("cuts a reply that was stored whole, and takes its clip and choices away", async () => {
    const events = await talk.ask({ generateAudio: true });
    const sessionId = sessionOf(events);
    const url = audioUrlOf(events);
    expect((await talk.owner.fetch(url)).status).toBe(200);
    await talk.app.deps.pool.query(
      `update messages set choices = '[{"label":"a","question":"b"}]' where session_id = $1 and role = 'assistant'`,
      [sessionId],
    );
    await stop(sessionId, 2);
    const [question, reply] = await talk.messagesOf(sessionId);
    expect(question?.status).toBe("complete");
    expect(reply).toMatchObject({
      content: "Woof! I went to the park this morning.",
      status: "stopped",
      audioUrl: null,
      choices: null,
    });
    expect((await talk.owner.fetch(url)).status).toBe(404);
    const key = `replies/${talk.pet}/${reply?.id}.mp3`;
    expect(await talk.app.deps.files.stat(key)).toBeNull();
  });

  it("keeps of the sources those that the heard words are from", async () => {
    const sessionId = sessionOf(await talk.ask({ generateAudio: true }));
    const diary = (answer: string) => ({ kind: "diary", filename: "Diary", question: "What?", answer });
    const sources = [diary("This morning I went to the park."), diary("A squirrel lives in the tall tree.")];
    const store = (of: readonly unknown[]) =>
      talk.app.deps.pool.query("update messages set sources = $2 where session_id = $1 and role = 'assistant'", [
        sessionId,
        JSON.stringify(of),
      ]);
    await store(sources);
    await stop(sessionId, 2);
    expect((await talk.messagesOf(sessionId))[1]?.sources).toEqual([sources[0]]);
    await store(sources.slice(1));
    await stop(sessionId, 1);
    // Not an empty list, which would say that it was made up.
    expect((await talk.messagesOf(sessionId))[1]).toMatchObject({ content: "Woof!", sources: null });
  });

  it("cuts a reply that is still being made", async () => {
    talk.model.behave({ kind: "hang", after: ["Woof! ", "I went to the park this morning. ", "There was a squirrel"] });
    const sessionId = await talk.begin();
    const asking = talk.ask({ sessionId, generateAudio: true });
    await expect.poll(() => azure.syntheses.at(-1)?.text).toBe("I went to the park this morning.");
    await stop(sessionId, 1);
    expect((await asking).at(-1)).toMatchObject({ type: "complete", stopped: true });
    expect((await talk.messagesOf(sessionId))[1]).toMatchObject({ content: "Woof!", status: "stopped" });
  });

  it("leaves a reply alone that was heard to its last sentence", async () => {
    const events = await talk.ask({ generateAudio: true });
    await stop(sessionOf(events), 4);
    expect((await talk.messagesOf(sessionOf(events)))[1]).toMatchObject({ content: TEXT, status: "complete" });
    expect((await talk.owner.fetch(audioUrlOf(events))).status).toBe(200);
  });

  it("keeps the question alone where nothing was heard, and it can be asked again", async () => {
    const events = await talk.ask({ generateAudio: true });
    const sessionId = sessionOf(events);
    await stop(sessionId, 0);
    const [question, ...rest] = await talk.messagesOf(sessionId);
    expect([question?.status, rest]).toEqual(["stopped", []]);
    expect((await talk.owner.fetch(audioUrlOf(events))).status).toBe(404);
    await talk.ask({ sessionId, retryMessageId: question?.id ?? "" });
    expect((await talk.messagesOf(sessionId)).map(({ status }) => status)).toEqual(["complete", "complete"]);
  });

  it("cuts the reply that was heard, and no other", async () => {
    const sessionId = sessionOf(await talk.ask({ generateAudio: true }));
    await talk.ask({ sessionId, message: "And then?", generateAudio: true });
    const [question] = await talk.messagesOf(sessionId);
    await talk.owner.call(stopReply, { params: { sessionId }, body: { heard: 1, messageId: question?.id } });
    expect((await talk.messagesOf(sessionId)).map(({ status, content }) => [status, content])).toEqual([
      ["complete", "Hello?"],
      ["stopped", "Woof!"],
      ["complete", "And then?"],
      ["complete", TEXT],
    ]);
  });

  it("leaves the reply to a later question under way", async () => {
    const sessionId = sessionOf(await talk.ask({ generateAudio: true }));
    const [question] = await talk.messagesOf(sessionId);
    talk.model.behave({ kind: "endless", everyMs: 5 });
    const asking = talk.ask({ sessionId, message: "And then?" });
    await expect.poll(async () => (await talk.messagesOf(sessionId)).at(-1)?.status).toBe("answering");
    const params = { sessionId };
    await talk.owner.call(stopReply, { params, body: { heard: 0, messageId: question?.id } });
    await talk.owner.call(stopReply, { params, body: { messageId: question?.id } });
    expect((await talk.messagesOf(sessionId)).map(({ status }) => status)).toEqual(["stopped", "answering"]);
    await stop(sessionId);
    expect((await asking).at(-1)).toMatchObject({ type: "complete", stopped: true });
  });

  it("cuts nothing in another chat", async () => {
    const mine = await talk.ask({ generateAudio: true });
    const other = sessionOf(await talk.ask({ generateAudio: true }));
    const [question] = await talk.messagesOf(sessionOf(mine));
    await talk.owner.call(stopReply, { params: { sessionId: other }, body: { heard: 1, messageId: question?.id } });
    for (const sessionId of [sessionOf(mine), other])
      expect((await talk.messagesOf(sessionId))[1]).toMatchObject({ content: TEXT, status: "complete" });
  });

  it("never takes help in an emergency away", async () => {
    const events = await talk.ask({ message: "My dog ate rat poison, help!", generateAudio: true });
    const help = events.find((event) => event.type === "help");
    expect(help).toBeDefined();
    await stop(sessionOf(events), 0);
    const [, reply] = await talk.messagesOf(sessionOf(events));
    expect(reply).toMatchObject({ content: help?.text, help: help?.text, status: "stopped" });
  });

  it("keeps all that was made where nothing is said of it", async () => {
    const sessionId = sessionOf(await talk.ask());
    await stop(sessionId);
    expect((await talk.messagesOf(sessionId))[1]).toMatchObject({ content: TEXT, status: "complete" });
  });

  it("is for the chat's owner alone, in a sensible number, and said of a question", async () => {
    const sessionId = sessionOf(await talk.ask());
    const params = { sessionId };
    const messageId = (await talk.messagesOf(sessionId))[0]?.id;
    const other = await talk.app.owner();
    expect((await other.attempt(stopReply, { params, body: { heard: 1, messageId } })).status).toBe(404);
    for (const body of [{ heard: -1, messageId }, { heard: 1.5, messageId }, { heard: 1 }, { messageId: "1" }])
      expect((await talk.owner.attempt(stopReply, { params, body })).status).toBe(400);
    expect((await talk.messagesOf(sessionId))[1]?.content).toBe(TEXT);
  });
});
