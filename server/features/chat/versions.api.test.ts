import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type ChatEvent, chatStream, listLatestChats, listMessages, showVersion } from "#shared/api/chat.ts";
import { getTranscript, listChats, searchChats } from "#shared/api/history.ts";
import { listMemories } from "#shared/api/memory.ts";
import { listOpenQuestions } from "#shared/api/open-questions.ts";
import { getMyUsage } from "#shared/api/usage.ts";
import { bringIn, downloadAll } from "#tests/support/archives.ts";
import { type Chat, sessionOf, startChat } from "#tests/support/chat.ts";
import { saying } from "#tests/support/openai-server.ts";
import { newPet, type Visitor } from "#tests/support/visitor.ts";

let talk: Chat;
beforeAll(async () => {
  talk = await startChat();
});
afterAll(() => talk?.stop());
beforeEach(() => {
  talk.model.calls.length = 0;
  talk.model.behave(saying("Woof. [[0]]"));
});

const idOf = (events: readonly ChatEvent[]) =>
  events.flatMap((event) => (event.type === "user_message_saved" ? [event.messageId] : []))[0] ?? "";
const wordsOf = async (sessionId: string) => (await talk.messagesOf(sessionId)).map(({ content }) => content);
const show = (id: string, by: Visitor = talk.owner) => by.attempt(showVersion, { params: { id } });
const toldToModel = () =>
  talk.model.calls
    .at(-1)
    ?.body.messages.slice(1)
    .map(({ content }) => content);

/** Asks, and then the same in other words. */
async function askTwice(first: string, second: string) {
  const events = await talk.ask({ message: first });
  const sessionId = sessionOf(events);
  talk.model.behave(saying("Meow. [[0]]"));
  const edited = await talk.ask({ message: second, sessionId, edits: idOf(events) });
  return { sessionId, first: idOf(events), second: idOf(edited) };
}

describe("the last question of a chat, asked in other words", () => {
  it("takes the place of the old one, which is kept with its reply and can be looked at again", async () => {
    const { sessionId, first, second } = await askTwice("Do you like snoe?", "Do you like snow?");
    expect(toldToModel()).toEqual([expect.stringContaining("Do you like snow?")]);
    expect(await wordsOf(sessionId)).toEqual(["Do you like snow?", "Meow."]);
    const [shown] = await talk.messagesOf(sessionId);
    expect(shown).toMatchObject({ id: second, versions: [first, second] });
    expect(await show(first)).toMatchObject({ status: 200 });
    expect(await wordsOf(sessionId)).toEqual(["Do you like snoe?", "Woof."]);
    await show(second);
    expect(await wordsOf(sessionId)).toEqual(["Do you like snow?", "Meow."]);
  });

  it("keeps what followed each version, and the versions within it; a model is told what is in view", async () => {
    const { sessionId, first, second } = await askTwice("One?", "Two?");
    talk.model.behave(saying("Purr. [[0]]"));
    const later = await talk.ask({ message: "And then?", sessionId });
    const reworded = await talk.ask({ message: "And later?", sessionId, edits: idOf(later) });
    await show(idOf(later));
    await show(first);
    await talk.ask({ message: "Three?", sessionId });
    expect(toldToModel()).toEqual(["One?", "Woof. [[0]]", expect.stringContaining("Three?")]);
    expect(await wordsOf(sessionId)).toEqual(["One?", "Woof.", "Three?", "Purr."]);
    expect(await show(idOf(reworded))).toMatchObject({ status: 404 });
    await show(second);
    expect(await wordsOf(sessionId)).toEqual(["Two?", "Meow.", "And then?", "Purr."]);
    const versions = (await talk.messagesOf(sessionId)).map((message) => message.versions?.length ?? 0);
    expect(versions).toEqual([2, 0, 2, 0]);
  });

  it("is what lists, searches, transcripts and the way back show", async () => {
    const { sessionId } = await askTwice("Do you like zebras?", "Do you like okapis?");
    const { owner } = talk;
    const found = async (query: string) => (await owner.call(searchChats, { body: { query } })).total;
    expect([await found("zebras"), await found("okapis")]).toEqual([0, 1]);
    const [listed] = (await owner.call(listChats, {})).sessions;
    expect(listed).toMatchObject({ id: sessionId, name: "Do you like okapis?", messageCount: 2 });
    expect(listed?.messages.map(({ content }) => content)).toEqual(["Do you like okapis?", "Meow."]);
    const { messages } = await owner.call(getTranscript, { params: { id: sessionId } });
    expect(messages.map(({ content }) => content)).toEqual(["Do you like okapis?", "Meow."]);
    expect((await owner.call(listLatestChats, {})).chats[0]).toMatchObject({ lastQuestion: "Do you like okapis?" });
  });

  it("takes the old one off the owner's list, and what was to be remembered of it", async () => {
    talk.model.behave(saying("I don't know that. [[?]]"));
    const unknown = await talk.ask({ message: "Have you ever flown a kite in Norway? I live in Lisbon." });
    const open = async () => (await talk.owner.call(listOpenQuestions, { params: { id: talk.pet } })).length;
    const suggested = async () => {
      const { memories } = await talk.owner.call(listMemories, {
        params: { id: talk.pet },
        query: { status: "pending" },
      });
      return memories.map(({ text }) => text);
    };
    await expect.poll(open).toBe(1);
    expect(await suggested()).toEqual(["I live in Lisbon."]);
    talk.model.behave(saying("Woof. [[0]]"));
    const sessionId = sessionOf(unknown);
    await talk.ask({ message: "Hello! I live in Porto.", sessionId, edits: idOf(unknown) });
    expect([await open(), await suggested()]).toEqual([0, ["I live in Porto."]]);
    await show(idOf(unknown));
    expect(await open()).toBe(1);
  });

  it("counts as any other question", async () => {
    const used = async () =>
      (await talk.owner.call(getMyUsage, {})).measures.find(({ measure }) => measure === "messages")?.used ?? 0;
    const before = await used();
    await askTwice("One?", "Two?");
    expect(await used()).toBe(before + 2);
  });

  it("loses nothing where the model fails, or the reply is stopped", async () => {
    const { sessionId, first, second } = await askTwice("One?", "Two?");
    talk.model.behave({ kind: "status", status: 401 });
    const failed = await talk.ask({ message: "Three?", sessionId, edits: second });
    expect(await talk.messagesOf(sessionId)).toMatchObject([
      { content: "Three?", status: "failed", versions: [first, second, idOf(failed)] },
    ]);
    talk.model.behave(saying("Moo. [[0]]"));
    await talk.ask({ message: "Three?", sessionId, retryMessageId: idOf(failed) });
    expect(await wordsOf(sessionId)).toEqual(["Three?", "Moo."]);
    await show(second);
    expect(await wordsOf(sessionId)).toEqual(["Two?", "Meow."]);
  });
});

