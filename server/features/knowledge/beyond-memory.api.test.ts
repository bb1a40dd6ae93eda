import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { getAgent } from "#shared/api/agents.ts";
import { startTestApp, type TestApp } from "#tests/support/app.ts";
import { newPet, type Visitor } from "#tests/support/visitor.ts";
import { retrieve } from "./knowledge.ts";

let app: TestApp;
let owner: Visitor;
let agentId: string;
beforeAll(async () => {
  app = await startTestApp();
  owner = await app.owner();
  agentId = await newPet(owner, "Rufus");
});
afterAll(() => app.stop());

/** A document of this many passages of a hundred words, each of which stands nowhere else. */
async function addUnlikeWords(passages: number): Promise<void> {
  await app.deps.pool.query(
    `with document as (
       insert into documents (agent_id, filename, original_name, file_size, object_path, processing_status)
       values ($1, 'words.txt', 'words.txt', '1', 'documents/words.txt', 'processed') returning id)
     insert into passages (agent_id, document_id, ordinal, content)
     select $1, document.id, number, (
       select string_agg(md5(number || '-' || word), ' ') from generate_series(1, 100) word)
     from document, generate_series(1, $2) number`,
    [agentId, passages],
  );
}

/** A passage after all others in the order in which they are read. */
async function addLast(content: string): Promise<void> {
  await app.deps.pool.query(
    `insert into passages (id, agent_id, document_id, ordinal, content)
     select 'ffffffff-ffff-4fff-bfff-ffffffffffff', agent_id, id, 1000000, $2 from documents where agent_id = $1`,
    [agentId, content],
  );
}

describe("documents that are more than may be kept in memory", () => {
  it("are read once up to the bound; the rest is searched in the database, and the owner is told [T124]", async () => {
    await addUnlikeWords(2_500);
    await addLast("Rufus hides his yellow bone under the veranda of the neighbors.");
    const reads = vi.spyOn(app.deps.pool, "query");
    /** How many batches of passages were read for the index. */
    const batches = () =>
      reads.mock.calls.filter(([query]) => JSON.stringify(query).includes('order by \\"passages\\".\\"id\\" asc limit'))
        .length;
    const pet = { id: agentId, name: "Rufus", knowledgeVersion: 1, language: "en-US", embeddedModel: null };
    const ask = async () =>
      (await retrieve(app.deps, pet, { question: "Where is your yellow bone?", turns: [] })).readBest(5);
    const [best] = await ask();
    expect(best?.evidence.text).toContain("under the veranda");
    const batchesOnce = batches();
    expect(batchesOnce).toBeGreaterThan(0);
    expect(batchesOnce).toBeLessThan(5);
    await ask();
    expect(batches()).toBe(batchesOnce);
    expect(await owner.call(getAgent, { params: { id: agentId } })).toMatchObject({ isBeyondMemory: true });
  });
});

describe("a small library", () => {
  it("is read for the index, and not again for a question", async () => {
    const id = await newPet(await app.owner("polly-owner"), "Polly");
    await app.deps.pool.query(
      `with document as (
         insert into documents (agent_id, filename, original_name, file_size, object_path, processing_status)
         values ($1, 'cage.txt', 'cage.txt', '1', 'documents/cage.txt', 'processed') returning id)
       insert into passages (agent_id, document_id, ordinal, content)
       select $1, document.id, 1, 'Polly sleeps in the brass cage by the stove.' from document`,
      [id],
    );
    const pet = { id, name: "Polly", knowledgeVersion: 1, language: "en-US", embeddedModel: null };
    const ask = () => retrieve(app.deps, pet, { question: "Where is your brass cage?", turns: [] });
    await ask();
    const reads = vi.spyOn(app.deps.pool, "query").mockClear();
    expect((await ask()).evidence[0]?.text).toContain("by the stove");
    const statements = reads.mock.calls.map(([query]) => JSON.stringify(query));
    expect(statements.filter((statement) => statement.includes("passages"))).toEqual([]);
    reads.mockRestore();
  });
});
