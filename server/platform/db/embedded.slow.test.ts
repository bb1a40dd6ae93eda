import { type ChildProcess, execFileSync, fork } from "node:child_process";
import { once } from "node:events";
import { statSync, watch } from "node:fs";
import { chmod, mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import pg from "pg";
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { TEST_TIMEOUT_MS } from "#tests/support/timeouts.ts";
import { findBinaries } from "./embedded/binaries.ts";
import { chooseServerUser } from "./embedded/server-user.ts";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "./embedded.ts";

/** A database that is stopped before and after each test: making or copying one takes a second on a slow disk. */
let stopped: string;
beforeAll(async () => {
  stopped = await mkdtemp(join(tmpdir(), "pet-talk-embedded-"));
  await chmod(stopped, 0o711);
  const server = await startEmbeddedPostgres({ dataDir: stopped, log: () => {}, durable: false });
  await server.stop();
});
afterAll(() => rm(stopped, { recursive: true }));

const servers: EmbeddedPostgres[] = [];
const folders: string[] = [];
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.stop()));
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true });
});

describe("the embedded database", () => {
  it("keeps what was written from one start to the next", async () => {
    const dataDir = await makeFolder();
    const first = await start(dataDir);
    await query(first.url, "CREATE TABLE pet AS SELECT 'Tucker' AS name");
    await first.stop();
    await expect(query(first.url, "SELECT 1")).rejects.toThrow(/ECONNREFUSED/);
    const second = await start(dataDir);
    expect(await query(second.url, "SELECT name FROM pet")).toEqual([{ name: "Tucker" }]);
  });

  it("is UTF-8 in every language, on UTC, and open to this machine's users with the password only", async () => {
    const dataDir = stopped;
    const { url } = await start(dataDir);
    expect(await query(url, "SELECT lower('ÄÉ') AS lower, to_tsvector('simple', '“Ölberg”')::text AS words")).toEqual([
      { lower: "äé", words: "'ölberg':1" },
    ]);
    expect(await query(url, "SELECT current_setting('TimeZone') AS zone, current_database() AS name")).toEqual([
      { zone: "UTC", name: "pettalk" },
    ]);
    const guess = new URL(url);
    guess.password = "guess";
    await expect(query(guess.href, "SELECT 1")).rejects.toThrow(/password authentication failed/);
    const password = await stat(join(dataDir, "postgres", "password"));
    expect(password.mode & 0o777).toBe(0o600);
    // Started as root, the server runs as another user.
    if (process.getuid !== undefined) expect(password.uid).toBe(process.getuid());
  });

  it("starts with its data below a private folder", async () => {
    const dataDir = await makeFolder();
    await chmod(dataDir, 0o700);
    const { url } = await start(join(dataDir, "below"));
    expect(await query(url, "SELECT 1 AS one")).toEqual([{ one: 1 }]);
  });

  it("stops when the process that started it is killed, and has the committed rows at the next start [T114]", async () => {
    const dataDir = stopped;
    const { url, child } = await startElsewhere(dataDir);
    const watching = new pg.Client({ connectionString: url });
    const ended = new Promise((resolve) => watching.on("error", resolve));
    await watching.connect();
    await watching.query("CREATE TABLE pet AS SELECT 'Tucker' AS name");
    child.kill("SIGKILL");
    await ended;
    const next = await start(dataDir);
    expect(next.url).not.toBe(url);
    expect(await query(next.url, "SELECT name FROM pet")).toEqual([{ name: "Tucker" }]);
  });

  it.each(["SIGKILL", "SIGINT"] as const)(
    "comes back by itself, at the same address and with the committed rows, when its server gets a %s [T113]",
    async (signal) => {
      const server = await startEmbeddedPostgres({ dataDir: stopped, log: () => {} });
      servers.push(server);
      await query(server.url, "DROP TABLE IF EXISTS killed; CREATE TABLE killed AS SELECT 'Tucker' AS name");
      const [pid] = (await readFile(join(stopped, "postgres", "data", "postmaster.pid"), "utf8")).split("\n");
      process.kill(Number(pid), signal);
      const again = () => query(server.url, "SELECT name FROM killed").catch(() => "away");
      await expect.poll(again, { timeout: TEST_TIMEOUT_MS, interval: 100 }).toEqual([{ name: "Tucker" }]);
      const [next] = (await readFile(join(stopped, "postgres", "data", "postmaster.pid"), "utf8")).split("\n");
      expect(next).not.toBe(pid);
      await server.stop();
      await expect(query(server.url, "SELECT 1")).rejects.toThrow(/ECONNREFUSED/);
    },
  );

  it("is shared by the processes of one data folder and outlives the one that started it", async () => {
    const dataDir = stopped;
    const { url, child } = await startElsewhere(dataDir);
    const joined = await start(dataDir);
    expect(joined.url).toBe(url);
    child.send("stop");
    await once(child, "exit");
    expect(await query(url, "SELECT 1 AS one")).toEqual([{ one: 1 }]);
    await joined.stop();
    await expect(query(url, "SELECT 1")).rejects.toThrow(/ECONNREFUSED/);
  });

  it("goes on for the others when one that joined it stops", async () => {
    const dataDir = stopped;
    const first = await start(dataDir);
    const second = await start(dataDir);
    await second.stop();
    expect(await query(first.url, "SELECT 1 AS one")).toEqual([{ one: 1 }]);
  });

  it("is one server when several processes make it at the same moment", async () => {
    const dataDir = await makeFolder();
    const all = await Promise.all([start(dataDir), start(dataDir)]);
    expect(new Set(all.map(({ url }) => url)).size).toBe(1);
    expect((await readdir(dataDir)).sort()).toEqual(["postgres"]);
  });

  it.each([
    ["of a process that has gone", 2 ** 22 + 1],
    ["that is another program's by now", process.ppid],
  ])("starts although a crash left a pid %s", async (_, pid) => {
    const data = join(stopped, "postgres", "data");
    await writeFile(join(data, "postmaster.pid"), `${pid}\n${data}\n1700000000\n5432\n\n127.0.0.1\n  1 1\nready   \n`);
    const { url } = await start(stopped);
    expect(await query(url, "SELECT 1 AS one")).toEqual([{ one: 1 }]);
  });

  it("says so when the data is another PostgreSQL version's", async () => {
    const file = join(stopped, "postgres", "data", "PG_VERSION");
    const version = await readFile(file, "utf8");
    onTestFinished(() => writeFile(file, version));
    await writeFile(file, "16\n");
    await expect(start(stopped)).rejects.toThrow(/made by PostgreSQL 16, but PostgreSQL 17 is installed/);
  });

  it("starts from a copy, whoever made it", async () => {
    const dataDir = await makeFolder();
    execFileSync("cp", ["-r", `${stopped}/.`, dataDir]);
    const { url } = await start(dataDir);
    expect(await query(url, "SELECT 1 AS one")).toEqual([{ one: 1 }]);
  });

  it("says so, and touches nothing, when its folder holds something else", async () => {
    const dataDir = await makeFolder();
    await writeFile(join(dataDir, "postgres"), "a file");
    await expect(start(dataDir)).rejects.toThrow(/holds no database/);
    expect(await readdir(dataDir)).toEqual(["postgres"]);
  });
});

