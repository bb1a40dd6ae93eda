import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startEmbeddedPostgres } from "../../server/db/embedded.ts";

/** That of TEST_DATABASE_URL (PostgreSQL 14+), else an embedded one in a temporary folder. */
export async function findDatabaseServer() {
  const given = process.env.TEST_DATABASE_URL;
  if (given) return { url: given, outlivesTests: true, stop: async () => {} };
  const folder = await mkdtemp(join(tmpdir(), "pet-talk-tests-"));
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
