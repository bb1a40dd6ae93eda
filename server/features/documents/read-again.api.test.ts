import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { createAgent } from "#shared/api/agents.ts";
import { listDocuments, uploadDocument } from "#shared/api/documents.ts";
import { agents, documents, passages } from "#shared/schema.ts";
import { startTestApp, type TestApp } from "#tests/support/app.ts";
import { TEST_TIMEOUT_MS } from "#tests/support/timeouts.ts";
import { readDocumentsAgain } from "./process.ts";

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

/** A pet whose only document holds these words, as an older version of the product has read them. */
async function petWith(words: string, readAs: string) {
  const { db } = app.deps;
  const owner = await app.holderOf("manage_agents");
  const pet = await owner.call(createAgent, { body: { name: "Biscuit" } });
  const { id } = await owner.call(uploadDocument, {
    params: { id: pet.id },
    file: new Blob([words]),
    filename: "words.txt",
  });
  await vi.waitFor(
    async () => {
      const [document] = await owner.call(listDocuments, { params: { id: pet.id } });
      expect(document?.processingStatus).toBe("processed");
    },
    { timeout: TEST_TIMEOUT_MS, interval: 50 },
  );
  await db.update(documents).set({ readerVersion: 1, extractedText: readAs }).where(eq(documents.id, id));
  await db.update(passages).set({ content: readAs }).where(eq(passages.documentId, id));
  return {
    async stored() {
      const [document] = await db.select().from(documents).where(eq(documents.id, id));
      const [agent] = await db.select().from(agents).where(eq(agents.id, pet.id));
      const found = await db.select({ content: passages.content }).from(passages).where(eq(passages.documentId, id));
      const { extractedText, processingStatus, objectPath = "" } = document ?? {};
      return {
        ...{ extractedText, processingStatus, objectPath, knowledgeVersion: agent?.knowledgeVersion },
        passages: found.map(({ content }) => content),
      };
    },
  };
}

it("reads what an older version has read otherwise once more, and makes nothing anew where it says the same", async () => {
  const otherwise = await petWith("Rufus weighs 12 kg.", "gk 21 sufuR");
  const alike = await petWith("Rufus weighs 12 kg.", "Rufus weighs 12 kg.");
  const before = await alike.stored();
  await readDocumentsAgain(app.deps);
  expect(await otherwise.stored()).toMatchObject({
    ...{ extractedText: "Rufus weighs 12 kg.", passages: ["Rufus weighs 12 kg."] },
    ...{ processingStatus: "processed", knowledgeVersion: 2 },
  });
  expect(await alike.stored()).toEqual(before);
});

it("leaves what can't be read any more as it was read before, and does not try again", async () => {
  const gone = await petWith("Rufus weighs 12 kg.", "gk 21 sufuR");
  const before = await gone.stored();
  await app.deps.files.delete(before.objectPath);
  const read = vi.spyOn(app.deps.files, "read");
  for (let round = 0; round < 2; round += 1) await readDocumentsAgain(app.deps);
  expect(read).toHaveBeenCalledTimes(1);
  expect(await gone.stored()).toEqual(before);
});
