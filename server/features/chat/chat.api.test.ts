import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { SpeechError } from "#server/voice/speech/speech.ts";
import { createAgent } from "#shared/api/agents.ts";
import { type ChatEvent, chat, chatStream, createSession, listMessages, stopReply } from "#shared/api/chat.ts";
import { listDiaryQuestions, saveDiaryAnswer } from "#shared/api/diary.ts";
import { listDocuments, uploadDocument } from "#shared/api/documents.ts";
import { listOpenQuestions } from "#shared/api/open-questions.ts";
import { type Chat, sessionOf, startChat, textOf } from "#tests/support/chat.ts";
import { saying } from "#tests/support/openai-server.ts";
import { newPet } from "#tests/support/visitor.ts";

let talk: Chat;
let speechFails = false;

/** A frame of silence: 24 kHz, mono, 48 kbit/s. */
const frame = Uint8Array.from([0xff, 0xf3, 0x64, 0xc4, ...new Array<number>(140).fill(0)]);

beforeAll(async () => {
  talk = await startChat({
    engine: { kind: "embedded", name: "test" },
    synthesize: async () => {
      if (speechFails) throw new SpeechError("unavailable", "test");
      return frame;
    },
    close: async () => {},
  });
});
afterAll(() => talk?.stop());
beforeEach(() => {
  speechFails = false;
  talk.model.calls.length = 0;
  talk.model.behave(saying("Woof, I like you."));
});

const lastOf = (events: readonly ChatEvent[]) => events.at(-1);
/** Resolves when the model has been asked so many times. */
const asked = (times: number) => expect.poll(() => talk.model.calls.length, { interval: 5 }).toBe(times);

describe("a streamed reply", () => {
  it("comes as session, user_message_saved, content, complete, and is stored as it was read [T82] [T84]", async () => {
    const text = 'Line one\nline two\r\n\ndata: {"type":"error"}\n\n\u2028\u2029 🐶 end';
    talk.model.behave({ kind: "tokens", tokens: [...text] });
    const events = await talk.ask({ message: "  Tell me\nmore " });
    const kinds = events.map(({ type }) => type);
    expect(kinds.slice(0, 3)).toEqual(["session", "user_message_saved", "content"]);
    expect(kinds.filter((kind) => kind !== "content")).toEqual(["session", "user_message_saved", "complete"]);
    expect(textOf(events)).toBe(text);

    const messages = await talk.messagesOf(sessionOf(events));
    expect(messages.map(({ role, content, status }) => ({ role, content, status }))).toEqual([
      { role: "user", content: "Tell me\nmore", status: "complete" },
      { role: "assistant", content: text, status: "complete" },
    ]);
    expect(events[1]).toMatchObject({ messageId: messages[0]?.id });
    expect(lastOf(events)).toEqual({
      type: "complete",
      messageId: messages[1]?.id,
      sources: null,
      audioUrl: null,
      stopped: false,
    });
  });

  it("leaves no trace of U+0000, which the database can't hold", async () => {
    talk.model.behave({ kind: "tokens", tokens: ["a\0b", "\0", " c"] });
    const events = await talk.ask();
    expect(textOf(events)).toBe("ab c");
    expect((await talk.messagesOf(sessionOf(events)))[1]?.content).toBe("ab c");
  });

  it("is sent uncached and unbuffered [T82] [T90]", async () => {
    const response = await talk.owner.fetch(`/api/agents/${talk.pet}/chat/stream`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ message: "Hello" }),
    });
    expect(response.headers.get("content-type")).toContain("text/event-stream");
    expect(response.headers.get("cache-control")).toBe("no-store, no-transform");
    expect(response.headers.get("x-accel-buffering")).toBe("no");
    await response.text();
  });

  it("asks the model with the persona, the earlier turns and the question", async () => {
    talk.model.behave(saying("I eat cheese."));
    const events = await talk.ask({ message: "What do you eat?" });
    await talk.ask({ message: "Why?", sessionId: sessionOf(events) });
    const messages = talk.model.calls[1]?.body.messages ?? [];
    expect(messages[0]?.content).toContain("Biscuit");
    expect(messages.slice(1)).toEqual([
      { role: "user", content: "What do you eat?" },
      { role: "assistant", content: "I eat cheese. [[0]]" },
      { role: "user", content: expect.stringMatching(/<question-([0-9a-f]{16})>\nWhy\?\n<\/question-\1>/) },
    ]);
  });

  it("names the chat after its first question", async () => {
    const sessionId = await talk.begin();
    await talk.ask({ message: `${"a very long question ".repeat(10)}?`, sessionId });
    await talk.ask({ message: "second", sessionId });
    const { rows } = await talk.app.deps.pool.query("select name from sessions where id = $1", [sessionId]);
    expect(rows[0]?.name).toBe("a very long question a very long question a very long…");
  });
});

