import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { uuid } from "../../../tests/support/uuid.ts";
import { readEnv } from "../../env.ts";
import { createLog } from "../../log.ts";
import { createFileStore } from "../../providers/files/create.ts";
import type { FileStore } from "../../providers/files/files.ts";
import { createSentenceStore } from "./sentence-clips.ts";

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
  const address = store.begin({ files: slow, log: createLog("silent") }, { userId, agentId, sessionId }).add(0, CLIP);
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
  const store = createSentenceStore(1_000);
  const begin = () => store.begin({ files, log: createLog("silent") }, { userId, agentId, sessionId });
  const first = begin();
  const addresses = [0, 1, 2].map((index) => first.add(index, CLIP));
  const replyIdOf = (address = "") => address.split("/")[3] ?? "";
  const later = begin();
  const kept = later.add(0, CLIP);

  await expect
    .poll(async () => (await store.find(files, { userId, replyId: replyIdOf(addresses[0]), index: 0 }))?.size)
    .toBe(400);
  expect((await store.find(watched, { userId, replyId: replyIdOf(kept), index: 0 }))?.size).toBe(400);
  expect(reads).toEqual([]);
  await store.discardWhere((reply) => reply.sessionId === sessionId);
  expect(await listKeys(files)).toEqual([]);
});
