import { createServer } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { OperatorError } from "../operator-error.ts";
import { type Binaries, findBinaries } from "./embedded/binaries.ts";
import { type Cluster, DATABASE_NAME, openCluster, ROLE_NAME } from "./embedded/cluster.ts";
import { createLease, joinLease, type Lease } from "./embedded/lease.ts";
import {
  type Address,
  findPostmaster,
  formerPort,
  keepLog,
  launchPostmaster,
  type Postmaster,
  socketFolderOf,
  takeLog,
} from "./embedded/postmaster.ts";
import { isServer } from "./embedded/processes.ts";
import { run } from "./embedded/run.ts";
import { supervise } from "./embedded/supervise.ts";

export interface EmbeddedOptions {
  dataDir: string;
  log: (message: string) => void;
  /** False gives up crash safety for speed: for tests only. */
  durable?: boolean;
}

export interface EmbeddedPostgres {
  url: string;
  /** Ends this process's use of the server, which stops with its last user. Never rejects; may be called again. */
  stop(): Promise<void>;
}

/** Long, because recovery after a crash may take a while; a server that is just stopping is waited for as well. */
const START_TIMEOUT_MS = 60_000;
const STOP_TIMEOUT_MS = 15_000;
const POLL_MS = 25;

/**
 * Starts the PostgreSQL of the npm package with its data under `<dataDir>/postgres`, or joins the one that another
 * process started there. The server lives as long as any of its users does, whoever started it: it stops even when they are
 * killed, and is started again at the same address when it is killed itself. On Windows nothing supervises it: it stops
 * with the `stop()` of the process that started it. Rejects with a sentence for the person who starts the product.
 */
export async function startEmbeddedPostgres(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const { dataDir, log, durable = true } = options;
  const binaries = await findBinaries();
  const cluster = await openCluster(binaries, dataDir, durable);
  let server = await findOrStart(binaries, cluster, durable, log);
  const url = urlOf(server, cluster, DATABASE_NAME);
  try {
    await createDatabase(server, cluster);
  } catch (error) {
    await stopServer(binaries, cluster, server);
    throw error;
  }
  const endSupervision = supervise({
    // Without a lease (on Windows) the server is not supervised.
    isRunning: async () => server.lease === undefined || isServer(server.pid, cluster.data),
    async restart() {
      log("The embedded PostgreSQL has gone, and is started again");
      const { lease } = server;
      server = await findOrStart(binaries, cluster, durable, log);
      // Only now: if the server was running after all, releasing the last lease before would have stopped it.
      lease?.release();
      if (urlOf(server, cluster, DATABASE_NAME) !== url)
        log("The embedded PostgreSQL has another address than before: please restart the product");
    },
    log,
  });
  let stopping: Promise<void> | undefined;
  return {
    url,
    stop() {
      stopping ??= endSupervision()
        .then(() => stopServer(binaries, cluster, server))
        .catch((error: unknown) => log(String(error)));
      return stopping;
    },
  };
}

interface Server extends Address {
  pid: number;
  startedHere: boolean;
  /** Absent on Windows. */
  lease: Lease | undefined;
}

/** Several processes may be here at once: PostgreSQL's own pid file lets one start, and the others join it. */
async function findOrStart(binaries: Binaries, cluster: Cluster, durable: boolean, log: (message: string) => void) {
  const deadline = Date.now() + START_TIMEOUT_MS;
  let lastFailure = "it did not become ready";
  let leaselessSince: number | undefined;
  while (Date.now() < deadline) {
    const found = await findPostmaster(cluster);
    if (!found) {
      const started = await start(binaries, cluster, durable, deadline);
      if (typeof started !== "string") {
        log(`Embedded PostgreSQL listens on 127.0.0.1:${started.port}, data under ${cluster.folder}`);
        return started;
      }
      lastFailure = started;
    } else if (found.ready) {
      const joined = await join(cluster, found);
      if (joined) {
        log(`Joined the embedded PostgreSQL on 127.0.0.1:${joined.port}, data under ${cluster.folder}`);
        return joined;
      }
      // Ready, but without a lease for seconds: the process that started it was killed before it made one.
      leaselessSince ??= Date.now();
      if (Date.now() - leaselessSince > 2000 && process.platform !== "win32") {
        (await createLease(cluster, found.pid))?.release();
      }
    }
    await pause(POLL_MS);
  }
  throw new OperatorError(`The embedded database could not be started: ${lastFailure}`);
}

