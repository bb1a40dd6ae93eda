import { randomUUID } from "node:crypto";
import { avatarKey } from "#server/features/avatars/avatars.ts";
import { grantAgentAccess } from "#shared/api/admin/agent-access.ts";
import { createPermission } from "#shared/api/admin/permissions.ts";
import { createRole } from "#shared/api/admin/roles.ts";
import { addQuestion } from "#shared/api/admin/settings/diary-questions.ts";
import { createPromoCode } from "#shared/api/admin/settings/promo-codes.ts";
import { createUser } from "#shared/api/admin/users.ts";
import { createAgent, updateAgent, uploadAvatar } from "#shared/api/agents.ts";
import { chat } from "#shared/api/chat.ts";
import { saveDiaryAnswer } from "#shared/api/diary.ts";
import { uploadDocument } from "#shared/api/documents.ts";
import { speakerFilm } from "#shared/api/video.ts";
import { testVoice } from "#shared/api/voice.ts";
import type { TestApp } from "../support/app.ts";
import type { Visitor } from "../support/visitor.ts";
import { picture } from "./files.ts";

/** Ids of what is there, as `known-<kind>-<index>`: 0 is the owner's or belongs to their pet, 1 an administrator's. */
export type KnownIds = ReadonlyMap<string, string>;

interface People {
  owner: Visitor;
  admin: Visitor;
}

/** Makes what is not there, or not any more: two pets with all that belongs to them, and things to administrate. */
export async function furnish(app: TestApp, { owner, admin }: People, before: KnownIds = new Map()): Promise<KnownIds> {
  const there = await stillThere(app, before);
  const known = new Map<string, string>();
  for (const [index, keeper] of [owner, admin].entries()) {
    const key = (kind: string) => `known-${kind}-${index}`;
    const keep = async (kind: string, make: () => Promise<string>): Promise<string> => {
      const id = there.get(key(kind)) ?? (await make());
      known.set(key(kind), id);
      return id;
    };
    const agentId = await keep("agent", async () => {
      const body = { name: "Biscuit", avatarUrl: (await addPicture(keeper)).avatarUrl };
      return (await keeper.call(createAgent, { body })).id;
    });
    const params = { id: agentId };
    await keep("avatar", async () => {
      const { avatarUrl } = await addPicture(keeper);
      await keeper.call(updateAgent, { params, body: { avatarUrl } });
      return avatarUrl.replace("/api/avatars/", "");
    });
    if (!there.has(key("session")) || !there.has(key("message"))) {
      const body = { message: "Hello?", generateAudio: true };
      const { sessionId, message } = await keeper.call(chat, { params, body });
      there.set(key("session"), sessionId).set(key("message"), message.id);
    }
    for (const kind of ["session", "message"]) known.set(key(kind), there.get(key(kind)) ?? "");
    await keep("document", async () => {
      const file = new Blob(["Rufus sleeps."], { type: "text/plain" });
      return (await keeper.call(uploadDocument, { params, file, filename: "a.txt" })).id;
    });
    await keep("sample", async () => {
      const { audioUrl } = await keeper.call(testVoice, { body: { text: `Woof ${index}` } });
      return audioUrl.replace("/api/voice-samples/", "");
    });
    await keep("video", async () => (index === 0 ? speakerFilm.film : speakerFilm.captions));
    await keep("question", async () => {
      const { question } = await admin.call(addQuestion, { body: { question: `What? ${newName()}` } });
      await keeper.call(saveDiaryAnswer, { params, body: { questionId: question.id, answer: "That." } });
      return question.id;
    });
    await keep("promo", async () => (await admin.call(createPromoCode, { body: {} })).promoCode.id);
    await keep("role", async () => (await admin.call(createRole, { body: { name: newName() } })).role.id);
    await keep("permission", async () => {
      const body = { name: newName(), resource: "fuzz" };
      return (await admin.call(createPermission, { body })).permission.id;
    });
    await keep("user", async () => {
      const body = { email: `${newName()}@example.com`, firstName: "Robin", lastName: "Walker" };
      const { user } = await admin.call(createUser, { body });
      await admin.call(grantAgentAccess, { body: { userId: user.id, agentId } });
      return user.id;
    });
  }
  return known;
}

const newName = () => `fuzz-${randomUUID().slice(0, 8)}`;

const addPicture = async (keeper: Visitor) =>
  keeper.call(uploadAvatar, { file: new Blob([await picture("png")], { type: "image/png" }) });

const tables = ["agents", "sessions", "messages", "documents", "diary_questions", "promo_codes", "roles"];

/** Those that were not deleted meanwhile. What nothing deletes is in none of these tables. */
async function stillThere({ deps: { pool, files } }: TestApp, before: KnownIds): Promise<Map<string, string>> {
  const select = [...tables, "permissions", "users"].map(
    (table) => `select id::text from ${table} where id::text = any($1)`,
  );
  const { rows } = await pool.query<{ id: string }>(select.join(" union all "), [[...before.values()]]);
  const ids = new Set(rows.map(({ id }) => id));
  const there = new Map<string, string>();
  for (const [key, id] of before) {
    const picture = key.startsWith("known-avatar") ? avatarKey(id) : null;
    const stays = key.startsWith("known-sample") || key.startsWith("known-video");
    if (stays || ids.has(id) || (picture !== null && (await files.stat(picture)) !== null)) there.set(key, id);
  }
  return there;
}
