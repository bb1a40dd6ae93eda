import { Worker } from "node:worker_threads";
import { afterAll, beforeEach, describe, expect, it, vi } from "vitest";
import { entry } from "#server/platform/threads/entry.ts";
import { questionFeatures } from "#server/understanding/retrieval/features.ts";
import { createKnowledgeIndex } from "#server/understanding/retrieval/retrieval.ts";
import { indexPassages } from "./index-passages.ts";
import { createIndexThread, IndexThreadError } from "./index-thread.ts";

const SUBJECTS = ["garden", "rocket", "cheese", "violin", "harbor", "cushion", "thunder"];
const LANGUAGE = "en-US";
const ROOM = 32 * 1024 * 1024;

/** Three in a batch, each with a word that stands nowhere else. */
async function* passages(count = 30) {
  for (let from = 0; from < count; from += 3)
    yield Array.from({ length: Math.min(3, count - from) }, (_, at) => {
      const place = from + at;
      const subject = SUBJECTS[place % SUBJECTS.length];
      const text = `Rufus ran to the ${subject} and found rarity${place}. A ${subject} is what he likes. 庭で犬が走った。`;
      return { id: String(place).padStart(4, "0"), text, document: `${subject}.txt` };
    });
}

const warn = vi.fn();
beforeEach(() => warn.mockClear());
const all = { language: LANGUAGE, areMany: true, read: () => passages(), room: ROOM, mostKept: 100_000, log: { warn } };

let started = 0;
const thread = createIndexThread({
  startWorker: () => {
    started += 1;
    const { url, execArgv } = entry(import.meta.url, "./index-worker");
    return new Worker(url, { execArgv });
  },
});
afterAll(() => thread.close());

/** A thread that does this for each job. */
const threadThat = (does: string) =>
  createIndexThread({
    startWorker: () =>
      new Worker(`const { parentPort } = require("node:worker_threads"); parentPort.on("message", () => { ${does} })`, {
        eval: true,
      }),
  });

const search = ({ index }: Awaited<ReturnType<typeof indexPassages>>, question: string) =>
  createKnowledgeIndex(LANGUAGE, index).search({ question }, 10).passages;

describe("the passages of a pet", () => {
  it("are indexed by a thread where they are many, and found as if they had been indexed here", async () => {
    const there = await indexPassages(all, thread);
    const here = await indexPassages({ ...all, areMany: false }, thread);
    expect(started).toBe(1);
    const { index: _there, ...rest } = there;
    const { index: _here, ...others } = here;
    expect(rest).toEqual(others);
    expect(rest.kept).toHaveLength(30);
    for (const question of ["What is rarity17?", "Does he like cheese or a violin?", "庭で走る？", "Nothing?"])
      expect(search(there, question)).toEqual(search(here, question));
    expect(search(there, "What is rarity17?")[0]?.id).toBe("0017");
  });

  it("are found by a mistyped word in the index of a thread as well", async () => {
    const there = createKnowledgeIndex(LANGUAGE, (await indexPassages(all, thread)).index);
    const here = createKnowledgeIndex(LANGUAGE, (await indexPassages({ ...all, areMany: false }, thread)).index);
    const passage = { id: "0001", documentId: "d", title: "t", text: "He flew away in a rocket." };
    const query = { question: "Did he ride in the thundr of a rockett?" };
    expect(there.features(query, [passage])).toEqual(here.features(query, [passage]));
    const unknown = (question: string) =>
      there.features({ question }, []).features.question[questionFeatures.indexOf("absentStem")];
    expect(["thunder", "thundr", "xylophone"].map(unknown)).toEqual([0, 0, 1]);
  });

  it("are indexed by one thread after another where several pets ask, each by itself", async () => {
    const before = started;
    const two = { ...all, read: () => passages(6) };
    const [first, second] = await Promise.all([indexPassages(all, thread), indexPassages(two, thread)]);
    expect([first.index.size, second.index.size]).toEqual([30, 6]);
    expect(started - before).toBeLessThan(2);
  });

  it("are indexed as far as there is room, by a thread as here", async () => {
    const bounded = { ...all, room: 10_000, mostKept: 10 };
    const there = await indexPassages(bounded, thread);
    const here = await indexPassages({ ...bounded, areMany: false }, thread);
    expect([there.inMemoryTo, there.kept, there.index.size]).toEqual([here.inMemoryTo, null, here.index.size]);
    expect(here.index.size).toBeLessThan(30);
    expect(here.inMemoryTo).toBe(String(here.index.size - 1).padStart(4, "0"));
    expect(here.index.bytes).toBeGreaterThan(10_000);
  });

  it.each([
    ["ends", "process.exit(1)"],
    ["throws", "throw new Error('broken')"],
    ["answers nonsense", "parentPort.postMessage({ kind: 'begun' })"],
  ])("are indexed here where the thread %s, and the log says so each time", async (_what, does) => {
    const broken = threadThat(does);
    const { index, kept, inMemoryTo } = await indexPassages(all, broken);
    expect([index.size, kept?.length, inMemoryTo]).toEqual([30, 30, null]);
    expect(warn.mock.calls).toEqual([
      [{ err: expect.any(IndexThreadError) }, expect.stringContaining("thread that builds indexes failed")],
    ]);
    await indexPassages(all, broken);
    expect(warn).toHaveBeenCalledTimes(2);
    await broken.close();
  });

  it("are not indexed where they can't be read, and the thread takes others", async () => {
    let reads = 0;
    const failing = async function* () {
      reads += 1;
      yield* passages(3);
      throw new Error("the database is away");
    };
    await expect(indexPassages({ ...all, read: failing }, thread)).rejects.toThrow("away");
    expect(reads).toBe(1);
    expect(warn).not.toHaveBeenCalled();
    expect((await indexPassages(all, thread)).index.size).toBe(30);
  });
});

describe("an index that a thread has built", () => {
  it("takes nothing more", async () => {
    const { index } = await indexPassages(all, thread);
    expect(() => index.add({ id: "x", text: "One more." })).toThrow("complete");
    expect(index.size).toBe(30);
  });
});