async function join(cluster: Cluster, { pid, port, socketFolder }: Postmaster): Promise<Server | undefined> {
  const windows = process.platform === "win32";
  const lease = windows ? undefined : joinLease(cluster, pid);
  if (!windows && !lease) return undefined;
  const address = { port, socketFolder };
  if (await answers(address, cluster)) return { pid, ...address, startedHere: false, lease };
  lease?.release();
  return undefined;
}

/** Another process was faster (at the pid file or the port), or children of a killed server are still ending. */
const PASSING_FAILURES =
  /(postmaster\.pid|\.lock)" (already exists|is empty)|shared memory block .* still in use|Address already in use|could not create any TCP/;

/** Not every file system takes socket files: that of a folder of the host in a virtual machine's container may not. */
const NO_SOCKET_FILE = /could not (create any Unix-domain|bind Unix)/;

/** @returns the server, or why it did not start where another try may succeed. @throws any other failure */
async function start(
  binaries: Binaries,
  cluster: Cluster,
  durable: boolean,
  deadline: number,
  hasSocketFile = true,
): Promise<Server | string> {
  const port = await findFreePort(await formerPort(cluster));
  const address = { port, socketFolder: hasSocketFile ? await socketFolderOf(cluster, port) : "" };
  const launched = launchPostmaster(binaries, cluster, address, durable);
  const { pid } = launched;
  const lease = pid && process.platform !== "win32" ? await createLease(cluster, pid) : undefined;
  while (launched.exit === undefined && Date.now() < deadline) {
    const found = await findPostmaster(cluster);
    if (found?.pid === pid && found.ready) {
      await keepLog(cluster, launched);
      return { pid, ...address, startedHere: true, lease };
    }
    await pause(POLL_MS);
  }
  lease?.release();
  const tail = await takeLog(launched);
  const failure = `${launched.exit ?? "it did not become ready"}\n${tail}`.trim();
  if (hasSocketFile && NO_SOCKET_FILE.test(tail)) return start(binaries, cluster, durable, deadline, false);
  if (PASSING_FAILURES.test(tail)) return failure;
  throw new OperatorError(`The embedded database could not be started: ${failure}`);
}

async function createDatabase(address: Address, cluster: Cluster) {
  const client = new pg.Client({
    connectionString: urlOf(address, cluster, "postgres"),
    connectionTimeoutMillis: 10_000,
  });
  client.on("error", () => {});
  try {
    await client.connect();
    const existing = await client.query("SELECT 1 FROM pg_database WHERE datname = $1", [DATABASE_NAME]);
    if (existing.rowCount === 0) await client.query(`CREATE DATABASE ${DATABASE_NAME}`);
  } catch (error) {
    // duplicate_database, unique_violation: another process made it at the same moment.
    if (!(error instanceof pg.DatabaseError && (error.code === "42P04" || error.code === "23505"))) throw error;
  } finally {
    await client.end().catch(() => {});
  }
}

async function answers(address: Address, cluster: Cluster): Promise<boolean> {
  const client = new pg.Client({
    connectionString: urlOf(address, cluster, "postgres"),
    connectionTimeoutMillis: 5000,
  });
  client.on("error", () => {});
  try {
    await client.connect();
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => {});
  }
}

async function stopServer(binaries: Binaries, cluster: Cluster, { pid, startedHere, lease }: Server) {
  if (!lease) {
    if (startedHere) await run(binaries.pgCtl, ["stop", "-D", cluster.data, "-m", "fast", "-w"]);
    return;
  }
  lease.release();
  const done = async () => lease.isHeldByOthers() || !(await isServer(pid, cluster.data));
  if (!(await becomes(done, STOP_TIMEOUT_MS)))
    throw new OperatorError(`The embedded database (pid ${pid}) is still stopping`);
}

async function becomes(condition: () => Promise<boolean>, withinMs: number): Promise<boolean> {
  const deadline = Date.now() + withinMs;
  while (!(await condition())) {
    if (Date.now() > deadline) return false;
    await pause(POLL_MS);
  }
  return true;
}

function urlOf({ port, socketFolder }: Address, cluster: Cluster, database: string): string {
  const url = new URL(`postgres://${ROLE_NAME}:${cluster.password}@127.0.0.1:${port}/${database}`);
  if (socketFolder !== "") url.searchParams.set("host", socketFolder);
  return url.href;
}

/** The wanted port if it is free, else any other. */
function findFreePort(wanted = 0): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once("error", (error) => {
      if (wanted === 0) reject(error);
      else resolve(findFreePort());
    });
    probe.listen(wanted, "127.0.0.1", () => {
      const address = probe.address();
      probe.close(() => {
        if (address && typeof address === "object") resolve(address.port);
        else reject(new Error("No free port on 127.0.0.1"));
      });
    });
  });
}
