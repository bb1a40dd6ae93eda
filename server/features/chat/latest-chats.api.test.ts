import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { grantAgentAccess, revokeAgentAccess } from "#shared/api/admin/agent-access.ts";
import { deleteAgent } from "#shared/api/agents.ts";
import { me } from "#shared/api/auth.ts";
import { LATEST_PREVIEW, listLatestChats } from "#shared/api/chat.ts";
import { deleteChat } from "#shared/api/history.ts";
import { sessions } from "#shared/schema.ts";
import { type Chat, sessionOf, startChat } from "#tests/support/chat.ts";
import { saying } from "#tests/support/openai-server.ts";
import { newPet, type Visitor } from "#tests/support/visitor.ts";

let talk: Chat;
beforeAll(async () => {
  talk = await startChat();
  talk.model.behave(saying("Woof."));
});
afterAll(() => talk?.stop());

const latest = async (visitor: Visitor) => (await visitor.call(listLatestChats, {})).chats;
const say = (visitor: Visitor, agentId: string, sessionId: string, message = "Hello?") =>
  talk.ask({ message, sessionId }, visitor, agentId);

/** Someone who made no pet and was given some by an administrator. */
async function guestOf(names: readonly string[]) {
  const admin = await talk.app.admin();
  const guest = await talk.app.holderOf();
  const { user } = await guest.call(me, {});
  const pets = await Promise.all(names.map((name) => newPet(admin, name)));
  const bodies = pets.map((agentId) => ({ userId: user.id, agentId }));
  for (const body of bodies) await admin.call(grantAgentAccess, { body });
  return { admin, guest, pets, bodies };
}

describe("the chats to go on with", () => {
  it("are none before the first", async () => {
    expect(await latest(await talk.app.owner())).toEqual([]);
  });

  it("is, of each pet, the one in which something was said last, and not a newer one that stayed empty", async () => {
    const owner = await talk.app.owner();
    const pet = await newPet(owner, "Rex");
    const first = await talk.begin(owner, pet);
    expect(await latest(owner)).toEqual([
      { id: first, agentId: pet, agentName: "Rex", lastMessage: null, lastQuestion: null },
    ]);
    const second = await talk.begin(owner, pet);
    await say(owner, pet, second);
    await say(owner, pet, first, "Are you there?");
    await talk.begin(owner, pet);
    expect(await latest(owner)).toMatchObject([
      { id: first, lastMessage: { role: "assistant", content: "Woof." }, lastQuestion: "Are you there?" },
    ]);
    await owner.call(deleteChat, { params: { id: first } });
    expect(await latest(owner)).toMatchObject([{ id: second }]);
  });

  it("begin with the pet used last, where to open a chat with it is to use it", async () => {
    const { guest, pets } = await guestOf(["Ada", "Bo"]);
    const [ada = "", bo = ""] = pets;
    const withAda = await talk.begin(guest, ada);
    await say(guest, ada, withAda);
    expect((await latest(guest)).map((chat) => chat.agentName)).toEqual(["Ada"]);
    await talk.begin(guest, bo);
    expect((await latest(guest)).map((chat) => chat.agentName)).toEqual(["Bo", "Ada"]);
    await say(guest, ada, withAda);
    expect((await latest(guest)).map((chat) => chat.agentName)).toEqual(["Ada", "Bo"]);
  });

  it("leave out pets that were deleted, or that the caller may no longer use", async () => {
    const { admin, guest, pets, bodies } = await guestOf(["Ada", "Bo", "Cleo"]);
    for (const pet of pets) await say(guest, pet, await talk.begin(guest, pet));
    expect((await latest(guest)).map((chat) => chat.agentName)).toEqual(["Cleo", "Bo", "Ada"]);
    await admin.call(deleteAgent, { params: { id: pets[2] ?? "" } });
    await admin.call(revokeAgentAccess, { body: bodies[1] ?? { userId: "", agentId: "" } });
    expect((await latest(guest)).map((chat) => chat.agentName)).toEqual(["Ada"]);
  });

  it("are the caller's own, for an administrator too, with no more than the beginning of what was said", async () => {
    talk.model.behave(saying("Long ago, ".repeat(60)));
    const owner = await talk.app.owner();
    const pet = await newPet(owner, "Saga");
    await say(owner, pet, await talk.begin(owner, pet));
    const [chat] = await latest(owner);
    expect(chat?.lastMessage?.content).toHaveLength(LATEST_PREVIEW);
    expect((await latest(await talk.app.admin())).map(({ agentId }) => agentId)).not.toContain(pet);
  });
});

describe("the name of a chat", () => {
  const nameAfter = async (first: { message: string; isTemporary?: boolean }, ...later: string[]) => {
    const sessionId = sessionOf(await talk.ask(first));
    for (const message of later) await talk.ask({ message, sessionId });
    const [chat] = await talk.app.deps.db.select().from(sessions).where(eq(sessions.id, sessionId));
    return chat?.name;
  };

  it.each([
    ["a greeting and then a question", ["Hello!", "What do you eat?", "And where?"], "What do you eat?"],
    ["several greetings", ["Hi", "How are you?", "Where do you sleep?"], "Where do you sleep?"],
    ["an emoji and then a question", ["🐶", "Do you like snow?"], "Do you like snow?"],
    ["a question and then thanks", ["Do you like snow?", "Thanks!"], "Do you like snow?"],
    ["nothing but greetings", ["Hello!", "Hi"], "Hello!"],
  ])("is its first message that has a subject: %s", async (_what, [first = "", ...later], name) => {
    expect(await nameAfter({ message: first }, ...later)).toBe(name);
  });

  it("is the same in a temporary chat", async () => {
    expect(await nameAfter({ message: "Hello!", isTemporary: true }, "Do you like snow?")).toBe("Do you like snow?");
  });

  it("stays where somebody gave it", async () => {
    const sessionId = sessionOf(await talk.ask({ message: "Hello!" }));
    const { db } = talk.app.deps;
    await db.update(sessions).set({ name: "Hi" }).where(eq(sessions.id, sessionId));
    await talk.ask({ message: "Do you like snow?", sessionId });
    expect((await db.select().from(sessions).where(eq(sessions.id, sessionId)))[0]?.name).toBe("Hi");
  });
});
