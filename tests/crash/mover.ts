import { setTimeout as sleep } from "node:timers/promises";
import { createAgent, deleteAgent, listAgents } from "#shared/api/agents.ts";
import { chat } from "#shared/api/chat.ts";
import { listDiaryAnswers, listDiaryQuestions, saveDiaryAnswer } from "#shared/api/diary.ts";
import { listDocuments, uploadDocument } from "#shared/api/documents.ts";
import { listChats } from "#shared/api/history.ts";
import { importPet } from "#shared/api/my-data.ts";
import { archiveOf } from "../support/archives.ts";
import type { Visitor } from "../support/visitor.ts";
import type { Chance } from "./chance.ts";
import { textFile } from "./files.ts";
import type { Counts } from "./ledger.ts";

const NAME = "Traveller";
const CHATS = 20;
const QUESTIONS_PER_CHAT = 20;
/** More would only make the checks longer. */
const MOST_PETS = 4;
const DOCUMENTS_MS = 60_000;

/** An administrator who brings the same pet in from an archive and deletes it again, over and over. */
export interface Mover {
  /** At the server's present address. */
  visitor: () => Visitor;
  zip: Uint8Array<ArrayBuffer>;
  folder: string;
  /** What the archive holds of it. */
  whole: { documents: number; diaryAnswers: number; chats: number; messages: number };
  /** By the pet's id: `asked` from when the deletion is sent until it is answered. */
  pets: Map<string, "there" | "asked" | "gone">;
  /** Imports that were answered, and those that were made though the crash cut the answer off. */
  imports: { answered: number; unanswered: number };
}

/** Makes the archive, of a pet with documents, a diary and chats, and deletes that pet. */
export async function createMover(visitor: () => Visitor, pdf: Uint8Array): Promise<Mover> {
  const by = visitor();
  const { id } = await by.call(createAgent, { body: { name: NAME } });
  const questions = (await by.call(listDiaryQuestions, {})).slice(0, 5);
  for (const { id: questionId } of questions)
    await by.call(saveDiaryAnswer, { params: { id }, body: { questionId, answer: "I like to travel." } });
  await by.call(uploadDocument, { params: { id }, file: new Blob([textFile("a text")]), filename: "a.txt" });
  await by.call(uploadDocument, { params: { id }, file: new Blob([new Uint8Array(pdf)]), filename: "b.pdf" });
  await by.call(chat, { params: { id }, body: { message: "Where do you go?" } });
  const archive = await archiveOf(by, NAME);
  const paths = Array.from({ length: CHATS }, (_, at) => `${archive.folder}/chats/x${at}.json`);
  const chats = Object.fromEntries(paths.map((path) => [path, archive.chatOf(QUESTIONS_PER_CHAT)]));
  const zip = new Uint8Array(await archive.with({ chats: paths }, chats));
  await by.call(deleteAgent, { params: { id } });
  const messages = CHATS * QUESTIONS_PER_CHAT * 2;
  const whole = { documents: 2, diaryAnswers: questions.length, chats: CHATS, messages };
  return { visitor, zip, folder: archive.folder, whole, pets: new Map(), imports: { answered: 0, unanswered: 0 } };
}

/** Imports and deletes until the server is gone. Everything in `pets` is what it answered. */
export async function keepMoving(mover: Mover, chance: Chance, signal: AbortSignal): Promise<Counts> {
  const counts: Counts = { acknowledged: 0, cut: 0 };
  while (!signal.aborted) {
    try {
      await (present(mover).length >= MOST_PETS || chance.onceIn(3) ? remove(mover) : bringIn(mover));
      counts.acknowledged += 1;
    } catch (error) {
      if (!signal.aborted) throw error;
      counts.cut += 1;
    }
    await sleep(chance.between(5, 40));
  }
  return counts;
}

const present = ({ pets }: Mover) => [...pets].filter(([, state]) => state === "there").map(([id]) => id);

async function bringIn({ visitor, zip, folder, pets, imports }: Mover): Promise<void> {
  const file = new Blob([zip]);
  const result = await visitor().call(importPet, { file, filename: "my-data.zip", body: { folder } });
  if (result.outcome !== "imported") throw new Error("The archive was not imported.");
  pets.set(result.summary.agentId, "there");
  imports.answered += 1;
}

async function remove(mover: Mover): Promise<void> {
  const [id] = present(mover);
  if (id === undefined) return;
  mover.pets.set(id, "asked");
  await mover.visitor().call(deleteAgent, { params: { id } });
  mover.pets.set(id, "gone");
}

/** Each pet that was imported is there, and each that is there is whole; an import that was cut off may have been made. */
export async function checkMover(mover: Mover): Promise<string[]> {
  const problems: string[] = [];
  const by = mover.visitor();
  const { agents } = await by.call(listAgents, { query: { q: NAME } });
  const ids = new Set(agents.map(({ id }) => id));
  for (const [id, state] of mover.pets) {
    if (state === "there" && !ids.has(id)) problems.push("an imported pet is lost");
    if (state === "gone" && ids.has(id)) problems.push("a deleted pet is back");
  }
  for (const id of ids) {
    if (!mover.pets.has(id)) mover.imports.unanswered += 1;
    const found = await contentOf(by, id);
    const expected = mover.whole;
    if (JSON.stringify(found) !== JSON.stringify(expected))
      problems.push(`an imported pet is not whole: ${JSON.stringify(found)} of ${JSON.stringify(expected)}`);
  }
  mover.pets = new Map([...ids].map((id) => [id, "there"]));
  return problems;
}

async function contentOf(by: Visitor, id: string): Promise<Mover["whole"]> {
  const list = () => by.call(listDocuments, { params: { id } });
  const isRead = ({ processingStatus }: { processingStatus: string }) => processingStatus === "processed";
  let documents = await list();
  for (const until = performance.now() + DOCUMENTS_MS; !documents.every(isRead) && performance.now() < until; ) {
    await sleep(100);
    documents = await list();
  }
  const { sessions } = await by.call(listChats, { query: { agentId: id } });
  return {
    documents: documents.filter(isRead).length,
    diaryAnswers: (await by.call(listDiaryAnswers, { params: { id } })).length,
    chats: sessions.length,
    messages: sessions.reduce((sum, { messageCount }) => sum + messageCount, 0),
  };
}
