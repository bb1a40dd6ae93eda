import { createHash } from "node:crypto";
import { cp, mkdtemp, readFile, rm, stat, truncate, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import type { Pool } from "pg";
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";
import { createAgent, getAgent } from "#shared/api/agents.ts";
import { login } from "#shared/api/auth.ts";
import { chatStream, listMessages } from "#shared/api/chat.ts";
import { listDocuments, uploadDocument } from "#shared/api/documents.ts";
import { startTestApp, type TestApp } from "#tests/support/app.ts";
import { createTestDatabase, type TestDatabase } from "#tests/support/database.ts";
import { PASSWORD } from "#tests/support/first-start.ts";
import { WAIT_TIMEOUT_MS } from "#tests/support/timeouts.ts";
import type { Visitor } from "#tests/support/visitor.ts";
import { connect } from "../db/client.ts";
import { installJobQueue } from "../jobs/queue.ts";
import { createLog } from "../observe/log.ts";
import { backUp } from "./backup.ts";
import { BackupError } from "./format.ts";
import { restore } from "./restore.ts";

/** Texts may hold what ends a line elsewhere. */
const PET = 'Bis\u2028cuit\'s "best" \\ friend';
let folder: string;
let app: TestApp;
let owner: Visitor;
let agentId: string;
let sessionId = "";
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "pet-talk-backup-"));
  app = await startTestApp();
  owner = await app.owner("careful-owner");
  agentId = (await owner.call(createAgent, { body: { name: PET } })).id;
  const notes = new Blob(["Biscuit sleeps under the stairs.\nHe is afraid of hats."], { type: "text/plain" });
  const pet = { id: agentId };
  await owner.call(uploadDocument, { params: pet, file: notes, filename: "notes.txt" });
  await vi.waitFor(
    async () => {
      const [document] = await owner.call(listDocuments, { params: pet });
      if (document?.processingStatus !== "processed") throw new Error("not yet");
    },
    { timeout: WAIT_TIMEOUT_MS },
  );
  const asked = { params: { id: agentId }, body: { message: "Where do you sleep?" } };
  for await (const event of owner.stream(chatStream, asked)) if (event.type === "session") sessionId = event.sessionId;
  await app.deps.pool.query(
    "select graphile_worker.add_job('delete_files', $1, job_key => 'later', run_at => now() + interval '1 day')",
    [JSON.stringify({ prefix: "agents/gone" })],
  );
  await backUp({ pool: app.deps.pool, filesFolder: filesOf(app), to: backup() });
});
afterAll(async () => {
  await app.stop();
  await rm(folder, { recursive: true, force: true });
});

const backup = () => join(folder, "monday");
const filesOf = ({ deps }: TestApp) => join(deps.env.DATA_DIR, "files");

interface Place {
  database: TestDatabase;
  pool: Pool;
  filesFolder: string;
  close(): Promise<void>;
}

/** An empty database with the migrations, and a data folder that is not there yet. */
async function emptyPlace(): Promise<Place> {
  const database = await createTestDatabase();
  const connection = connect(database.url, { max: 2, log: () => {} });
  await installJobQueue(connection.pool, createLog("silent"));
  const dataDir = await mkdtemp(join(folder, "place-"));
  const close = async () => {
    await connection.close();
    await database.drop();
  };
  return { database, pool: connection.pool, filesFolder: join(dataDir, "files"), close };
}

/** Of each table, how many rows it has and a digest of what they hold. */
async function contentOf(pool: Pool) {
  const { rows: tables } = await pool.query<{ name: string }>(
    "select table_name as name from information_schema.tables where table_schema = 'public' order by 1",
  );
  const contents: Record<string, unknown> = {};
  for (const { name } of tables) {
    const { rows } = await pool.query(
      `select count(*)::int as rows, md5(coalesce(string_agg(line, '' order by line collate "C"), '')) as digest
       from (select to_jsonb(t)::text as line from "${name}" as t) as lines`,
    );
    contents[name] = rows[0];
  }
  return contents;
}

describe("a backup that is restored to a second place", () => {
  let place: Place;
  beforeAll(async () => {
    place = await emptyPlace();
    await restore({ pool: place.pool, filesFolder: place.filesFolder, from: backup() });
  });
  afterAll(() => place.close());

  it("has the same rows in every table, but no sign-ins and no counters [T120]", async () => {
    const original = await contentOf(app.deps.pool);
    const restored = await contentOf(place.pool);
    for (const name of ["auth_sessions", "rate_limits"]) {
      expect(restored[name]).toMatchObject({ rows: 0 });
      delete original[name];
      delete restored[name];
    }
    expect(restored).toEqual(original);
    expect(restored.passages).not.toMatchObject({ rows: 0 });
    expect(restored.messages).toMatchObject({ rows: 2 });
  });

  it("has the same files [T120]", async () => {
    const { files } = JSON.parse(await readFile(join(backup(), "backup.json"), "utf8"));
    expect(files.length).toBeGreaterThan(0);
    for (const { key, sha256 } of files) {
      const [original, restored] = await Promise.all(
        [filesOf(app), place.filesFolder].map((root) => readFile(join(root, key))),
      );
      expect(restored).toEqual(original);
      expect(
        createHash("sha256")
          .update(restored ?? "")
          .digest("hex"),
      ).toBe(sha256);
    }
  });

  it("has the jobs that were still to do, and every rule of the database", async () => {
    const jobs = "select task_identifier, key, max_attempts from graphile_worker.jobs where key = 'later'";
    expect((await place.pool.query(jobs)).rows).toEqual((await app.deps.pool.query(jobs)).rows);
    const rules = "select count(*) from pg_constraint where contype = 'f' and condeferrable";
    expect((await place.pool.query(rules)).rows).toEqual([{ count: "0" }]);
    const triggers = "select tgname from pg_trigger where not tgisinternal and tgenabled <> 'O'";
    expect((await place.pool.query(triggers)).rows).toEqual([]);
  });

  it("is one where the owner signs in, finds pet, document and chat, and goes on [T120]", async () => {
    const second = await startTestApp({
      env: { DATABASE_URL: place.database.url, DATA_DIR: join(place.filesFolder, "..") },
    });
    const again = second.visitor();
    await again.call(login, { body: { username: "careful-owner", password: PASSWORD } });
    expect(await again.call(getAgent, { params: { id: agentId } })).toMatchObject({ name: PET });
    const said = (by: Visitor) => by.call(listMessages, { params: { sessionId }, query: {} });
    expect(await said(again)).toEqual(await said(owner));
    const asked = { params: { id: agentId }, body: { message: "What are you afraid of?", sessionId } };
    const events: string[] = [];
    for await (const event of again.stream(chatStream, asked)) events.push(event.type);
    await second.stop();
    expect(events).toContain("complete");
  });
});

