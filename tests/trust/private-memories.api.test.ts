import { afterAll, beforeAll, expect, it } from "vitest";
import { grantAgentAccess } from "#shared/api/admin/agent-access.ts";
import { chat, listMessages } from "#shared/api/chat.ts";
import { searchChats } from "#shared/api/history.ts";
import { addMemory, listMemories } from "#shared/api/memory.ts";
import { permissionNames } from "#shared/permissions.ts";
import { startTestApp, type TestApp } from "../support/app.ts";
import { downloadAll, unzip } from "../support/archives.ts";
import { newPet, userIdOf, type Visitor } from "../support/visitor.ts";

/** What a person told a pet of themselves, tried from outside by those who may do most. */

const SECRET = "Heliotrope";
let app: TestApp;
let owner: Visitor;
let person: Visitor;
let petId: string;
/** Of everything that has to do with the memory. */
let ids: string[];
let memoryId: string;

beforeAll(async () => {
  app = await startTestApp();
  owner = await app.owner();
  person = await app.holderOf();
  petId = await newPet(owner);
  const userId = await userIdOf(person);
  await (await app.admin()).call(grantAgentAccess, { body: { userId, agentId: petId } });
  const params = { id: petId };
  for (const text of [`My secret flower is the ${SECRET}.`, `I told nobody of the ${SECRET}.`])
    memoryId = (await person.call(addMemory, { params, body: { text } })).id;
  const { sessionId } = await person.call(chat, { params, body: { message: "I live in Lisbon." } });
  const said = await person.call(listMessages, { params: { sessionId }, query: {} });
  const [suggested] = (await person.call(listMemories, { params, query: { status: "pending" } })).memories;
  const own = [petId, userId, sessionId, memoryId, suggested?.id ?? ""];
  ids = [...own, ...said.map(({ id }) => id)];
});
afterAll(() => app.stop());

function queriesOf(path: string): string[] {
  if (path.endsWith("/memories")) return ["", "?store=pet", "?status=superseded"];
  return path.endsWith("/chat-sessions") ? ["", "?scope=all"] : [""];
}

/** All that the caller gets from every call that reads, with each id at each place. */
async function readEverything(by: Visitor): Promise<string> {
  const answers: string[] = [];
  for (const { contract } of app.registered) {
    if (contract.method !== "GET" || contract.path === "/api/listen") continue;
    const isOfIds = contract.path.includes(":");
    for (const id of isOfIds ? ids : [""]) {
      const path = contract.path.replaceAll(/:\w+/g, id);
      for (const query of queriesOf(contract.path)) {
        const response = await by.fetch(path + query);
        answers.push(Buffer.from(await response.arrayBuffer()).toString("latin1"));
      }
    }
  }
  for (const scope of ["own", "all"] as const)
    answers.push(JSON.stringify(await by.attempt(searchChats, { body: { query: SECRET, scope } })));
  const archive = await unzip(await downloadAll(by));
  answers.push(...[...archive.values()].map((bytes) => bytes.toString("utf8")));
  // A character card is a picture with its text in Base64.
  const hidden = answers.flatMap((answer) => answer.match(/[A-Za-z0-9+/]{400,}/g) ?? []);
  return [...answers, ...hidden.map((text) => Buffer.from(text, "base64").toString("utf8"))].join("\n");
}

it("is read by its person, which shows that this test reads what there is", async () => {
  expect(await readEverything(person)).toContain(SECRET);
});

it.each<[string, () => Promise<Visitor>]>([
  ["an administrator", () => app.admin()],
  ["whoever has every permission", () => app.holderOf(...permissionNames)],
  ["the pet's owner", async () => owner],
])("is read by no call of %s, in no list, chat, export or log [T151]", async (_who, caller) => {
  const read = await readEverything(await caller());
  expect(read.length).toBeGreaterThan(1_000);
  expect(read).not.toContain(SECRET);
});
