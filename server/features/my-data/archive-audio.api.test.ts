import { randomBytes } from "node:crypto";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { getUserUsage } from "#shared/api/admin/settings/usage.ts";
import { createAgent, deleteAgent, listAgents } from "#shared/api/agents.ts";
import { chat } from "#shared/api/chat.ts";
import { messages } from "#shared/schema.ts";
import { startTestApp, type TestApp } from "#tests/support/app.ts";
import { archiveOf, bringIn, sharingBytes } from "#tests/support/archives.ts";
import { userIdOf, type Visitor } from "#tests/support/visitor.ts";

let app: TestApp;
let owner: Visitor;
let archive: Awaited<ReturnType<typeof archiveOf>>;
beforeAll(async () => {
  app = await startTestApp();
  owner = await app.owner();
  const pet = await owner.call(createAgent, { body: { name: "Rex" } });
  await owner.call(chat, { params: { id: pet.id }, body: { message: "Hello?" } });
  archive = await archiveOf(owner, "Rex");
});
afterAll(() => app.stop());
beforeEach(async () => {
  for (const { id } of (await owner.call(listAgents, {})).agents) await owner.call(deleteAgent, { params: { id } });
});

/** Sound that no ZIP makes smaller. */
const mp3 = (bytes: number): Buffer => Buffer.concat([Buffer.from("ID3"), randomBytes(bytes - 3)]);
const audioAt = (name: string) => `${archive.folder}/audio/${name}.mp3`;
const chatAt = (name: string) => `${archive.folder}/chats/${name}.json`;
/** A chat whose reply names this audio. */
function chatNaming(audio: string): string {
  const read = JSON.parse(archive.chatOf(1));
  return JSON.stringify({ ...read, messages: [read.messages[0], { ...read.messages[1], audio }] });
}
const spokenReplies = async () =>
  app.deps.db
    .select({ id: messages.id, audioBytes: messages.audioBytes })
    .from(messages)
    .where(eq(messages.agentId, (await owner.call(listAgents, {})).agents[0]?.id ?? ""))
    .then((all) => all.filter(({ audioBytes }) => audioBytes !== null));

describe("the audio in an archive [T144]", () => {
  it("is stored where a reply names it, and nowhere else", async () => {
    const stored: string[] = [];
    const { put } = app.deps.files;
    app.deps.files.put = (key, ...rest) => {
      stored.push(key);
      return put(key, ...rest);
    };
    const zip = await archive.with(
      { chats: [chatAt("x")] },
      { [chatAt("x")]: chatNaming(audioAt("0")), [audioAt("0")]: mp3(2_000), [audioAt("1")]: mp3(2_000) },
    );
    const answer = await bringIn(owner, zip);
    app.deps.files.put = put;
    expect(answer).toMatchObject({ status: 200, body: { summary: { audio: 1 } } });
    expect(stored).toHaveLength(1);
  });

  it("is one reply's, also where replies of two chats name it", async () => {
    const paths = [chatAt("x"), chatAt("y")];
    const chats = Object.fromEntries(paths.map((path) => [path, chatNaming(audioAt("0"))]));
    const answer = await bringIn(owner, await archive.with({ chats: paths }, { ...chats, [audioAt("0")]: mp3(500) }));
    expect(answer).toMatchObject({ status: 200, body: { summary: { chats: 2, audio: 1 } } });
    expect(await spokenReplies()).toHaveLength(1);
  });

  it("counts in what the account has stored, down to nothing", async () => {
    const admin = await app.admin();
    const used = async () => {
      const params = { userId: await userIdOf(owner) };
      return (await admin.call(getUserUsage, { params, query: {} })).totals.storedBytes;
    };
    expect(await used()).toBe(0);
    const files = { [chatAt("x")]: chatNaming(audioAt("0")), [audioAt("0")]: mp3(700) };
    await bringIn(owner, await archive.with({ chats: [chatAt("x")] }, files));
    expect(await used()).toBe(700);
    await owner.call(deleteAgent, { params: { id: (await owner.call(listAgents, {})).agents[0]?.id ?? "" } });
    expect(await used()).toBe(0);
  });

  it("is refused where it unpacks to more than the archive has bytes", async () => {
    const files = { [chatAt("x")]: chatNaming(audioAt("0")), [audioAt("0")]: "ID3".padEnd(200_000, " ") };
    const answer = await bringIn(owner, await archive.with({ chats: [chatAt("x")] }, files));
    expect(answer).toMatchObject({ status: 413, body: { error: expect.stringContaining("more than can be taken") } });
  });

  it("is refused where the entries of a ZIP share their bytes", async () => {
    const paths = Array.from({ length: 20 }, (_, at) => chatAt(String(at)));
    const names = paths.map((_, at) => audioAt(String(at)));
    const files = Object.fromEntries([
      ...paths.map((path, at) => [path, chatNaming(names[at] ?? "")]),
      ...names.map((name, at) => [name, mp3(at === 0 ? 20_000 : 10)]),
    ]);
    const zip = sharingBytes(await archive.with({ chats: paths }, files), names);
    expect(await bringIn(owner, zip)).toMatchObject({
      status: 400,
      body: { error: expect.stringContaining("damaged") },
    });
  });
});
