import { spawn } from "node:child_process";
import { once } from "node:events";
import { chown, mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

export interface PgBouncer {
  /** As DATABASE_URL wants it. */
  url: string;
  stop(): Promise<void>;
}

/** It refuses to run as root. */
const NOBODY = 65_534;

/** A real PgBouncer in front of a database's server. @param program its path */
export async function startPgBouncer(
  program: string,
  databaseUrl: string,
  mode: "session" | "transaction" | "statement",
): Promise<PgBouncer> {
  const url = new URL(databaseUrl);
  const folder = await mkdtemp(join(tmpdir(), "pet-talk-pooler-"));
  const port = await freePort();
  const users = join(folder, "users.txt");
  const configuration = join(folder, "pgbouncer.ini");
  const password = decodeURIComponent(url.password).replaceAll('"', '""');
  await writeFile(users, `"${decodeURIComponent(url.username)}" "${password}"\n`);
  await writeFile(
    configuration,
    [
      "[databases]",
      `* = host=${url.hostname} port=${url.port || 5432}`,
      "[pgbouncer]",
      `listen_addr = 127.0.0.1\nlisten_port = ${port}\nunix_socket_dir =`,
      `auth_type = scram-sha-256\nauth_file = ${users}`,
      `pool_mode = ${mode}\ndefault_pool_size = 60`,
    ].join("\n"),
  );
  const isRoot = process.getuid?.() === 0;
  if (isRoot) for (const path of [folder, users, configuration]) await chown(path, NOBODY, NOBODY);
  const pooler = spawn(program, [configuration], {
    stdio: ["ignore", "ignore", "pipe"],
    ...(isRoot && { uid: NOBODY, gid: NOBODY }),
  });
  const killWithTest = () => pooler.kill("SIGKILL");
  process.once("exit", killWithTest);
  const ended = once(pooler, "exit");
  await new Promise<void>((resolve, reject) => {
    let printed = "";
    pooler.stderr.setEncoding("utf8").on("data", (text: string) => {
      printed += text;
      if (printed.includes("process up")) resolve();
    });
    ended.then(() => reject(new Error(`PgBouncer ended: ${printed}`)), reject);
  });
  url.hostname = "127.0.0.1";
  url.port = String(port);
  return {
    url: url.href,
    async stop() {
      process.off("exit", killWithTest);
      pooler.kill("SIGKILL");
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer().once("error", reject);
    probe.listen(0, "127.0.0.1", () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === "object" && address !== null ? address.port : 0));
    });
  });
}
