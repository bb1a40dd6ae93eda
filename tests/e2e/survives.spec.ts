import { expect, test } from "@playwright/test";
import { PDFDocument, StandardFonts } from "pdf-lib";
import { createAgent } from "../../shared/api/agents.ts";
import { login } from "../../shared/api/auth.ts";
import { chat, createSession, listMessages } from "../../shared/api/chat.ts";
import { listDiaryAnswers, listDiaryQuestions, saveDiaryAnswer } from "../../shared/api/diary.ts";
import { listDocuments, uploadDocument } from "../../shared/api/documents.ts";
import { visit } from "../support/visitor.ts";
import { PASSWORD } from "./support/journey.ts";
import { startServer, temporaryDataDir } from "./support/server.ts";

test("a killed server loses nothing that it acknowledged, and reads the waiting document after its next start", async () => {
  const data = temporaryDataDir();
  const settings = { ADMIN_PASSWORD: PASSWORD };
  const first = await startServer(data.path, settings);
  const admin = visit(first.url);
  await admin.call(login, { body: { username: "administrator", password: PASSWORD } });
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
  expect(second.firstStart).toBeUndefined();
  const again = visit(second.url);
  again.cookies.set("pettalk.sid", admin.cookies.get("pettalk.sid") ?? "");
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

async function longPdf(): Promise<Uint8Array> {
  const document = await PDFDocument.create();
  const font = await document.embedFont(StandardFonts.Helvetica);
  for (let page = 1; page <= 60; page++)
    document.addPage().drawText(`Page ${page}: a tortoise walks on.`, { x: 40, y: 700, size: 12, font });
  return document.save();
}
