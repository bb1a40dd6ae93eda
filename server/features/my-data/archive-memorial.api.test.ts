import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { deleteAgent, listAgents, setInMemory } from "#shared/api/agents.ts";
import { listDiaryQuestions, saveDiaryAnswer } from "#shared/api/diary.ts";
import { approveGuestBookEntry, getMemorial, openMemorial, saveMemorial } from "#shared/api/memorial.ts";
import { addMemory } from "#shared/api/memory.ts";
import { deleteMyAccount, getMyData } from "#shared/api/my-data.ts";
import { guestBookEntries, memorials } from "#shared/schema.ts";
import { startTestApp, type TestApp } from "#tests/support/app.ts";
import { bringIn, downloadAll, unzip } from "#tests/support/archives.ts";
import { PASSWORD } from "#tests/support/first-start.ts";
import { newPet, type Visitor } from "#tests/support/visitor.ts";

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

/** A pet in memory, its open page with a memory before an answer, and a guest book with a word approved and one that waits. */
async function petWithPage(owner: Visitor) {
  const id = await newPet(owner, "Miso");
  const params = { id };
  await owner.call(setInMemory, { params, body: { diedOn: "2026-03-01", isAtRest: false } });
  const [question] = await owner.call(listDiaryQuestions, {});
  const answer = { questionId: question?.id ?? "", answer: "I was called Miso for the soup." };
  const saved = await owner.call(saveDiaryAnswer, { params, body: answer });
  const life = { store: "pet", kind: "event", text: "I swam to the island." } as const;
  const memory = await owner.call(addMemory, { params, body: life });
  const pieces = [
    { kind: "memory", id: memory.id },
    { kind: "answer", id: saved.id },
  ] as const;
  await owner.call(saveMemorial, { params, body: { words: "Thirteen years of joy.", pieces: [...pieces] } });
  await owner.call(openMemorial, { params, body: { isOpen: true } });
  const page = await owner.call(getMemorial, { params });
  for (const name of ["Ana", "Kim"])
    await app.visitor().fetch(page.path ?? "", {
      method: "POST",
      body: new URLSearchParams({ name, words: `Good dog, says ${name}.` }),
    });
  const [first] = (await owner.call(getMemorial, { params })).guestBook;
  const entry = { params: { id, entryId: first?.id ?? "" }, body: { isApproved: true } };
  await owner.call(approveGuestBookEntry, entry);
  return { id, path: page.path ?? "" };
}

describe("a memorial page in My data [T153]", () => {
  it("goes into the archive, and comes back closed, at another address", async () => {
    const owner = await app.owner();
    const { id, path } = await petWithPage(owner);
    const archive = await downloadAll(owner);
    const readable = [...(await unzip(archive))].find(([name]) => name.endsWith("/pet.md"))?.[1].toString();
    expect(readable).toContain("## Memorial page\n\n> Thirteen years of joy.");
    expect(readable).toContain("> Good dog, says Ana.");
    await owner.call(deleteAgent, { params: { id } });
    await bringIn(owner, archive);
    const [pet] = (await owner.call(listAgents, {})).agents;
    const page = await owner.call(getMemorial, { params: { id: pet?.id ?? "" } });
    expect(page).toMatchObject({ isInMemory: true, isOpen: false, words: "Thirteen years of joy." });
    expect(page.pieces.map((piece) => page.choices.find((choice) => choice.id === piece.id)?.text)).toEqual([
      "I swam to the island.",
      "I was called Miso for the soup.",
    ]);
    expect(page.guestBook.map(({ name, approvedAt }) => [name, approvedAt !== null])).toEqual([
      ["Kim", false],
      ["Ana", true],
    ]);
    expect(page.path).not.toBe(path);
    expect((await app.visitor().fetch(page.path ?? "")).status).toBe(404);
  });

  it("goes with the account", async () => {
    const owner = await app.owner("leaving-owner");
    const { id, path } = await petWithPage(owner);
    const { accountName } = await owner.call(getMyData, {});
    await owner.call(deleteMyAccount, { body: { currentPassword: PASSWORD, confirmation: accountName } });
    expect((await app.visitor().fetch(path)).status).toBe(404);
    const { db } = app.deps;
    const left = [...(await db.select().from(memorials)), ...(await db.select().from(guestBookEntries))];
    expect(left.filter(({ agentId }) => agentId === id)).toEqual([]);
  });
});