describe("what a pet knows", () => {
  it("is told to the model between borders, and named as the source of the reply", async () => {
    const questions = await talk.owner.call(listDiaryQuestions, {});
    const food = questions.find(({ question }) => /food/i.test(question));
    if (food === undefined) throw new Error("There is no question about food.");
    const answer = "I would swap the sofa for smoked salmon.";
    await talk.owner.call(saveDiaryAnswer, { params: { id: talk.pet }, body: { questionId: food.id, answer } });

    talk.model.behave(saying("Smoked salmon! [[1]]"));
    const events = await talk.ask({ message: "What do you like to eat?" });
    expect(lastOf(events)).toMatchObject({
      sources: [{ kind: "diary", filename: "Pet diary", question: food.question, answer }],
    });
    expect(talk.model.calls[0]?.body.messages[0]?.content).toMatch(/<diary-[0-9a-f]{16}>\n[^<]*smoked salmon/);
    const [, reply] = await talk.messagesOf(sessionOf(events));
    expect(reply?.sources).toHaveLength(1);

    talk.model.behave(saying("I'm happy that you are here! [[0]]"));
    expect(lastOf(await talk.ask({ message: "I got a medal today" }))).toMatchObject({ sources: null });
  });

  it("is missing where the model says so, and then the question is on the owner's list", async () => {
    const open = async () =>
      (await talk.owner.call(listOpenQuestions, { params: { id: talk.pet } })).map(({ question }) => question);
    const before = await open();
    talk.model.behave(saying("I'm just a pet! [[0]]"));
    await talk.ask({ message: "What is the capital of Mongolia?" });
    talk.model.behave(saying("Nobody ever told me! [[?]]"));
    const unknown = await talk.ask({ message: "Have you ever flown a kite in Norway?" });
    expect(textOf(unknown)).toBe("Nobody ever told me!");
    expect(lastOf(unknown)).toMatchObject({ sources: [] });
    await expect.poll(open).toEqual(["Have you ever flown a kite in Norway?", ...before]);
  });

  it("is shown and told in the language of the pet, but for what an administrator worded", async () => {
    const owner = await talk.app.owner();
    const pet = (await owner.call(createAgent, { body: { name: "Waldi", language: "de-DE" } })).id;
    const questions = await owner.call(listDiaryQuestions, {});
    const answerTo = async (question: string, answer: string) => {
      const questionId = questions.find((one) => one.question === question)?.id ?? "";
      await owner.call(saveDiaryAnswer, { params: { id: pet }, body: { questionId, answer } });
    };
    await answerTo("What is my favorite toy?", "Die quietschende Ente aus Gummi.");
    await answerTo("What am I afraid of?", "Vor dem Staubsauger.");
    const { pool } = talk.app.deps;
    await pool.query("update diary_questions set question = 'What scares me?' where key = 'fears'");

    talk.model.behave(saying("Die Ente, die so schön quietscht! [[1]]"));
    for (const message of ["Was ist dein Lieblingsspielzeug?", "What is your favourite toy?"]) {
      const events = await talk.ask({ message }, owner, pet);
      expect(lastOf(events)).toMatchObject({
        sources: [{ question: "Was ist mein Lieblingsspielzeug?", answer: "Die quietschende Ente aus Gummi." }],
      });
    }
    const told = talk.model.calls[0]?.body.messages[0]?.content;
    expect(told).toContain("Was ist mein Lieblingsspielzeug?");
    expect(told).toContain("What scares me?");
    expect(told).not.toContain("What is my favorite toy?");
    await pool.query("update diary_questions set question = 'What am I afraid of?' where key = 'fears'");
  });

  it("comes from documents too, with the passage that was used", async () => {
    const admin = await talk.app.admin();
    const reader = await newPet(admin, "Reader");
    const text = "The vaccination against rabies is due in March.\n\nThe microchip number is 276 098.";
    await admin.call(uploadDocument, {
      params: { id: reader },
      file: new Blob([text], { type: "text/plain" }),
      filename: "vet letter.txt",
    });
    const documents = () => admin.call(listDocuments, { params: { id: reader } });
    await expect.poll(async () => (await documents())[0]?.processingStatus).toBe("processed");
    talk.model.behave(saying("That one for rabies is due in March. [[1]]"));
    const events = await talk.ask({ message: "When is the rabies vaccination due?" }, admin, reader);
    expect(lastOf(events)).toMatchObject({
      sources: [
        { kind: "document", filename: "vet letter.txt", passage: expect.stringContaining("rabies is due in March") },
      ],
    });
    expect(talk.model.calls[0]?.body.messages[0]?.content).toMatch(
      /<documents-[0-9a-f]{16}>\n\[1\] From "vet letter.txt"[^<]*rabies is due in March/,
    );
  });

  it("is never another pet's [T94]", async () => {
    const other = await talk.app.owner();
    const theirs = await newPet(other, "Felix");
    const question = (await other.call(listDiaryQuestions, {})).at(-1);
    const body = { questionId: question?.id ?? "", answer: "The secret word is xylophone." };
    await other.call(saveDiaryAnswer, { params: { id: theirs }, body });
    const own = { questionId: question?.id ?? "", answer: "The secret word is marimba." };
    await talk.owner.call(saveDiaryAnswer, { params: { id: talk.pet }, body: own });
    await talk.ask({ message: "What is the secret word? xylophone" });
    await talk.ask({ message: "What is the secret word? marimba" }, other, theirs);
    const [ours, felixs] = talk.model.calls.map(({ body: { messages } }) => messages[0]?.content);
    expect(ours).toContain("marimba");
    expect(ours).not.toContain("xylophone");
    expect(felixs).toContain("xylophone");
    expect(felixs).not.toContain("marimba");
  });
});

