import { expect, test } from "@playwright/test";
import { createAgent } from "#shared/api/agents.ts";
import { login } from "#shared/api/auth.ts";
import { type ChatEvent, chat, chatStream, createSession, listMessages } from "#shared/api/chat.ts";
import { listDiaryAnswers, listDiaryQuestions, saveDiaryAnswer } from "#shared/api/diary.ts";
import { listDocuments, uploadDocument } from "#shared/api/documents.ts";
import { PASSWORD } from "#tests/support/first-start.ts";
import { saying, startOpenAiServer } from "../support/openai-server.ts";
import { pdfOf } from "../support/pdfs.ts";
import { type Visitor, visit } from "../support/visitor.ts";
import { startServer, temporaryDataDir } from "./support/server.ts";

/** One story with three starts: what follows the kill is also what is told to stop. */
test("a killed server loses nothing that it acknowledged and reads the waiting document after its next start; one that is told to stop ends a reply under way with a sentence, exits with 0, and takes the question up again [T89] [T114] [T115]", async () => {
  const data = temporaryDataDir();
  const model = await startOpenAiServer();
  model.behave(saying("A tortoise."));
  const settings = { ADMIN_PASSWORD: PASSWORD, OPENAI_BASE_URL: model.url };
  const first = await startServer(data.path, settings);
  const admin = await signedIn(first.url);
  const pet = await admin.call(createAgent, { body: { name: "Pixel" } });
  const [question] = await admin.call(listDiaryQuestions, {});
  const answer = { questionId: question?.id ?? "", answer: "A tortoise with opinions." };
  await admin.call(saveDiaryAnswer, { params: { id: pet.id }, body: answer });
  const session = await admin.call(createSession, { body: { agentId: pet.id } });
  const asked = await admin.call(chat, {
    params: { id: pet.id },
    body: { message: "What kind of animal are you?", sessionId: session.id },
  });
  const document = await admin.call(uploadDocument, {
    params: { id: pet.id },
    file: new Blob([new Uint8Array(await pdfOf(...Array<string>(60).fill("A tortoise walks on.")))]),
    filename: "long.pdf",
  });
  expect(document.processingStatus).toBe("pending");
  await first.kill();

  const second = await startServer(data.path, settings);
  expect(second.firstSignIn).toBeUndefined();
  const again = sameVisitor(admin, second.url);
  expect(await again.call(listDiaryAnswers, { params: { id: pet.id } })).toMatchObject([answer]);
  const messages = await again.call(listMessages, { params: { sessionId: session.id }, query: {} });
  expect(messages.map(({ content }) => content)).toEqual(["What kind of animal are you?", asked.message.content]);
  await expect
    .poll(async () => (await again.call(listDocuments, { params: { id: pet.id } }))[0]?.processingStatus, {
      timeout: 60_000,
    })
    .toBe("processed");

  model.behave({ kind: "endless", everyMs: 20 });
  const interrupted = await again.call(createSession, { body: { agentId: pet.id } });
  const events: ChatEvent[] = [];
  let stopping: Promise<number | null> | undefined;
  const unanswered = { message: "Are you there?", sessionId: interrupted.id };
  for await (const event of again.stream(chatStream, { params: { id: pet.id }, body: unanswered })) {
    events.push(event);
    if (event.type === "content") stopping ??= second.stop();
  }
  expect(events.at(-1)).toMatchObject({
    type: "error",
    code: "restarting",
    error: expect.stringContaining("try again"),
  });
  expect(await stopping).toBe(0);

  model.behave(saying("Here I am."));
  const third = await startServer(data.path, settings);
  const oneMore = sameVisitor(admin, third.url);
  const messagesNow = () => oneMore.call(listMessages, { params: { sessionId: interrupted.id }, query: {} });
  const [failed, ...others] = await messagesNow();
  expect(failed).toMatchObject({ content: "Are you there?", status: "failed" });
  expect(others).toEqual([]);
  await oneMore.call(chat, { params: { id: pet.id }, body: { ...unanswered, retryMessageId: failed?.id ?? "" } });
  expect((await messagesNow()).map(({ content, status }) => [content, status])).toEqual([
    ["Are you there?", "complete"],
    ["Here I am.", "complete"],
  ]);
  await third.stop();
  await model.stop();
  data.remove();
});

async function signedIn(url: string): Promise<Visitor> {
  const visitor = visit(url);
  await visitor.call(login, { body: { username: "administrator", password: PASSWORD } });
  return visitor;
}

/** With the cookies of before, at the server of now. */
function sameVisitor(before: Visitor, url: string): Visitor {
  const visitor = visit(url);
  for (const [name, value] of before.cookies) visitor.cookies.set(name, value);
  return visitor;
}
