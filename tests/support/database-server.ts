import { chmod, mkdtemp, rm, statfs } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startEmbeddedPostgres } from "../../server/db/embedded.ts";

/** Linux keeps its files in memory. */
const MEMORY = "/dev/shm";
/** Three processes of tests and their databases take 160 MB. */
const ROOM_BYTES = 1024 ** 3;

/** That of TEST_DATABASE_URL (PostgreSQL 14+), else an embedded one in a temporary folder. */
export async function findDatabaseServer() {
  const given = process.env.TEST_DATABASE_URL;
  if (given) return { url: given, outlivesTests: true, stop: async () => {} };
  const folder = await mkdtemp(join(await quickFolder(), "pet-talk-tests-"));
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
