import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { describe, expect, it, onTestFinished } from "vitest";
import { readEnv } from "#server/env.ts";
import type { Media } from "#server/http/media.ts";
import { createLog } from "#server/log.ts";
import { createFileStore } from "#server/providers/files/create.ts";
import type { FileStore } from "#server/providers/files/files.ts";
import { TEST_TIMEOUT_MS } from "#tests/support/timeouts.ts";
import { uuid } from "#tests/support/uuid.ts";
import { createSentenceStore, type SentenceClips } from "./sentence-clips.ts";

const CLIP = new Uint8Array(400);
const [userId, agentId, sessionId] = [uuid(1), uuid(2), uuid(3)];

async function createFolderStore() {
  const folder = await mkdtemp(join(tmpdir(), "pet-talk-clips-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  return createFileStore(readEnv({ DATA_DIR: folder }));
}

async function listKeys(files: FileStore): Promise<string[]> {
  const keys: string[] = [];
  for await (const page of files.list("spoken-sentences")) keys.push(...page.map(({ key }) => key));
  return keys;
}

/** @returns the address of a sentence that is whole */
function add(reply: SentenceClips, index: number): string {
  const { url, clip: writer } = reply.begin(index);
  writer.write(CLIP);
  writer.end();
  return url;
}

const replyIdOf = (address = "") => address.split("/")[3] ?? "";

async function bytesOf(media: Media | null): Promise<string> {
  const body = await media?.open();
  return body === undefined || body === null ? "nothing" : String(await buffer(body));
}

describe("a sentence that is still being made", () => {
  const bytes = (text: string) => Buffer.from(text);
  async function begin() {
    const files = await createFolderStore();
    // Whatever is looked for here was made here: nothing is worth a wait.
    const store = createSentenceStore({ waitMs: 2 * TEST_TIMEOUT_MS });
    const reply = store.begin({ files, log: createLog("silent") }, { userId, agentId, sessionId });
    onTestFinished(() => store.discardWhere(() => true));
    const { url, clip: writer } = reply.begin(0);
    const of = { userId, replyId: replyIdOf(url), index: 0 };
    return { files, store, reply, writer, of };
  }

  it("is heard from its first byte, by several listeners, and whole by whoever comes late", async () => {
    const { files, store, writer, of } = await begin();
    const early = store.find(files, of);
    writer.write(bytes("one "));
    const [first, second] = [await early, await store.find(files, of)];
    expect([first?.size, second?.size]).toEqual([null, null]);
    const heard = [bytesOf(first), bytesOf(second)];
    writer.write(bytes("two "));
    const late = bytesOf(await store.find(files, of));
    writer.write(bytes("three"));
    writer.end();
    expect(await Promise.all([...heard, late])).toEqual(["one two three", "one two three", "one two three"]);
    const whole = await store.find(files, of);
    expect([whole?.size, await bytesOf(whole)]).toEqual([13, "one two three"]);
    await expect
      .poll(async () => String(Buffer.from((await files.read((await listKeys(files))[0] ?? "none")) ?? "")))
      .toBe("one two three");
  });

  it("is for its asker alone", async () => {
    const { files, store, writer, of } = await begin();
    writer.write(bytes("secret"));
    expect(await store.find(files, { ...of, userId: uuid(9) })).toBeNull();
    writer.end();
  });

  it("ends for its listeners where it fails, and is not found by others, on other servers either", async () => {
    const { files, store, writer, of } = await begin();
    const waiting = store.find(files, { ...of, index: 1 });
    writer.write(bytes("one "));
    const heard = bytesOf(await store.find(files, of));
    writer.fail();
    writer.write(bytes("two"));
    expect(await heard).toBe("one ");
    expect(await store.find(files, of)).toBeNull();
    expect(await waiting).toBeNull();
    const elsewhere = createSentenceStore({ waitMs: 60_000 });
    expect(await elsewhere.find(files, of)).toBeNull();
  });

  it("is not found where it fails before its first byte", async () => {
    const { files, store, writer, of } = await begin();
    const waiting = store.find(files, of);
    writer.fail();
    expect(await waiting).toBeNull();
  });

  it("is waited for by another server until its file is there", async () => {
    const { files, writer, of } = await begin();
    const elsewhere = createSentenceStore({ waitMs: 60_000 }).find(files, of);
    writer.write(bytes("whole"));
    writer.end();
    expect(await bytesOf(await elsewhere)).toBe("whole");
  });

  it("is looked for again and again by a few requests of a person at once, by all others only once", async () => {
    const files = await createFolderStore();
    let looks = 0;
    const watched: FileStore = {
      ...files,
      stat: (key) => {
        looks += 1;
        return files.stat(key);
      },
    };
    const store = createSentenceStore({ waitMs: 1_000 });
    const find = (replyId: number) => store.find(watched, { userId, replyId: uuid(replyId), index: 0 });
    const asked = Array.from({ length: 200 }, (_, at) => find(100 + at));
    expect(await Promise.all(asked)).toEqual(asked.map(() => null));
    // Each look is at the folder of this hour and of the one before.
    expect(looks).toBeGreaterThan(2 * 200);
    expect(looks).toBeLessThan(2 * (200 + 10 * 4));
  });

  it("ends with its chat, and leaves no file", async () => {
    const { files, store, writer, of } = await begin();
    writer.write(bytes("one "));
    const heard = bytesOf(await store.find(files, of));
    await store.discardWhere((reply) => reply.sessionId === sessionId);
    expect(await heard).toBe("one ");
    writer.end();
    expect(await store.find(files, of)).toBeNull();
    expect(await listKeys(files)).toEqual([]);
  });
});

it("whoever discards a reply that is being discarded waits for its files, too, and it can't be found meanwhile", async () => {
  const files = await createFolderStore();
  const letGo: (() => void)[] = [];
  const slow = {
    ...files,
    deletePrefix: async (prefix: string) => {
      if (letGo.length === 0) await new Promise<void>((resolve) => letGo.push(resolve));
      return files.deletePrefix(prefix);
    },
  };
  const store = createSentenceStore();
  const address = add(store.begin({ files: slow, log: createLog("silent") }, { userId, agentId, sessionId }), 0);
  const of = { userId, replyId: address.split("/")[3] ?? "", index: 0 };
  const discard = () => store.discardWhere((reply) => reply.sessionId === sessionId);
  const ended: string[] = [];
  const first = discard().then(() => ended.push("first"));
  const second = discard().then(() => ended.push("second"));
  await expect.poll(() => letGo.length).toBe(1);
  expect(ended).toEqual([]);
  expect(await store.find(files, of)).toBeNull();
  for (const resolve of letGo) resolve();
  await Promise.all([first, second]);
  expect(await listKeys(files)).toEqual([]);
});

it("what found no room in memory comes from its file, leaves room for others, and is discarded with its chat", async () => {
  const files = await createFolderStore();
  const reads: string[] = [];
  const watched = {
    ...files,
    stat: (key: string) => {
      reads.push(key);
      return files.stat(key);
    },
  };
  const store = createSentenceStore({ maxBytes: 1_000 });
  const begin = () => store.begin({ files, log: createLog("silent") }, { userId, agentId, sessionId });
  const first = begin();
  const addresses = [0, 1, 2].map((index) => add(first, index));
  const later = begin();
  const kept = add(later, 0);

  await expect
    .poll(async () => (await store.find(files, { userId, replyId: replyIdOf(addresses[0]), index: 0 }))?.size)
    .toBe(400);
  expect((await store.find(watched, { userId, replyId: replyIdOf(kept), index: 0 }))?.size).toBe(400);
  expect(reads).toEqual([]);
  await store.discardWhere((reply) => reply.sessionId === sessionId);
  expect(await listKeys(files)).toEqual([]);
});