const tableIn = (from: string, name: string) => join(from, "tables", `${name}.ndjson.gz`);
async function cut(path: string) {
  const { size } = await stat(path);
  await truncate(path, Math.floor(size / 2));
}
async function changeList(from: string, change: object) {
  const path = join(from, "backup.json");
  await writeFile(path, JSON.stringify({ ...JSON.parse(await readFile(path, "utf8")), ...change }));
}

describe("a backup", () => {
  it("is readable by its owner only, and goes into a new folder", async () => {
    expect((await stat(join(backup(), "tables", "users.ndjson.gz"))).mode & 0o077).toBe(0);
    expect((await stat(backup())).mode & 0o077).toBe(0);
    await expect(backUp({ pool: app.deps.pool, filesFolder: filesOf(app), to: backup() })).rejects.toThrow("not empty");
  });

  it("is not restored over what is there", async () => {
    const place = { pool: app.deps.pool, from: backup() };
    await expect(restore({ ...place, filesFolder: filesOf(app) })).rejects.toThrow("holds files already");
    await expect(restore({ ...place, filesFolder: join(folder, "new") })).rejects.toThrow("holds rows already");
  });

  it.each<[string, RegExp, (from: string) => Promise<unknown>]>([
    ["no such folder", /is no backup, or one that was not finished/, (from) => rm(from, { recursive: true })],
    ["no list", /is no backup, or one that was not finished/, (from) => rm(join(from, "backup.json"))],
    ["a list that was cut", /backup\.json is damaged: take another/, (from) => cut(join(from, "backup.json"))],
    [
      "a list without its jobs",
      /backup\.json is damaged: take another/,
      (from) => changeList(from, { jobs: undefined }),
    ],
    ["a list of fewer tables", /its list is damaged/, (from) => changeList(from, { tables: [] })],
    [
      "a list of a file outside",
      /backup\.json is damaged: take another/,
      (from) => changeList(from, { files: [{ key: "../../etc/passwd", bytes: 1, sha256: "" }] }),
    ],
    ["a missing table", /The table messages is missing in the backup/, (from) => rm(tableIn(from, "messages"))],
    ["a table that was cut", /The table messages is damaged in the backup/, (from) => cut(tableIn(from, "messages"))],
    [
      "a table that is no JSON",
      /The table users is damaged in the backup/,
      (from) => writeFile(tableIn(from, "users"), gzipSync("{nonsense}\n")),
    ],
    [
      "a table that is empty",
      /What its rows refer to is damaged in the backup/,
      (from) => writeFile(tableIn(from, "users"), gzipSync("")),
    ],
    ["a missing file", /The file \S+ is missing or damaged/, (from) => rm(join(from, "files"), { recursive: true })],
  ])("with %s is refused in a sentence, and leaves nothing behind [T120]", async (_what, sentence, damage) => {
    const place = await emptyPlace();
    onTestFinished(() => place.close());
    const before = await contentOf(place.pool);
    const from = await mkdtemp(join(folder, "damaged-"));
    await cp(backup(), from, { recursive: true });
    await damage(from);
    const refusal: unknown = await restore({ ...place, from }).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(BackupError);
    expect(String(refusal)).toMatch(sentence);
    expect(await contentOf(place.pool)).toEqual(before);
  });

  it("that was not finished, or is damaged, is not restored, and leaves nothing behind [T120]", async () => {
    const place = await emptyPlace();
    const before = await contentOf(place.pool);
    const from = backup();
    const path = join(from, "tables", "users.ndjson.gz");
    const whole = await readFile(path);
    await expect(restore({ ...place, from: folder })).rejects.toThrow("no backup");
    await writeFile(path, gzipSync(gunzipSync(whole).toString().replace("Robin", "Rabin")));
    await expect(restore({ ...place, from })).rejects.toThrow("users is damaged");
    await writeFile(path, whole);
    const { files } = JSON.parse(await readFile(join(from, "backup.json"), "utf8"));
    const stored = join(from, "files", files[0].key);
    const bytes = await readFile(stored);
    await writeFile(
      stored,
      bytes.map((byte, at) => (at === 0 ? byte ^ 1 : byte)),
    );
    await expect(restore({ ...place, from })).rejects.toThrow("is missing or damaged");
    await writeFile(stored, bytes);
    expect(await contentOf(place.pool)).toEqual(before);
    await restore({ ...place, from });
    expect(await contentOf(place.pool)).not.toEqual(before);
    await place.close();
  });
});
