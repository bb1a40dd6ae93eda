import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { createAgent, deleteAgent, listAgents } from "#shared/api/agents.ts";
import { chat, listLatestChats } from "#shared/api/chat.ts";
import { listDiaryQuestions, saveDiaryAnswer } from "#shared/api/diary.ts";
import { uploadDocument } from "#shared/api/documents.ts";
import { getOpening } from "#shared/api/opening.ts";
import { limits } from "#shared/limits.ts";
import { PAGE_ACCOUNT_HEADER } from "#shared/route.ts";
import { archiveOf, bringIn } from "../support/archives.ts";
import { userIdOf, type Visitor } from "../support/visitor.ts";
import { type Attack, type Outcome, unlikeWords, untilRead } from "./attacks.ts";

/** A little less than fits into a file: a source has one bracket and four commas. */
const SOURCES = limits.archive.jsonMarks / 5 - 10_000;
const LONG = 198_000;

/** Those that were found later, on a version on which the others had been mended. */
export const laterAttacks: readonly Attack[] = [
  {
    number: 2,
    name: `a reply with ${SOURCES.toLocaleString("en")} sources`,
    before: "taken in 2.1 s of a processor, 540 MB, others waited 1.4 s",
    async prepare({ signUpOwner }) {
      const owner = await signUpOwner();
      const zip = await archiveWith(owner, [{}, { sources: sources(SOURCES) }]);
      return async () => bring(owner, zip, 400);
    },
  },
  {
    number: 2,
    name: `${SOURCES.toLocaleString("en")} sources of as many replies as they need`,
    before: "",
    async prepare({ signUpOwner }) {
      const owner = await signUpOwner();
      const each = 200;
      const messages = Array.from({ length: SOURCES / each }, () => ({ role: "assistant", sources: sources(each) }));
      const zip = await archiveWith(owner, messages);
      return async () => bring(owner, zip, 200);
    },
  },
  {
    number: 2,
    name: "a list of half a million pets without a name",
    before: "",
    async prepare({ signUpOwner }) {
      const owner = await signUpOwner();
      const zip = await archiveWith(owner, [], { pets: new Array(limits.archive.jsonMarks / 2 - 1_000).fill({}) });
      return async () => bring(owner, zip, 400);
    },
  },
  ...["Rex likes the snow. ", "a ", "don't "].map(
    (unit): Attack => ({
      number: 6,
      name: `a question after 80 imported messages of ${LONG.toLocaleString("en")} characters: ${unit}`,
      before: "0.5 to 0.9 s of a processor for each question, others waited up to 1.3 s",
      async prepare({ signUpOwner }) {
        const owner = await signUpOwner();
        const content = unit.repeat(LONG / unit.length);
        const zip = await archiveWith(owner, new Array(40).fill([{ content }, { content, role: "assistant" }]).flat());
        await bringIn(owner, zip);
        return async () => ask(owner);
      },
    }),
  ),
  {
    number: 8,
    name: "twenty changes of the diary of a pet with 14 documents of 5 MB, each followed by its opening",
    before: "59 s of a processor, 739 MB, the next question after 93 s",
    async prepare({ admin }) {
      const pet = await admin.call(createAgent, { body: { name: "Rex" } });
      const params = { id: pet.id };
      for (let at = 0; at < 14; at += 1)
        await upload(admin, { params, file: new Blob([unlikeWords(at)]), filename: `words-${at}.txt` });
      await untilRead(admin, pet.id);
      await admin.attempt(getOpening, { params });
      const [question] = await admin.call(listDiaryQuestions, {});
      const questionId = question?.id ?? "";
      return async () => {
        for (let at = 0; at < 20; at += 1) {
          await admin.call(saveDiaryAnswer, { params, body: { questionId, answer: `Snow ${at}` } });
          void admin.attempt(getOpening, { params });
        }
        const began = performance.now();
        const { status } = await admin.attempt(chat, { params, body: { message: "Do you like snow?" } });
        const seconds = ((performance.now() - began) / 1000).toFixed(1);
        return { succeeded: status !== 200, what: `a question is answered with ${status} in ${seconds} s` };
      };
    },
  },
  {
    number: 14,
    name: "a tab of somebody, after somebody else has signed in in the same browser",
    before: "a pet was made in the name of the other",
    async prepare({ signUpOwner }) {
      const account = await userIdOf(await signUpOwner());
      const browser = await signUpOwner();
      return async () => {
        const headers = { "Content-Type": "application/json", [PAGE_ACCOUNT_HEADER]: account };
        const body = JSON.stringify({ name: "Rex" });
        const { status } = await browser.fetch(createAgent.path, { method: "POST", headers, body });
        const { agents } = await browser.call(listAgents, {});
        const what = `answered with ${status}; the other has ${agents.length} pets`;
        return { succeeded: status !== 409 || agents.length > 0, what };
      };
    },
  },
];

/** The attacks before may have used up what may be uploaded in five minutes. */
async function upload(
  admin: Visitor,
  document: Parameters<typeof admin.call<typeof uploadDocument>>[1],
): Promise<void> {
  while ((await admin.attempt(uploadDocument, document)).status === 429) await sleep(10_000);
}

const source = { kind: "diary", filename: "", question: "", answer: "" };
const sources = (count: number) => new Array(count).fill(source);

/** The archive of a pet with one chat of messages that differ in these fields from what was said; the pet is deleted. */
async function archiveWith(owner: Visitor, changes: readonly object[], list: object = {}): Promise<Buffer> {
  const pet = await owner.call(createAgent, { body: { name: "Rex" } });
  await owner.call(chat, { params: { id: pet.id }, body: { message: "Hello?" } });
  const archive = await archiveOf(owner, "Rex");
  const path = `${archive.folder}/chats/x.json`;
  const kept = JSON.parse(archive.chatOf(1));
  const messages = changes.map((fields) => ({ ...kept.messages[0], sources: null, ...fields, id: randomUUID() }));
  await owner.call(deleteAgent, { params: { id: pet.id } });
  const manifest = { ...archive.manifest, ...list };
  return archive.with(
    { chats: [path] },
    { [path]: JSON.stringify({ ...kept, messages }), "archive.json": JSON.stringify(manifest) },
  );
}

async function bring(owner: Visitor, zip: Buffer, expected: number): Promise<Outcome> {
  const { status } = await bringIn(owner, zip);
  const what = `${Math.round(zip.length / 1024)} kB are answered with ${status}`;
  return { succeeded: status !== expected, what };
}

async function ask(owner: Visitor): Promise<Outcome> {
  const { chats } = await owner.call(listLatestChats, {});
  const last = chats.find(({ agentName }) => agentName === "Rex");
  if (last === undefined) return { succeeded: true, what: "there is no chat" };
  const body = { message: "Do you like the snow?", sessionId: last.id };
  const { status } = await owner.attempt(chat, { params: { id: last.agentId }, body });
  return { succeeded: status !== 200, what: `answered with ${status}` };
}
