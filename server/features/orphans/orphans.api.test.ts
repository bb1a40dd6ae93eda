import { randomUUID } from "node:crypto";
import { mkdtemp, readdir, rm, utimes } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type FileStore, StorageUnavailableError } from "#server/platform/files/files.ts";
import { createFolderFileStore } from "#server/platform/files/folder.ts";
import { createS3FileStore } from "#server/platform/files/s3.ts";
import { createLog } from "#server/platform/observe/log.ts";
import { createAgent, updateAgent } from "#shared/api/agents.ts";
import { type Chat, sessionOf, startChat } from "#tests/support/chat.ts";
import { type FakeS3, startFakeS3 } from "#tests/support/s3-server.ts";
import { whileAvatarsStay } from "../agents/service.ts";
import { photoKey } from "../photos/service.ts";
import { audioKey } from "../spoken-replies/spoken-replies.ts";
import { sweepFiles } from "./service.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const bytes = new TextEncoder().encode("x");

let folder: string;
let s3: FakeS3;
let talk: Chat;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "orphans-test-"));
  s3 = await startFakeS3("pets", 3);
  talk = await startChat();
});
afterAll(async () => {
  await talk?.stop();
  await s3?.close();
  await rm(folder, { recursive: true, force: true });
});

interface AgedStore {
  files: FileStore;
  /** Makes everything in it older. */
  age(ms: number): Promise<void>;
}

function folderStore(): AgedStore {
  const root = join(folder, randomUUID());
  return {
    files: createFolderFileStore(root),
    async age(ms) {
      const then = new Date(Date.now() - ms);
      for (const entry of await readdir(root, { recursive: true, withFileTypes: true }))
        if (entry.isFile()) await utimes(join(entry.parentPath, entry.name), then, then);
    },
  };
}

function s3Store(): AgedStore {
  s3.objects.clear();
  const { endpoint, accessKeyId, secretAccessKey } = s3;
  return {
    files: createS3FileStore({ bucket: "pets", region: "eu-west-1", endpoint, accessKeyId, secretAccessKey }),
    async age(ms) {
      for (const [key, object] of s3.objects) s3.objects.set(key, { ...object, storedAt: new Date(Date.now() - ms) });
    },
  };
}

const put = async (files: FileStore, ...keys: string[]) => {
  for (const key of keys) await files.put(key, bytes, "application/octet-stream");
};

async function left(files: FileStore, ...keys: string[]): Promise<string[]> {
  const stats = await Promise.all(keys.map(async (key) => ((await files.stat(key)) === null ? [] : [key])));
  return stats.flat();
}

const sweep = (files: FileStore) => sweepFiles({ ...talk.app.deps, files });

const avatarKeyOf = (id: string) => `avatars/${id}/${id}.webp`;
const avatarUrlOf = (id: string) => `/api/avatars/${id}.webp`;

/** A document, a spoken reply and a picture in the database, whose files are not there yet. */
async function belongings() {
  const { pool } = talk.app.deps;
  const [documentId, avatarId, photoId] = [randomUUID(), randomUUID(), randomUUID()];
  const document = `documents/${talk.pet}/${documentId}/${documentId}.txt`;
  await pool.query(
    `insert into documents (id, agent_id, filename, original_name, file_size, object_path, processing_status)
     values ($1, $2, $3, 'a.txt', '1', $4, 'processed')`,
    [documentId, talk.pet, `${documentId}.txt`, document],
  );
  await pool.query(
    "insert into photos (id, agent_id, caption, width, height, bytes) values ($1, $2, 'At the lake', 1, 1, 1)",
    [photoId, talk.pet],
  );
  const sessionId = sessionOf(await talk.ask());
  const [question, reply] = await talk.messagesOf(sessionId);
  if (question === undefined || reply === undefined) throw new Error("no reply");
  await pool.query("update messages set audio_url = '/api/messages/x/audio' where id = $1", [reply.id]);
  await pool.query("update agents set avatar_url = $2 where id = $1", [talk.pet, avatarUrlOf(avatarId)]);
  return {
    kept: [
      ...[document, audioKey(talk.pet, reply.id), avatarKeyOf(avatarId)],
      ...[photoKey(talk.pet, photoId, "small"), photoKey(talk.pet, photoId, "large")],
    ],
    /** The reply's message without a clip: its question. */
    silent: audioKey(talk.pet, question.id),
  };
}

