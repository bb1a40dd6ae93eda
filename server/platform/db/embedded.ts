import { createServer } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { OperatorError } from "#shared/operator-error.ts";
import { type Binaries, findBinaries } from "./embedded/binaries.ts";
import { type Cluster, DATABASE_NAME, openCluster, ROLE_NAME } from "./embedded/cluster.ts";
import { createLease, joinLease, type Lease } from "./embedded/lease.ts";
import { findPostmaster, formerPort, keepLog, launchPostmaster, takeLog } from "./embedded/postmaster.ts";
import { isServer, run, supervise } from "./embedded/processes.ts";

export interface EmbeddedOptions {
  dataDir: string;
  log: (message: string) => void;
  /** False trades crash safety for speed, in tests. */
  durable?: boolean;
}

export interface EmbeddedPostgres {
  url: string;
  /** The server stops with its last user. Never rejects. */
  stop(): Promise<void>;
}

/** Recovery after a crash may take a while. */
const START_TIMEOUT_MS = 60_000;
const STOP_TIMEOUT_MS = 15_000;
const POLL_MS = 25;

/** Starts it or joins one that runs; it stops with its last user. Windows has no supervision. Throws OperatorError. */
export async function startEmbeddedPostgres(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const { dataDir, log, durable = true } = options;
  const binaries = await findBinaries();
  const cluster = await openCluster(binaries, dataDir, durable);
  let server = await findOrStart(binaries, cluster, durable, log);
  const { port } = server;
  try {
    await createDatabase(server.port, cluster);
  } catch (error) {
    await stopServer(binaries, cluster, server);
    throw error;
  }
  const endSupervision = supervise({
    // Windows has no lease and so no supervision.
    isRunning: async () => server.lease === undefined || isServer(server.pid, cluster.data),
    async restart() {
      log("The embedded PostgreSQL has gone, and is started again");
      const { lease } = server;
      server = await findOrStart(binaries, cluster, durable, log, port);
      // Only now: releasing the last lease would have stopped a server that runs after all.
      lease?.release();
      if (server.port !== port) log("The embedded PostgreSQL has another port than before: please restart the product");
    },
    log,
  });
  let stopping: Promise<void> | undefined;
  return {
    url: urlOf(port, cluster, DATABASE_NAME),
    stop() {
      stopping ??= endSupervision()
        .then(() => stopServer(binaries, cluster, server))
        .catch((error: unknown) => log(String(error)));
      return stopping;
    },
  };
}

interface Server {
  pid: number;
  port: number;
  startedHere: boolean;
  lease: Lease | undefined;
}

/** PostgreSQL's own pid file lets one of several starting processes win. */
async function findOrStart(
  binaries: Binaries,
  cluster: Cluster,
  durable: boolean,
  log: (message: string) => void,
  wantedPort?: number,
) {
  const deadline = Date.now() + START_TIMEOUT_MS;
  let lastFailure = "it did not become ready";
  let leaselessSince: number | undefined;
  while (Date.now() < deadline) {
    const found = await findPostmaster(cluster);
    if (!found) {
      const started = await start(binaries, cluster, durable, deadline, wantedPort);
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
      // The process that started it was killed before it made a lease.
      leaselessSince ??= Date.now();
      if (Date.now() - leaselessSince > 2000 && process.platform !== "win32") {
        (await createLease(cluster, found.pid))?.release();
      }
    }
    await pause(POLL_MS);
  }
  throw new OperatorError(`The embedded database could not be started: ${lastFailure}`);
}

async function join(cluster: Cluster, { pid, port }: { pid: number; port: number }): Promise<Server | undefined> {
  const windows = process.platform === "win32";
  const lease = windows ? undefined : joinLease(cluster, pid);
  if (!windows && !lease) return undefined;
  if (await answers(port, cluster)) return { pid, port, startedHere: false, lease };
  lease?.release();
  return undefined;
}

/** Another process was faster, or children of a killed server are still ending. */
const PASSING_FAILURES =
  /postmaster\.pid" (already exists|is empty)|shared memory block .* still in use|Address already in use|could not create any TCP/;

/** The server, or a failure that another try may overcome. Throws any other. */
async function start(
  binaries: Binaries,
  cluster: Cluster,
  durable: boolean,
  deadline: number,
  wantedPort: number | undefined,
) {
  const port = await findFreePort(wantedPort ?? (await formerPort(cluster)));
  const launched = launchPostmaster(binaries, cluster, port, durable);
  const { pid } = launched;
  const lease = pid && process.platform !== "win32" ? await createLease(cluster, pid) : undefined;
  while (launched.exit === undefined && Date.now() < deadline) {
    const found = await findPostmaster(cluster);
    if (found?.pid === pid && found.ready) {
      await keepLog(cluster, launched);
      return { pid, port, startedHere: true, lease } satisfies Server;
    }
    await pause(POLL_MS);
  }
  lease?.release();
  const tail = await takeLog(launched);
  const failure = `${launched.exit ?? "it did not become ready"}\n${tail}`.trim();
  if (PASSING_FAILURES.test(tail)) return failure;
  throw new OperatorError(`The embedded database could not be started: ${failure}`);
}

async function createDatabase(port: number, cluster: Cluster) {
  const client = new pg.Client({ connectionString: urlOf(port, cluster, "postgres"), connectionTimeoutMillis: 10_000 });
  client.on("error", () => {});
  try {
    await client.connect();
    const existing = await client.query("SELECT 1 FROM pg_database WHERE datname = $1", [DATABASE_NAME]);
    if (existing.rowCount === 0) await client.query(`CREATE DATABASE ${DATABASE_NAME}`);
  } catch (error) {
    // Another process made it at the same moment (duplicate_database, unique_violation).
    if (!(error instanceof pg.DatabaseError && (error.code === "42P04" || error.code === "23505"))) throw error;
  } finally {
    await client.end().catch(() => {});
  }
}

async function answers(port: number, cluster: Cluster): Promise<boolean> {
  const client = new pg.Client({ connectionString: urlOf(port, cluster, "postgres"), connectionTimeoutMillis: 5000 });
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

function urlOf(port: number, cluster: Cluster, database: string): string {
  return `postgres://${ROLE_NAME}:${cluster.password}@127.0.0.1:${port}/${database}`;
}

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
