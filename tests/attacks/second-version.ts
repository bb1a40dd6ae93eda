import { randomBytes } from "node:crypto";
import { listEngineModels } from "#shared/api/admin/settings/engine-settings.ts";
import { createAgent, deleteAgent, updateAgent } from "#shared/api/agents.ts";
import { listAuditLog } from "#shared/api/audit.ts";
import { changePassword, logout } from "#shared/api/auth.ts";
import { chat } from "#shared/api/chat.ts";
import { addDiaryEntry, listDiaryAnswers } from "#shared/api/diary.ts";
import { listChatLooks } from "#shared/api/my-data.ts";
import { tryOut } from "#shared/api/try-out.ts";
import { archiveOf, bringIn, sharingBytes } from "../support/archives.ts";
import { type Visitor, visit } from "../support/visitor.ts";
import type { Attack } from "./attacks.ts";

const MEGABYTE = 1024 * 1024;
/** What may be asked in a day without an account (`rateLimits.tryOut`). */
const TRY_OUTS = 30;

/** Those that succeeded on the second version. */
export const attacksOnSecond: readonly Attack[] = [
  {
    number: 10,
    name: "an archive of 6 MB with 160 files of audio that share their bytes, and that no reply names",
    before: "961 MB on the disk, which count nowhere",
    async prepare({ signUpOwner, storedBytes }) {
      const owner = await signUpOwner();
      const archive = await archiveOfTalker(owner);
      const names = Array.from({ length: 160 }, (_, at) => `${archive.folder}/audio/${at}.mp3`);
      const files = Object.fromEntries(names.map((name, at) => [name, mp3(at === 0 ? 6 * MEGABYTE : 16)]));
      const shared = sharingBytes(await archive.with({}, files), names);
      const unnamed = await archive.with({}, Object.fromEntries([[names[0], mp3(6 * MEGABYTE)]]));
      return async () => {
        const before = storedBytes();
        const statuses = [(await bringIn(owner, shared)).status, (await bringIn(owner, unnamed)).status];
        const stored = (storedBytes() - before) / MEGABYTE;
        const what = `answered with ${statuses.join(" and ")}, ${stored.toFixed(1)} MB more are stored`;
        return { succeeded: stored > 1, what };
      };
    },
  },
  {
    number: 11,
    name: "an administrator reads a diary, writes into it, changes the pet and deletes it; a password and a token are guessed",
    before: "no entry but that of the deletion",
    async prepare({ url, admin, signUpOwner }) {
      const owner = await signUpOwner();
      const { id } = await owner.call(createAgent, { body: { name: "Rex" } });
      const entries = async () => (await admin.call(listAuditLog, { query: {} })).total;
      return async () => {
        const before = await entries();
        await admin.call(listDiaryAnswers, { params: { id } });
        await admin.call(addDiaryEntry, { params: { id }, body: { question: "Who are you?", answer: "A cat." } });
        await admin.call(updateAgent, { params: { id }, body: { systemPrompt: "Meow." } });
        await admin.call(deleteAgent, { params: { id } });
        const passwords = { currentPassword: "Wrong-Pass-1!", newPassword: "Other-Dog-2026!" };
        await owner.attempt(changePassword, { body: passwords });
        await visit(url).fetch("/api/agents", { headers: { Authorization: "Bearer pt_wrong" } });
        const { total } = await owner.call(listChatLooks, {});
        await owner.call(logout, {});
        const added = (await entries()) - before;
        return { succeeded: added < 7 || total < 4, what: `${added} entries, of which the owner sees ${total}` };
      };
    },
  },
  {
    number: 12,
    name: "a model server at a metadata address, in forms of IPv6, at 192.0.0.192 and at an unknown name",
    before: "asked, but for the mapped form",
    async prepare({ admin }) {
      const hosts = [
        ...["[::a9fe:a9fe]", "[::ffff:a9fe:a9fe]", "[64:ff9b::a9fe:a9fe]", "[64:ff9b:1::a9fe:a9fe]"],
        ...["[2002:a9fe:a9fe::1]", "192.0.0.192", "no-such-host.invalid"],
      ];
      return async () => {
        let asked = 0;
        for (const host of hosts) {
          const body = { baseUrl: `http://${host}/v1`, apiKey: null };
          if ((await admin.attempt(listEngineModels, { body })).status !== 400) asked += 1;
        }
        return { succeeded: asked > 0, what: `${asked} of ${hosts.length} are asked` };
      };
    },
  },
  {
    number: 13,
    name: "60 try-outs at once from one address",
    before: "36 are answered where 30 may be",
    async prepare({ url }) {
      return async () => {
        const asked = Array.from({ length: 60 }, () => answered(url));
        const made = (await Promise.all(asked)).filter(Boolean).length;
        return { succeeded: made > TRY_OUTS, what: `${made} of 60 are answered` };
      };
    },
  },
];

/** Sound that no ZIP makes smaller. */
const mp3 = (bytes: number): Buffer => Buffer.concat([Buffer.from("ID3"), randomBytes(bytes - 3)]);

/** The archive of an owner whose pet, which has one chat, is deleted. */
async function archiveOfTalker(owner: Visitor) {
  const { id } = await owner.call(createAgent, { body: { name: "Rex" } });
  await owner.call(chat, { params: { id }, body: { message: "Hello?" } });
  const archive = await archiveOf(owner, "Rex");
  await owner.call(deleteAgent, { params: { id } });
  return archive;
}

/** Whether a visitor's question to the demo pet is answered. */
async function answered(url: string): Promise<boolean> {
  const response = await visit(url).fetch(tryOut.path, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ message: "Do you like snow?", turns: [], generateAudio: false }),
  });
  await response.text();
  return response.status === 200;
}