describe.each<[string, () => AgedStore]>([
  ["a folder", folderStore],
  ["an S3 store", s3Store],
])("in %s, files", (_name, createStore) => {
  it("that nothing belongs to go once they are a day old, and others stay", async () => {
    const { files, age } = createStore();
    const { kept, silent } = await belongings();
    const [gone, pet] = [randomUUID(), randomUUID()];
    const orphans = [
      `documents/${talk.pet}/${gone}/${gone}.pdf`,
      `documents/${pet}/${gone}/${gone}.txt`,
      silent,
      audioKey(talk.pet, gone),
      avatarKeyOf(gone),
      photoKey(talk.pet, gone, "large"),
      `spoken-sentences/2020-01-01t10/${pet}/${gone}/0.mp3`,
      `engine-tests/${gone}.txt`,
    ];
    const strangers = ["replies/readme.txt", "avatars/logo.webp", "photos/logo.webp", "backups/monday.zip"];
    await put(files, ...kept, ...orphans, ...strangers);
    await age(23 * HOUR_MS);
    expect(await sweep(files)).toBe(0);
    await age(25 * HOUR_MS);
    await put(files, avatarKeyOf(pet));
    expect(await sweep(files)).toBe(orphans.length);
    expect(await left(files, ...orphans)).toEqual([]);
    expect(await left(files, ...kept, ...strangers, avatarKeyOf(pet))).toHaveLength(kept.length + strangers.length + 1);
    expect(await sweep(files)).toBe(0);
  });

  it("of spoken samples go after a month", async () => {
    const { files, age } = createStore();
    const sample = `voice-samples/${"a".repeat(64)}.mp3`;
    await put(files, sample);
    await age(29 * DAY_MS);
    expect(await sweep(files)).toBe(0);
    await age(31 * DAY_MS);
    expect(await sweep(files)).toBe(1);
  });
});

describe("the sweep", () => {
  it("never takes a picture from a pet that is given it at that moment", async () => {
    const { deps } = talk.app;
    const { files } = deps;
    const ids = [randomUUID(), randomUUID()];
    await put(files, ...ids.map(avatarKeyOf));
    // Whoever deletes comes first: the pet is refused. The picture's owner uploads it again.
    const [id = "", other = ""] = ids;
    let giving: Promise<{ status: number }> | undefined;
    await whileAvatarsStay(deps.db, async () => {
      const body = { avatarUrl: avatarUrlOf(id) };
      giving = talk.owner.attempt(updateAgent, { params: { id: talk.pet }, body });
      await expect
        .poll(
          async () => {
            const { rows } = await deps.pool.query(
              "select from pg_locks join pg_database on oid = database where datname = current_database() and locktype = 'advisory' and not granted",
            );
            return rows.length;
          },
          { interval: 20 },
        )
        .toBe(1);
      await files.delete(avatarKeyOf(id));
    });
    expect((await giving)?.status).toBe(400);
    // Whoever gives it comes first: the sweep looks again, and leaves it.
    const admin = await talk.app.admin();
    await admin.call(createAgent, { body: { name: "Pictured", avatarUrl: avatarUrlOf(other) } });
    await sweepFiles(deps, Date.now() + 2 * DAY_MS);
    expect(await left(files, avatarKeyOf(other))).toHaveLength(1);
  });

  it("leaves the rest alone where the store fails, says so, and goes on elsewhere", async () => {
    const { files, age } = folderStore();
    const gone = randomUUID();
    await put(files, audioKey(talk.pet, gone), avatarKeyOf(gone), `engine-tests/${gone}.txt`);
    await age(2 * DAY_MS);
    const said: unknown[] = [];
    const log = createLog("warn", { to: { write: (line) => void said.push(JSON.parse(line)) } });
    const failing: FileStore = {
      ...files,
      delete: (key) =>
        key.startsWith("avatars/") ? Promise.reject(new StorageUnavailableError("refused")) : files.delete(key),
      list: (prefix) => {
        if (prefix === "documents") throw new StorageUnavailableError("refused");
        return files.list(prefix);
      },
    };
    expect(await sweepFiles({ ...talk.app.deps, log, files: failing })).toBe(2);
    expect(said).toMatchObject([{ folder: "documents" }, { folder: "avatars" }]);
    expect(await left(files, avatarKeyOf(gone))).toHaveLength(1);
  });
});