describe("what is refused before a stream begins", () => {
  const post = (body: string, type = "application/json") =>
    talk.owner.fetch(`/api/agents/${talk.pet}/chat/stream`, {
      method: "POST",
      headers: { "Content-Type": type },
      body,
    });

  it.each([
    ["no message", JSON.stringify({})],
    ["a blank message", JSON.stringify({ message: " \n " })],
    ["a message that is too long", JSON.stringify({ message: "a".repeat(8001) })],
    ["a session that is no id", JSON.stringify({ message: "hi", sessionId: "1" })],
    ["broken JSON", "{"],
    ["a retry without its chat", JSON.stringify({ message: "hi", retryMessageId: crypto.randomUUID() })],
  ])("%s is 400, as JSON [T83]", async (_name, body) => {
    const response = await post(body);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ error: expect.any(String), code: expect.any(String) });
    expect(talk.model.calls).toHaveLength(0);
  });

  it("someone else's chat, and one with another pet, are not found [T44]", async () => {
    const other = await talk.app.owner();
    const theirs = await newPet(other, "Felix");
    const foreign = await talk.begin(other, theirs);
    const own = await talk.begin();
    const attempts = [
      await talk.owner.attempt(chat, { params: { id: talk.pet }, body: { message: "hi", sessionId: foreign } }),
      await talk.owner.attempt(chat, { params: { id: theirs }, body: { message: "hi" } }),
      await other.attempt(chat, { params: { id: theirs }, body: { message: "hi", sessionId: own } }),
      await other.attempt(listMessages, { params: { sessionId: own }, query: {} }),
      await other.attempt(stopReply, { params: { sessionId: own } }),
      await talk.owner.attempt(createSession, { body: { agentId: theirs } }),
    ];
    expect(attempts.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404, 404]);
    expect(talk.model.calls).toHaveLength(0);
    expect(await talk.messagesOf(own)).toEqual([]);
  });

  it("the owner's chat, for others who may use the same pet [T44]", async () => {
    const sessionId = sessionOf(await talk.ask({ message: "a secret between us" }));
    const [question] = await talk.messagesOf(sessionId);
    await talk.app.deps.pool.query("update messages set status = 'failed' where id = $1", [question?.id]);
    talk.model.calls.length = 0;
    const admin = await talk.app.admin();
    const own = await talk.begin(admin);
    const bodies = [
      { message: "hi", sessionId },
      { message: "hi", sessionId, retryMessageId: question?.id },
      { message: "hi", sessionId: own, retryMessageId: question?.id },
    ];
    for (const body of bodies) expect((await admin.attempt(chat, { params: { id: talk.pet }, body })).status).toBe(404);
    expect(talk.model.calls).toHaveLength(0);
    expect(await talk.messagesOf(sessionId)).toHaveLength(2);
  });

  it("one's own chat with another pet [T45]", async () => {
    const admin = await talk.app.admin();
    const first = await newPet(admin, "One");
    const second = await newPet(admin, "Two");
    const sessionId = await talk.begin(admin, first);
    const refused = await admin.attempt(chat, { params: { id: second }, body: { message: "hi", sessionId } });
    expect(refused.status).toBe(404);
  });

  it("a second question while the first is being answered [T87]", async () => {
    talk.model.behave({ kind: "endless", everyMs: 5 });
    const sessionId = await talk.begin();
    const first = talk.ask({ sessionId });
    await asked(1);
    const second = await talk.owner.attempt(chatStream, {
      params: { id: talk.pet },
      body: { message: "hi", sessionId },
    });
    expect(second).toMatchObject({
      status: 409,
      body: { code: "conflict", error: expect.stringContaining("still answering") },
    });
    await talk.owner.call(stopReply, { params: { sessionId } });
    await first;
    talk.model.behave(saying("ok"));
    expect(lastOf(await talk.ask({ sessionId }))).toMatchObject({ type: "complete" });
  });
});

