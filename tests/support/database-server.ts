import { chmod, mkdtemp, readdir, rm, stat, statfs } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startEmbeddedPostgres } from "#server/platform/db/embedded.ts";

/** Linux keeps its files in memory. */
const MEMORY = "/dev/shm";
/** Three processes of tests and their databases take 160 MB. */
const ROOM_BYTES = 1024 ** 3;
const PREFIX = "pet-talk-tests-";
/** No run of tests takes so long. */
const LEFT_BEHIND_MS = 24 * 3600 * 1000;

/** That of TEST_DATABASE_URL (PostgreSQL 14+), else an embedded one in a temporary folder. */
export async function findDatabaseServer() {
  const given = process.env.TEST_DATABASE_URL;
  if (given) return { url: given, outlivesTests: true, stop: async () => {} };
  const parent = await quickFolder();
  await removeLeftBehind(parent);
  const folder = await mkdtemp(join(parent, PREFIX));
  // mkdtemp makes it private; as root the server runs as another user.
  await chmod(folder, 0o711);
  const server = await startEmbeddedPostgres({ dataDir: folder, log: () => {}, durable: false });
  return {
    url: server.url,
    outlivesTests: false,
    async stop() {
      await server.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Memory where there is room, which a container may lack: to copy a database there takes a seventh of the processor's time. */
async function quickFolder(): Promise<string> {
  const { bavail, bsize } = await statfs(MEMORY).catch(() => ({ bavail: 0, bsize: 0 }));
  return bavail * bsize < ROOM_BYTES ? tmpdir() : MEMORY;
}

/** What killed runs have left, which in memory would stay until the machine is started again. */
async function removeLeftBehind(parent: string): Promise<void> {
  const names = (await readdir(parent)).filter((name) => name.startsWith(PREFIX));
  for (const folder of names.map((name) => join(parent, name))) {
    const { mtimeMs } = await stat(folder).catch(() => ({ mtimeMs: Number.POSITIVE_INFINITY }));
    // Another account's can't be removed.
    if (Date.now() - mtimeMs > LEFT_BEHIND_MS) await rm(folder, { recursive: true, force: true }).catch(() => {});
  }
}
