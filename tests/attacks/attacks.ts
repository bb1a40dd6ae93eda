import { request as httpRequest } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { createAgent } from "#shared/api/agents.ts";
import { listAuditLog } from "#shared/api/audit.ts";
import { logout, me, register, validatePromo } from "#shared/api/auth.ts";
import { chat, createSession } from "#shared/api/chat.ts";
import { listDocuments, uploadDocument } from "#shared/api/documents.ts";
import { listChats, searchChats } from "#shared/api/history.ts";
import { limits } from "#shared/limits.ts";
import { archiveOf, bringIn } from "../support/archives.ts";
import { registrationOf, type Visitor, visit } from "../support/visitor.ts";

export interface AttackTarget {
  url: string;
  promoCode: string;
  admin: Visitor;
  signUpOwner(): Promise<Visitor>;
  /** What lies in the folder of files. */
  storedBytes(): number;
}

export interface Attack {
  number: number;
  name: string;
  /** What came of it in the first version. */
  before: string;
  /** Makes what the attack needs. @returns the attack itself, which alone is watched */
  prepare(attacked: AttackTarget): Promise<() => Promise<Outcome>>;
}

export interface Outcome {
  succeeded: boolean;
  what: string;
}

const MEGABYTE = 1024 * 1024;

export const attacks: readonly Attack[] = [
  {
    number: 1,
    name: "a request held open past the sign-out, with a stolen cookie",
    before: "the old cookie worked again",
    async prepare({ url, promoCode, signUpOwner }) {
      const owner = await signUpOwner();
      const thief = visit(url);
      for (const [name, value] of owner.cookies) thief.cookies.set(name, value);
      return async () => {
        const held = hold(url + validatePromo.path, "application/json", thief, ['{"promoCode":', `"${promoCode}"}`]);
        await thief.call(me, {});
        await owner.call(logout, {});
        await held.finish();
        const { status } = await thief.attempt(me, {});
        return { succeeded: status === 200, what: `the old cookie is answered with ${status}` };
      };
    },
  },
  {
    number: 2,
    name: "an archive of some kB that names one chat 10,000 times",
    before: "250,000 rows in 66 s, in one transaction",
    async prepare({ signUpOwner }) {
      const archive = await archiveOfChatter(await signUpOwner());
      const zip = await archive.with({ chats: new Array(10_000).fill(archive.chatPath) }, {});
      const attacker = await signUpOwner();
      return async () => {
        const { status } = await bringIn(attacker, zip);
        return { succeeded: status === 200, what: `${Math.round(zip.length / 1024)} kB are answered with ${status}` };
      };
    },
  },
  {
    number: 2,
    name: "a chat of as many messages as are taken",
    before: "no bound",
    async prepare({ signUpOwner }) {
      const archive = await archiveOfChatter(await signUpOwner());
      const { messagesPerChat } = limits.archive;
      const path = `${archive.folder}/chats/x.json`;
      const zip = await archive.with({ chats: [path] }, { [path]: archive.chatOf(messagesPerChat / 2) });
      const attacker = await signUpOwner();
      return async () => {
        const { status } = await bringIn(attacker, zip);
        const size = `${Math.round(zip.length / 1024)} kB with ${messagesPerChat.toLocaleString("en")} messages`;
        return { succeeded: status !== 200, what: `${size} are answered with ${status}` };
      };
    },
  },
  {
    number: 2,
    name: "an archive of some kB with a file of millions of nothings",
    before: "refused after 13 s in which nobody else was answered, with 1 GB",
    async prepare({ signUpOwner }) {
      const archive = await archiveOfChatter(await signUpOwner());
      const diary = new Array(Math.floor(limits.archive.jsonBytes / "{},".length) - 1_000).fill({});
      const zip = await archive.with({ diary }, {});
      const attacker = await signUpOwner();
      return async () => {
        const { status } = await bringIn(attacker, zip);
        return { succeeded: status !== 413, what: `${Math.round(zip.length / 1024)} kB are answered with ${status}` };
      };
    },
  },
  {
    number: 3,
    name: "a pet with documents of 5 MB of unlike words",
    before: "16 of them: no answer in 300 s, 1.4 GB, others waited 7.5 s",
    async prepare({ admin }) {
      const pet = await admin.call(createAgent, { body: { name: "Rex" } });
      const documents = Array.from({ length: 16 }, (_, number) => new Blob([unlikeWords(number)]));
      return async () => {
        for (const [number, file] of documents.entries())
          await admin.call(uploadDocument, { params: { id: pet.id }, file, filename: `words-${number}.txt` });
        const read = await untilRead(admin, pet.id);
        const asked = performance.now();
        const { status } = await admin.attempt(chat, {
          params: { id: pet.id },
          body: { message: "Do you like snow?" },
        });
        const seconds = ((performance.now() - asked) / 1000).toFixed(1);
        const what = `${read} of ${documents.length} read, a question answered with ${status} in ${seconds} s`;
        return { succeeded: status !== 200, what };
      };
    },
  },
  {
    number: 4,
    name: "100 unfinished uploads of 10 MB from one account",
    before: "30 of them: from 157 to 880 MB",
    async prepare({ url, admin }) {
      const pet = await admin.call(createAgent, { body: { name: "Rex" } });
      const path = uploadDocument.path.replace(":id", pet.id);
      const form = `--x\r\nContent-Disposition: form-data; name="${uploadDocument.upload.field}"; filename="a.txt"\r\n\r\n`;
      const parts = [form + "a".repeat(limits.documentBytes - MEGABYTE), "a".repeat(MEGABYTE)] as const;
      return async () => {
        const all = Array.from({ length: 100 }, () =>
          hold(url + path, "multipart/form-data; boundary=x", admin, parts),
        );
        const answered = await Promise.all(all.map(({ isRefused }) => isRefused));
        for (const { drop } of all) drop();
        const refused = answered.filter(Boolean).length;
        return { succeeded: refused < 90, what: `${refused} of 100 are refused at once` };
      };
    },
  },
  {
    number: 5,
    name: "an administrator looks through the chats of others, in a list and by a search",
    before: "no entry in the audit log",
    async prepare({ admin, signUpOwner }) {
      const owner = await signUpOwner();
      const pet = await owner.call(createAgent, { body: { name: "Rex" } });
      await owner.call(chat, { params: { id: pet.id }, body: { message: "Do you like snow?" } });
      const entries = async () => (await admin.call(listAuditLog, { query: {} })).total;
      const before = await entries();
      return async () => {
        await admin.call(listChats, { query: { scope: "all" } });
        await admin.call(searchChats, { body: { scope: "all", query: "snow" } });
        const added = (await entries()) - before;
        return { succeeded: added < 2, what: `${added} entries` };
      };
    },
  },
  {
    number: 6,
    name: "messages of 8,000 characters that are slow to take apart",
    before: "the main thread held for 0.5 s by punctuation, for 1.2 s by line ends",
    async prepare({ signUpOwner }) {
      const owner = await signUpOwner();
      const pet = await owner.call(createAgent, { body: { name: "Rex" } });
      return async () => {
        let failed = 0;
        for (const unit of slowUnits) {
          const message = `Rufus ${unit.repeat(limits.message)}`.slice(0, limits.message);
          const { status } = await owner.attempt(chat, { params: { id: pet.id }, body: { message } });
          if (status !== 200) failed += 1;
        }
        return { succeeded: failed > 0, what: `${failed} of ${slowUnits.length} failed` };
      };
    },
  },
  {
    number: 7,
    name: "one accepted promo code, ten registrations at once",
    before: "an account for each",
    async prepare({ url, promoCode }) {
      const visitor = visit(url);
      await visitor.call(validatePromo, { body: { promoCode } });
      return async () => {
        const names = Array.from({ length: 10 }, (_, number) => `many-${number}`);
        const answers = await Promise.all(
          names.map((name) => visitor.attempt(register, { body: registrationOf(name) })),
        );
        const made = answers.filter(({ status }) => status === 200).length;
        return { succeeded: made > 1, what: `${made} of 10 are made` };
      };
    },
  },
  {
    number: 7,
    name: "200 new chats at once",
    before: "all of them were made",
    async prepare({ signUpOwner }) {
      const owner = await signUpOwner();
      const { id: agentId } = await owner.call(createAgent, { body: { name: "Rex" } });
      return async () => {
        const asked = Array.from({ length: 200 }, () => owner.attempt(createSession, { body: { agentId } }));
        const made = (await Promise.all(asked)).filter(({ status }) => status === 200).length;
        return { succeeded: made === 200, what: `${made} of 200 are made, then 429` };
      };
    },
  },
];

