import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { uuid } from "../../../tests/support/uuid.ts";
import { readEnv } from "../../env.ts";
import { createLog } from "../../log.ts";
import { createFileStore } from "../../providers/files/create.ts";
import { createSentenceStore } from "./sentence-clips.ts";

const CLIP = new Uint8Array(400);
const [userId, agentId, sessionId] = [uuid(1), uuid(2), uuid(3)];

it("what found no room in memory comes from its file, leaves room for others, and is discarded with its chat", async () => {
  const folder = await mkdtemp(join(tmpdir(), "pet-talk-clips-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const files = createFileStore(readEnv({ DATA_DIR: folder }));
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
  const pages: string[] = [];
  for await (const page of files.list("spoken-sentences")) pages.push(...page.map(({ key }) => key));
  expect(pages).toEqual([]);
});
