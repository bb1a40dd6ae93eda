import { setTimeout as sleep } from "node:timers/promises";
import { updateAgent } from "#shared/api/agents.ts";
import { login, logout } from "#shared/api/auth.ts";
import { chat, chatStream, createSession } from "#shared/api/chat.ts";
import { deleteDiaryAnswer, listDiaryQuestions, saveDiaryAnswer } from "#shared/api/diary.ts";
import { deleteDocument, uploadDocument } from "#shared/api/documents.ts";
import { PASSWORD } from "../support/first-start.ts";
import { newPet, signUp, type Visitor, visit } from "../support/visitor.ts";
import type { Chance } from "./chance.ts";
import { textFile } from "./files.ts";
import { type Counts, type Ledger, Register, type SignIn } from "./ledger.ts";

/** More would only make the checks longer. */
const MOST_DOCUMENTS = 12;
const DIARY_QUESTIONS = 6;

export interface Person {
  url: string;
  username: string;
  visitor: Visitor;
  petId: string;
  questionIds: readonly string[];
  ledger: Ledger;
  /** The chat that goes on at the moment. */
  sessionId: string;
}

/** A new owner with a pet. */
export async function createPerson(url: string, promoCode: string, username: string): Promise<Person> {
  const visitor = await signUp(url, promoCode, username);
  const petId = await newPet(visitor, "Pixel");
  const questions = (await visitor.call(listDiaryQuestions, {})).slice(0, DIARY_QUESTIONS);
  return {
    url,
    username,
    visitor,
    petId,
    questionIds: questions.map(({ id }) => id),
    ledger: {
      petName: new Register("Pixel"),
      diary: new Map(questions.map(({ id }) => [id, new Register<string | null>(null)])),
      questions: new Map(),
      documents: new Map(),
      signIns: [],
      interrupted: new Set(),
    },
    sessionId: (await visitor.call(createSession, { body: { agentId: petId } })).id,
  };
}

/** The same browser at the server's new address. */
export function moveTo(person: Person, url: string): void {
  const visitor = visit(url);
  for (const [name, value] of person.visitor.cookies) visitor.cookies.set(name, value);
  person.visitor = visitor;
  person.url = url;
}

interface Doing {
  person: Person;
  chance: Chance;
  round: number;
  pdf: Uint8Array;
  /** Aborted when the server is to die. */
  signal: AbortSignal;
}

/** Does one thing after another until the server is gone. Everything in the ledger is what it answered. */
export async function beBusy(doing: Doing): Promise<Counts> {
  const { chance, signal } = doing;
  const counts: Counts = { acknowledged: 0, cut: 0 };
  while (!signal.aborted) {
    const deed = chance.oneOf([
      answerDiary,
      answerDiary,
      forgetAnswer,
      ask,
      ask,
      askAtOnce,
      upload,
      upload,
      removeDocument,
      removeDocument,
      rename,
      signInElsewhere,
    ]);
    try {
      await deed(doing);
      counts.acknowledged += 1;
    } catch (error) {
      if (!signal.aborted) throw error;
      counts.cut += 1;
    }
    await sleep(chance.between(5, 40));
  }
  return counts;
}

/** Of another chat of the same person, so that two replies are under way. */
export async function keepAsking(doing: Doing): Promise<Counts> {
  const { chance, signal, person } = doing;
  const counts: Counts = { acknowledged: 0, cut: 0 };
  while (!signal.aborted) {
    try {
      const { id } = await person.visitor.call(createSession, { body: { agentId: person.petId } });
      await converse(doing, id, chance.onceIn(6));
      counts.acknowledged += 1;
    } catch (error) {
      if (!signal.aborted) throw error;
      counts.cut += 1;
    }
  }
  return counts;
}

async function answerDiary({ person, chance, round }: Doing): Promise<void> {
  const { visitor, petId, ledger } = person;
  const [first = "", ...others] = person.questionIds;
  const questionId = chance.oneOf([first, ...others]);
  const answer = `In round ${round} I liked number ${chance.between(1, 1_000_000)}.`;
  const body = { questionId, answer };
  await ledger.diary.get(questionId)?.put(answer, () => visitor.call(saveDiaryAnswer, { params: { id: petId }, body }));
}