describe("the embedded database, started as root", () => {
  const needsRoot = "only root may start programs as other users";
  const isRoot = process.getuid?.() === 0;
  const userOf = async (dataDir: string) => (await stat(join(dataDir, "postgres", "data"))).uid;
  const nobody = () => Number(execFileSync("id", ["-u", "nobody"], { encoding: "utf8" }));
  const giveTo = (uid: number, dataDir: string) =>
    execFileSync("chown", ["-R", `${uid}:${uid}`, join(dataDir, "postgres")]);
  const read = (uid: number, path: string) => () => execFileSync("cat", [path], { uid, gid: uid, stdio: "pipe" });

  it("has files that only its own user reads, which has no name and runs nothing else [T132]", async ({ skip }) => {
    skip(!isRoot, needsRoot);
    const dataDir = await makeFolder();
    await start(dataDir);
    const uid = await userOf(dataDir);
    expect([0, nobody()]).not.toContain(uid);
    expect(() => execFileSync("id", ["-un", `${uid}`], { stdio: "pipe" })).toThrow();
    const data = join(dataDir, "postgres", "data");
    for (const folder of [join(dataDir, "postgres"), data]) {
      const { mode, uid: owner } = await stat(folder);
      expect([mode & 0o777, owner]).toEqual([0o700, uid]);
    }
    expect(read(uid, join(data, "PG_VERSION"))).not.toThrow();
    expect(read(nobody(), join(data, "PG_VERSION"))).toThrow(/Permission denied/);
    expect(commandsOf(uid)).not.toEqual([]);
    for (const command of commandsOf(uid)) expect(command).toContain("postgres");
  });

  it("can't be read by others while it is made [T132]", async ({ skip }) => {
    skip(!isRoot || process.platform !== "linux", needsRoot);
    const dataDir = await makeFolder();
    const seen = { draft: new Set<string>(), made: new Set<string>() };
    const watching = watch(dataDir, (_, name) => {
      const found = name === null ? undefined : statSync(join(dataDir, name), { throwIfNoEntry: false });
      const kind = name === "postgres" ? "made" : "draft";
      if (found) seen[kind].add(`${found.uid} ${(found.mode & 0o777).toString(8)}`);
    });
    await start(dataDir);
    watching.close();
    expect([...seen.draft]).toEqual(["0 700"]);
    expect([...seen.made]).toEqual([`${await userOf(dataDir)} 700`]);
  });

  it("takes over the files that versions before gave to `nobody` [T132]", async ({ skip }) => {
    skip(!isRoot, needsRoot);
    giveTo(nobody(), stopped);
    const { url } = await start(stopped);
    expect(await query(url, "SELECT 1 AS one")).toEqual([{ one: 1 }]);
    expect(await userOf(stopped)).not.toBe(nobody());
  });

  it("leaves them to a person who made them, and to `nobody` while a server of a version before runs", async ({
    skip,
  }) => {
    skip(!isRoot, needsRoot);
    const other = 12_345;
    giveTo(other, stopped);
    const server = await start(stopped);
    expect(await query(server.url, "SELECT 1 AS one")).toEqual([{ one: 1 }]);
    expect(await userOf(stopped)).toBe(other);
    await server.stop();
    giveTo(nobody(), stopped);
    const data = join(stopped, "postgres", "data");
    const { owner } = await chooseServerUser(await findBinaries(), stopped, data, async () => true);
    expect(owner?.uid).toBe(nobody());
  });
});

/** What runs as a user. */
const commandsOf = (uid: number): string[] =>
  execFileSync("ps", ["-o", "command=", "-u", `${uid}`], { encoding: "utf8" })
    .split("\n")
    .filter((line) => line !== "");

/** Private to root as a temporary folder is, the server's user would need a way round: one test asks for that. */
async function makeFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "pet-talk-embedded-"));
  await chmod(folder, 0o711);
  folders.push(folder);
  return folder;
}

async function start(dataDir: string): Promise<EmbeddedPostgres> {
  const server = await startEmbeddedPostgres({ dataDir, log: () => {}, durable: false });
  servers.push(server);
  return server;
}

async function startElsewhere(dataDir: string): Promise<{ url: string; child: ChildProcess }> {
  const program = fileURLToPath(new URL("../../../tests/support/embedded-user.ts", import.meta.url));
  const child = fork(program, [dataDir], { execArgv: ["--import", "tsx"] });
  onTestFinished(() => {
    child.kill("SIGKILL");
  });
  const [url] = await once(child, "message");
  return { url: String(url), child };
}

async function query(url: string, text: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  client.on("error", () => {});
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}
