import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { closeSync, openSync } from "node:fs";
import { type FileHandle, open, readFile, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import type { Binaries } from "./binaries.ts";
import { type Cluster, SERVER_ENV } from "./cluster.ts";
import { isAlive, isServer } from "./processes.ts";

/** Where a server answers: always at a port of 127.0.0.1. */
export interface Address {
  port: number;
  /** The folder of its socket file, which costs less than half as much as a port; empty where it has none. */
  socketFolder: string;
}

export interface Postmaster extends Address {
  pid: number;
  ready: boolean;
}

/** The server that postmaster.pid names, if it runs. */
export async function findPostmaster(cluster: Cluster): Promise<Postmaster | undefined> {
  // Lines: pid, data folder, start time, port, socket folder, address, shared memory, status.
  const lines = await readLock(join(cluster.data, "postmaster.pid"), cluster);
  if (!lines) return undefined;
  const [pid, , , port, socketFolder = ""] = lines;
  return { pid: Number(pid), port: Number(port), socketFolder, ready: lines[7]?.trim() === "ready" };
}

/** The lines of a lock file that a running server holds. One that a dead server left is made harmless (`disown`). */
async function readLock(path: string, cluster: Cluster): Promise<string[] | undefined> {
  const file = await open(path, "r+").catch(() => undefined);
  if (!file) return undefined;
  try {
    const lines = (await file.readFile("utf8")).split("\n");
    const pid = Number(lines[0]);
    if (!Number.isInteger(pid) || pid <= 0) return undefined;
    if (await isServer(pid, cluster.data)) return lines;
    if (pid !== process.pid && isAlive(pid)) await disown(file, lines);
    return undefined;
  } finally {
    await file.close();
  }
}

/** The longest path of a socket file, in bytes: macOS takes one less than this, Linux four more. */
const SOCKET_PATH_BYTES = 104;

/** The folder for the socket file: the database's own, which lives as long as it does. Empty where there can be no such file. */
export async function socketFolderOf(cluster: Cluster, port: number): Promise<string> {
  const path = join(cluster.folder, `.s.PGSQL.${port}`);
  if (process.platform === "win32" || Buffer.byteLength(path) >= SOCKET_PATH_BYTES) return "";
  await readLock(`${path}.lock`, cluster);
  return cluster.folder;
}

/** The port of a server that was killed, from its pid file: processes that used it expect the next server there. */
export async function formerPort(cluster: Cluster): Promise<number | undefined> {
  const text = await readFile(join(cluster.data, "postmaster.pid"), "utf8").catch(() => "");
  const port = Number(text.split("\n")[3]);
  return Number.isInteger(port) && port >= 1024 && port <= 65_535 ? port : undefined;
}

export interface Launched {
  pid: number;
  logFile: string;
  /** Set once the server has ended. */
  exit?: string;
}

/** Starts the server detached from our terminal (Ctrl-C must not reach it before us) and returns at once. */
export function launchPostmaster(
  binaries: Binaries,
  cluster: Cluster,
  { port, socketFolder }: Address,
  durable: boolean,
): Launched {
  const address = { port: `${port}`, unix_socket_directories: quoted(socketFolder) };
  const settings = { ...SETTINGS, ...address, ...(durable ? {} : NOT_DURABLE) };
  const flags = Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  const { file, args, identity } = cluster.user.command(binaries.postgres, ["-D", cluster.data, ...flags]);
  // A log file for each start: of two servers started at once, the one that fails must not overwrite the other's log.
  const logFile = join(cluster.folder, `starting-${randomUUID()}.log`);
  const logHandle = openSync(logFile, "w", 0o600);
  try {
    const child = spawn(file, args, {
      ...identity,
      env: SERVER_ENV,
      detached: true,
      windowsHide: true,
      stdio: ["ignore", logHandle, logHandle],
    });
    const launched: Launched = { pid: child.pid ?? 0, logFile };
    child.once("error", (error) => {
      launched.exit = error.message;
    });
    child.once("exit", (code, signal) => {
      launched.exit ??= signal ? `ended by ${signal}` : `ended with code ${code}`;
    });
    child.unref();
    return launched;
  } finally {
    closeSync(logHandle);
  }
}

/** Gives the log its usual name, server.log, once the server is ready. */
export async function keepLog(cluster: Cluster, { logFile }: Launched): Promise<void> {
  await rename(logFile, join(cluster.folder, "server.log"));
}

/** The last lines of the log of a server that didn't start; the file is deleted. */
export async function takeLog({ logFile }: Launched): Promise<string> {
  const text = await readFile(logFile, "utf8").catch(() => "");
  await rm(logFile, { force: true });
  return text.trim().split("\n").slice(-8).join("\n");
}

const SETTINGS = {
  listen_addresses: "127.0.0.1",
  shared_buffers: "64MB",
  max_connections: "100",
  timezone: "UTC",
  log_timezone: "UTC",
  // Parallel workers share memory through /dev/shm, of which a container has 64 MB; and this is a small server.
  max_parallel_workers_per_gather: "0",
  max_parallel_maintenance_workers: "0",
  // The application logs its own errors; statements and values of people's data stay out of the server's log.
  log_min_messages: "log",
  log_min_error_statement: "panic",
  log_checkpoints: "off",
};

/** As one entry of a list, whatever letters it has. */
const quoted = (folder: string): string => (folder === "" ? "" : `"${folder.replaceAll('"', '""')}"`);

/** For tests: faster, and loses data in a crash; with room for the processes of a machine with many cores. */
const NOT_DURABLE = { fsync: "off", synchronous_commit: "off", full_page_writes: "off", max_connections: "1000" };

/**
 * Replaces the dead server's pid by ours. PostgreSQL takes a living pid in the file for a running server, unless it is
 * that of its own parent process, which we are going to be. The file is not deleted, because PostgreSQL also checks the
 * shared memory that it names. It is written through the handle it was read by: a server that starts meanwhile makes a
 * new file, which must not be overwritten.
 */
async function disown(file: FileHandle, lines: string[]) {
  await file.truncate(0);
  await file.write([`${process.pid}`, ...lines.slice(1)].join("\n"), 0);
}
