import { once } from "node:events";
import { connect } from "node:net";
import { expect, test } from "@playwright/test";
import { PDFDocument, StandardFonts } from "pdf-lib";
import { createAgent } from "../../shared/api/agents.ts";
import { login } from "../../shared/api/auth.ts";
import { type ChatEvent, chat, chatStream, createSession, listMessages } from "../../shared/api/chat.ts";
import { listDiaryAnswers, listDiaryQuestions, saveDiaryAnswer } from "../../shared/api/diary.ts";
import { listDocuments, uploadDocument } from "../../shared/api/documents.ts";
import { saying, startOpenAiServer } from "../support/openai-server.ts";
import { type Visitor, visit } from "../support/visitor.ts";
import { PASSWORD } from "./support/journey.ts";
import { startServer, temporaryDataDir } from "./support/server.ts";

test("a killed server loses nothing that it acknowledged, and reads the waiting document after its next start [T114]", async () => {
  const data = temporaryDataDir();
  const settings = { ADMIN_PASSWORD: PASSWORD };
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
    file: new Blob([new Uint8Array(await longPdf())]),
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
  await second.stop();
  data.remove();
});

test("a server that is told to stop ends a reply under way with a sentence, exits with 0, and takes the question up again [T89] [T115]", async () => {
  const data = temporaryDataDir();
  const model = await startOpenAiServer();
  model.behave({ kind: "endless", everyMs: 20 });
  const settings = { ADMIN_PASSWORD: PASSWORD, OPENAI_BASE_URL: model.url };
  const first = await startServer(data.path, settings);
  const admin = await signedIn(first.url);
  const pet = await admin.call(createAgent, { body: { name: "Pixel" } });
  const session = await admin.call(createSession, { body: { agentId: pet.id } });
  const events: ChatEvent[] = [];
  let stopping: Promise<number | null> | undefined;
  const question = { message: "Are you there?", sessionId: session.id };
  for await (const event of admin.stream(chatStream, { params: { id: pet.id }, body: question })) {
    events.push(event);
    if (event.type === "content") stopping ??= first.stop();
  }
  expect(events.at(-1)).toMatchObject({
    type: "error",
    code: "restarting",
    error: expect.stringContaining("try again"),
  });
  expect(await stopping).toBe(0);

  model.behave(saying("Here I am."));
  const second = await startServer(data.path, settings);
  const again = sameVisitor(admin, second.url);
  const messages = () => again.call(listMessages, { params: { sessionId: session.id }, query: {} });
  const [asked, ...others] = await messages();
  expect(asked).toMatchObject({ content: "Are you there?", status: "failed" });
  expect(others).toEqual([]);
  const retry = { ...question, retryMessageId: asked?.id ?? "" };
  await again.call(chat, { params: { id: pet.id }, body: retry });
  expect((await messages()).map(({ content, status }) => [content, status])).toEqual([
    ["Are you there?", "complete"],
    ["Here I am.", "complete"],
  ]);
  await second.stop();
  await model.stop();
  data.remove();
});

test("a server that is told to stop waits for nobody longer than 30 seconds [T115]", async () => {
  const data = temporaryDataDir();
  const server = await startServer(data.path, { ADMIN_PASSWORD: PASSWORD });
  const admin = await signedIn(server.url);
  const pet = await admin.call(createAgent, { body: { name: "Pixel" } });
  const file = new Blob([new Uint8Array(await longPdf(600))]);
  await admin.call(uploadDocument, { params: { id: pet.id }, file, filename: "long.pdf" });
  // A visitor who announces a body and never sends it.
  const { port, hostname } = new URL(server.url);
  const visitor = connect(Number(port), hostname);
  visitor.on("error", () => undefined);
  await once(visitor, "connect");
  visitor.write(
    "POST /api/auth/login HTTP/1.1\r\nHost: here\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{",
  );
  // So that it is surely under way when the server is stopped.
  await expect.poll(async () => (await admin.fetch("/healthz")).status).toBe(200);
  const limit = new Promise<string>((resolve) => setTimeout(resolve, 30_000, "still there"));
  expect(await Promise.race([server.stop(), limit])).toBe(0);
  visitor.destroy();
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

async function longPdf(pages = 60): Promise<Uint8Array> {
  const document = await PDFDocument.create();
  const font = await document.embedFont(StandardFonts.Helvetica);
  for (let page = 1; page <= pages; page++)
    document.addPage().drawText(`Page ${page}: a tortoise walks on.`, { x: 40, y: 700, size: 12, font });
  return document.save();
}