describe("the whole reply at once", () => {
  it("is the stored message, with its chat", async () => {
    const { sessionId, message } = await talk.owner.call(chat, {
      params: { id: talk.pet },
      body: { message: "Hello" },
    });
    expect(message).toMatchObject({ role: "assistant", content: "Woof, I like you.", sessionId, status: "complete" });
    expect((await talk.messagesOf(sessionId)).at(-1)).toEqual(message);
  });
});

describe("a chat's messages", () => {
  it("are paged from the newest back, oldest first", async () => {
    const sessionId = await talk.begin();
    for (const message of ["one", "two", "three"]) await talk.ask({ message, sessionId });
    const all = await talk.messagesOf(sessionId);
    expect(all.filter(({ role }) => role === "user").map(({ content }) => content)).toEqual(["one", "two", "three"]);
    const newest = await talk.owner.call(listMessages, { params: { sessionId }, query: { limit: 4 } });
    expect(newest).toEqual(all.slice(2));
    const before = await talk.owner.call(listMessages, {
      params: { sessionId },
      query: { limit: 4, before: newest[0]?.id },
    });
    expect(before).toEqual(all.slice(0, 2));
  });
});

describe("a spoken reply", () => {
  it("has its clip at complete, for its reader alone, in parts too [T79]", async () => {
    const events = await talk.ask({ generateAudio: true });
    const last = lastOf(events);
    if (last?.type !== "complete" || last.audioUrl === null) throw new Error("no audio");
    expect(last.audioUrl).toBe(`/api/messages/${last.messageId}/audio`);
    const whole = await talk.owner.fetch(last.audioUrl);
    expect(whole.status).toBe(200);
    expect(whole.headers.get("content-type")).toBe("audio/mpeg");
    const bytes = new Uint8Array(await whole.arrayBuffer());
    expect(bytes).toEqual(frame);
    const part = await talk.owner.fetch(last.audioUrl, { headers: { Range: "bytes=0-3" } });
    expect(part.status).toBe(206);
    expect(new Uint8Array(await part.arrayBuffer())).toEqual(frame.slice(0, 4));
    expect((await talk.owner.fetch(last.audioUrl, { headers: { Range: "bytes=9999-" } })).status).toBe(416);
    expect((await talk.messagesOf(sessionOf(events)))[1]?.audioUrl).toBe(last.audioUrl);

    const other = await talk.app.owner();
    expect((await other.fetch(last.audioUrl)).status).toBe(404);
    expect((await talk.app.visitor().fetch(last.audioUrl)).status).toBe(401);
  });

  it("is complete without a clip when speech fails, or is not asked for [T92]", async () => {
    expect(lastOf(await talk.ask())).toMatchObject({ type: "complete", audioUrl: null });
    speechFails = true;
    const events = await talk.ask({ generateAudio: true });
    expect(lastOf(events)).toMatchObject({ type: "complete", audioUrl: null });
    const reply = (await talk.messagesOf(sessionOf(events)))[1];
    expect(reply).toMatchObject({ content: "Woof, I like you.", audioUrl: null });
    expect((await talk.owner.fetch(`/api/messages/${reply?.id}/audio`)).status).toBe(404);
  });
});