/** What took longest when all kinds of texts were measured (`npm run bench:texts`). */
const slowUnits = ["...?!", "\r", "中。", "の", "a ", "don't ", "ﷺ", "<|", "[", "!"];

/** The archive of an owner with one pet and one chat. */
async function archiveOfChatter(owner: Visitor) {
  const pet = await owner.call(createAgent, { body: { name: "Rex" } });
  await owner.call(chat, { params: { id: pet.id }, body: { message: "Hello?" } });
  return archiveOf(owner, "Rex");
}

/** @returns how many were read in the end */
export async function untilRead(visitor: Visitor, petId: string): Promise<number> {
  for (;;) {
    const documents = await visitor.call(listDocuments, { params: { id: petId } });
    const isRead = documents.map(({ processingStatus }) => processingStatus === "processed");
    if (documents.every(({ processingStatus }, at) => isRead[at] || processingStatus === "failed"))
      return isRead.filter(Boolean).length;
    await sleep(500);
  }
}

/** Some 600,000 words that no other document has. */
export function unlikeWords(seed: number): string {
  const words: string[] = [];
  for (let length = 0, number = 0; length < limits.documentTextBytes - 100; number++) {
    const word = (seed * 1_000_000 + number * 7 + 1).toString(36);
    words.push(word);
    length += word.length + 1;
  }
  return words.join(" ");
}

/** Sends the head of a request and the first part of its body. */
function hold(address: string, type: string, { cookies }: Visitor, [first, rest]: readonly [string, string]) {
  const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  const headers = { "Content-Type": type, "Content-Length": Buffer.byteLength(first + rest), Cookie: cookie };
  const held = httpRequest(address, { method: "POST", headers });
  const answered = new Promise<true>((resolve) => {
    held.once("response", (response) => response.resume().once("end", () => resolve(true)));
    held.once("error", () => resolve(true));
  });
  const sent = new Promise<void>((resolve) => held.write(first, () => resolve()));
  return {
    /** Whether an answer comes though the request is not at its end. */
    isRefused: Promise.race([answered, sent.then(() => sleep(WAIT_MS, false))]),
    async finish() {
      await sent;
      held.end(rest);
      await answered;
    },
    drop: () => held.destroy(),
  };
}

const WAIT_MS = 3_000;