async function forgetAnswer({ person, chance }: Doing): Promise<void> {
  const [first = "", ...others] = person.questionIds;
  const questionId = chance.oneOf([first, ...others]);
  const params = { id: person.petId, questionId };
  await person.ledger.diary.get(questionId)?.put(null, async () => {
    const { status } = await person.visitor.attempt(deleteDiaryAnswer, { params });
    // 404: there was none, which is the same.
    if (status !== 200 && status !== 404) throw new Error(`an answer could not be deleted: ${status}`);
  });
}

async function ask(doing: Doing): Promise<void> {
  const { person, chance } = doing;
  if (chance.onceIn(4))
    person.sessionId = (await person.visitor.call(createSession, { body: { agentId: person.petId } })).id;
  await converse(doing, person.sessionId, false);
}

async function converse({ person, chance, round }: Doing, sessionId: string, generateAudio: boolean): Promise<void> {
  const { visitor, petId, ledger } = person;
  const content = `Do you like number ${chance.between(1, 1_000_000)}?`;
  const body = { message: content, sessionId, generateAudio };
  let questionId = "";
  let heard = "";
  let end = "";
  for await (const event of visitor.stream(chatStream, { params: { id: petId }, body })) {
    end = event.type;
    if (event.type === "user_message_saved") {
      questionId = event.messageId;
      ledger.questions.set(questionId, { sessionId, content, round });
    }
    if (event.type === "content") heard += event.content;
    if (event.type === "complete" && event.messageId !== null)
      ledger.questions.set(questionId, { sessionId, content, round, reply: { id: event.messageId, content: heard } });
  }
  if (end !== "complete") throw new Error(`a reply ended with '${end}'`);
}

async function askAtOnce({ person, chance, round }: Doing): Promise<void> {
  const { visitor, petId, ledger } = person;
  const content = `And number ${chance.between(1, 1_000_000)}?`;
  const { sessionId, message } = await visitor.call(chat, { params: { id: petId }, body: { message: content } });
  // The answer names the reply only; its question is known by its content.
  ledger.questions.set(`of ${message.id}`, {
    sessionId,
    content,
    round,
    reply: { id: message.id, content: message.content },
  });
}

async function upload({ person, chance, round, pdf }: Doing): Promise<void> {
  const { visitor, petId, ledger } = person;
  if ([...ledger.documents.values()].filter(({ deletion }) => deletion !== "acknowledged").length >= MOST_DOCUMENTS)
    return;
  const isPdf = chance.onceIn(2);
  const name = `round ${round} number ${chance.between(1, 1_000_000)}.${isPdf ? "pdf" : "txt"}`;
  const file = new Blob([isPdf ? new Uint8Array(pdf) : textFile(name)]);
  const { id } = await visitor.call(uploadDocument, { params: { id: petId }, file, filename: name });
  ledger.documents.set(id, { name, deletion: "none" });
}

async function removeDocument({ person, chance }: Doing): Promise<void> {
  const { visitor, ledger } = person;
  const [first, ...others] = [...ledger.documents].filter(([, { deletion }]) => deletion === "none");
  if (first === undefined) return;
  const [id, document] = chance.oneOf([first, ...others]);
  document.deletion = "asked";
  await visitor.call(deleteDocument, { params: { id } });
  document.deletion = "acknowledged";
}

async function rename({ person, chance }: Doing): Promise<void> {
  const name = `Pixel the ${chance.between(1, 1_000_000)}th`;
  await person.ledger.petName.put(name, () =>
    person.visitor.call(updateAgent, { params: { id: person.petId }, body: { name } }),
  );
}

/** By another browser, which then signs out every other time. A hash takes its time: seldom. */
async function signInElsewhere({ person, chance }: Doing): Promise<void> {
  if (!chance.onceIn(5)) return;
  const browser = visit(person.url);
  await browser.call(login, { body: { username: person.username, password: PASSWORD } });
  const entry: SignIn = { cookies: [...browser.cookies], state: "in" };
  person.ledger.signIns.push(entry);
  if (chance.onceIn(2)) return;
  entry.state = "leaving";
  await browser.call(logout, {});
  entry.state = "out";
}