it("is exported with all its versions, and they come back with the archive", async () => {
  const owner = await talk.app.owner();
  const pet = await newPet(owner);
  const asked = await talk.ask({ message: "One?" }, owner, pet);
  await talk.ask({ message: "Two?", sessionId: sessionOf(asked), edits: idOf(asked) }, owner, pet);
  const heir = await talk.app.owner();
  expect(await bringIn(heir, await downloadAll(owner))).toMatchObject({ status: 200 });
  const [chat] = (await heir.call(listLatestChats, {})).chats;
  const read = async () => heir.call(listMessages, { params: { sessionId: chat?.id ?? "" }, query: {} });
  const [shown, ...rest] = await read();
  expect([shown?.content, rest.length]).toEqual(["Two?", 1]);
  expect(await show(shown?.versions?.[0] ?? "", heir)).toMatchObject({ status: 200 });
  expect((await read()).map(({ content }) => content)).toEqual(["One?", "Woof."]);
});

describe("a question is not changed", () => {
  const attempt = (body: object, by = talk.owner) =>
    talk.ask({ ...body }, by).then(
      () => "asked",
      (error: { status: number; body: { code: string } }) => `${error.status} ${error.body.code}`,
    );

  it("that is somebody else's, of another chat, or a reply [T44]", async () => {
    const { sessionId, second } = await askTwice("One?", "Two?");
    const admin = await talk.app.admin();
    const other = sessionOf(await talk.ask({ message: "Elsewhere?" }));
    const reply = (await talk.messagesOf(sessionId)).at(-1)?.id ?? "";
    expect(await attempt({ message: "Mine!", sessionId, edits: second }, admin)).toBe("404 not_found");
    expect(await attempt({ message: "Mine!", sessionId: other, edits: second })).toBe("404 not_found");
    expect(await attempt({ message: "Mine!", sessionId, edits: reply })).toBe("404 not_found");
    expect(await attempt({ message: "Mine!", edits: second })).toBe("400 invalid_input");
    expect(await show(second, admin)).toMatchObject({ status: 404 });
    expect(await show(reply)).toMatchObject({ status: 404 });
    expect(await wordsOf(sessionId)).toEqual(["Two?", "Meow."]);
  });

  it("that is not the last, or was put aside", async () => {
    const { sessionId, first, second } = await askTwice("One?", "Two?");
    expect(await attempt({ message: "Three?", sessionId, edits: first })).toBe("409 not_last");
    await talk.ask({ message: "Later?", sessionId });
    expect(await attempt({ message: "Three?", sessionId, edits: second })).toBe("409 not_last");
  });

  it("while a reply is under way, nor are versions changed then", async () => {
    const { sessionId, first } = await askTwice("One?", "Two?");
    talk.model.behave({ kind: "endless", everyMs: 5 });
    const events = talk.owner.stream(chatStream, { params: { id: talk.pet }, body: { message: "Long?", sessionId } });
    let asked = "";
    for await (const event of events) {
      if (event.type === "user_message_saved") asked = event.messageId;
      if (event.type !== "content") continue;
      expect(await attempt({ message: "Three?", sessionId, edits: asked })).toBe("409 conflict");
      expect(await show(first)).toMatchObject({ status: 409 });
      break;
    }
  });

  it("twice at the same time", async () => {
    const { sessionId, second } = await askTwice("One?", "Two?");
    const both = ["Three?", "Four?"].map((message) => attempt({ message, sessionId, edits: second }));
    const [one, other] = (await Promise.all(both)).toSorted();
    expect(one).toMatch(/^409 (?:conflict|not_last)$/);
    expect(other).toBe("asked");
    expect(await talk.messagesOf(sessionId)).toHaveLength(2);
  });
});
