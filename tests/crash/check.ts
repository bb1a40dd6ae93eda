import { setTimeout as sleep } from "node:timers/promises";
import { getAgent } from "#shared/api/agents.ts";
import { me } from "#shared/api/auth.ts";
import { chat, listMessages, type Message } from "#shared/api/chat.ts";
import { listDiaryAnswers } from "#shared/api/diary.ts";
import { listDocuments } from "#shared/api/documents.ts";
import { visit } from "../support/visitor.ts";
import type { Person } from "./person.ts";

/** Documents that were waiting or under way are read within this time. */
const DOCUMENTS_MS = 60_000;

export interface CrashReport {
  problems: string[];
  /** Questions that the crash left without a reply: each can be tried again. */
  interrupted: number;
  /** Documents that were not read yet when the server was there again. */
  resumed: number;
}

/** Compares what was acknowledged to a person with what is there; of the chats, those since a round. */
export async function check(person: Person, sinceRound: number): Promise<CrashReport> {
  const found: CrashReport = { problems: [], interrupted: 0, resumed: 0 };
  await checkDocuments(person, found);
  await checkValues(person, found);
  await checkSignIns(person, found);
  await checkChats(person, sinceRound, found);
  return found;
}

async function checkValues({ visitor, petId, ledger }: Person, { problems }: CrashReport): Promise<void> {
  const pet = await visitor.call(getAgent, { params: { id: petId } });
  problems.push(...ledger.petName.check("the pet's name", pet.name));
  const answers = await visitor.call(listDiaryAnswers, { params: { id: petId } });
  for (const [questionId, register] of ledger.diary) {
    const answer = answers.find((one) => one.questionId === questionId)?.answer ?? null;
    problems.push(...register.check("a diary answer", answer));
  }
}

async function checkSignIns({ url, ledger }: Person, { problems }: CrashReport): Promise<void> {
  for (const { cookies, state } of ledger.signIns) {
    const browser = visit(url);
    for (const [name, value] of cookies) browser.cookies.set(name, value);
    const { status } = await browser.attempt(me, {});
    if (state === "in" && status !== 200) problems.push(`a sign-in is lost: ${status}`);
    if (state === "out" && status !== 401) problems.push(`a sign-out is lost: ${status}`);
  }
  ledger.signIns = ledger.signIns.filter(({ state }) => state === "in").slice(-3);
}

async function checkChats(person: Person, sinceRound: number, found: CrashReport): Promise<void> {
  const { visitor, ledger } = person;
  const questions = [...ledger.questions].filter(([, { round }]) => round >= sinceRound);
  const chats = new Map<string, Message[]>();
  for (const sessionId of new Set(questions.map(([, question]) => question.sessionId)))
    chats.set(sessionId, await visitor.call(listMessages, { params: { sessionId }, query: {} }));

  for (const [id, { sessionId, content, reply }] of questions) {
    const messages = chats.get(sessionId) ?? [];
    const question = messages.find((message) =>
      id.startsWith("of ") ? message.content === content : message.id === id,
    );
    if (question?.content !== content) found.problems.push(`a question is lost: '${content}'`);
    if (reply === undefined) continue;
    const kept = messages.find((message) => message.id === reply.id);
    if (kept?.content !== reply.content || kept.status !== "complete")
      found.problems.push(
        `a reply is lost: '${reply.content.slice(0, 30)}…' is '${kept?.content.slice(0, 30)}…', ${kept?.status}`,
      );
    if (question !== undefined && question.status !== "complete")
      found.problems.push(`a question with a reply is '${question.status}'`);
  }
  for (const [sessionId, messages] of chats) await checkChat(person, sessionId, messages, found);
}

/** No reply without words, none that is still waited for, and what was interrupted can be tried again. */
async function checkChat(
  { visitor, petId, ledger }: Person,
  sessionId: string,
  messages: Message[],
  found: CrashReport,
) {
  for (const [index, { id, role, content, status }] of messages.entries()) {
    if (content.trim() === "") found.problems.push(`a ${role}'s message without a word`);
    if (status === "answering") found.problems.push("a reply is waited for though nobody makes it");
    if (role !== "user") continue;
    const isAnswered = messages[index + 1]?.role === "assistant";
    if (isAnswered !== (status === "complete"))
      found.problems.push(`a question that is '${status}' ${isAnswered ? "has a" : "has no"} reply`);
    if (status !== "failed" || ledger.interrupted.has(id)) continue;
    ledger.interrupted.add(id);
    found.interrupted += 1;
  }
  const last = messages.at(-1);
  if (last?.role !== "user" || last.status !== "failed") return;
  const body = { message: last.content, sessionId, retryMessageId: last.id };
  const again = await visitor.attempt(chat, { params: { id: petId }, body });
  if (again.status !== 200) found.problems.push(`an interrupted reply could not be tried again: ${again.status}`);
  const known = ledger.questions.get(last.id);
  if (known !== undefined) known.round = Number.POSITIVE_INFINITY;
}

async function checkDocuments({ visitor, petId, ledger }: Person, found: CrashReport): Promise<void> {
  const list = () => visitor.call(listDocuments, { params: { id: petId } });
  let documents = await list();
  for (const [id, { name, deletion }] of ledger.documents) {
    const isThere = documents.some((document) => document.id === id);
    if (deletion === "none" && !isThere) found.problems.push(`the document '${name}' is lost`);
    if (deletion === "acknowledged" && isThere) found.problems.push(`the deleted document '${name}' is back`);
    if (!isThere) ledger.documents.delete(id);
  }
  // Uploaded without an answer, or not deleted though it was asked for: from now on they are known.
  for (const { id, originalName } of documents) ledger.documents.set(id, { name: originalName, deletion: "none" });
  const isUnderWay = () => documents.some(({ processingStatus }) => /pending|processing/.test(processingStatus));
  found.resumed = documents.filter(({ processingStatus }) => /pending|processing/.test(processingStatus)).length;
  for (
    const until = performance.now() + DOCUMENTS_MS;
    isUnderWay() && performance.now() < until;
    documents = await list()
  )
    await sleep(100);
  for (const { originalName, processingStatus, failureReason } of documents)
    if (processingStatus !== "processed")
      found.problems.push(`the document '${originalName}' is ${processingStatus}: ${failureReason}`);
}
