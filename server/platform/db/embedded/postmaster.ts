import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { closeSync, openSync } from "node:fs";
import { type FileHandle, open, readFile, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import type { Binaries } from "./binaries.ts";
import { type Cluster, SERVER_ENV } from "./cluster.ts";
import { isAlive, isServer } from "./processes.ts";

export interface Postmaster {
  pid: number;
  port: number;
  ready: boolean;
}

/** The server that postmaster.pid names, if it runs. A file that a dead server left is made harmless (`disown`). */
export async function findPostmaster(cluster: Cluster): Promise<Postmaster | undefined> {
  const file = await open(join(cluster.data, "postmaster.pid"), "r+").catch(() => undefined);
  if (!file) return undefined;
  try {
    // Lines: pid, data folder, start time, port, socket folder, address, shared memory, status.
    const lines = (await file.readFile("utf8")).split("\n");
    const pid = Number(lines[0]);
    if (!Number.isInteger(pid) || pid <= 0) return undefined;
    if (await isServer(pid, cluster.data)) return { pid, port: Number(lines[3]), ready: lines[7]?.trim() === "ready" };
    if (pid !== process.pid && isAlive(pid)) await disown(file, lines);
    return undefined;
  } finally {
    await file.close();
  }
}

/** The port of a server that was killed, from its pid file: processes that used it expect the next server there. */
export async function formerPort(cluster: Cluster): Promise<number | undefined> {
  const text = await readFile(join(cluster.data, "postmaster.pid"), "utf8").catch(() => "");
  const port = Number(text.split("\n")[3]);
  return Number.isInteger(port) && port >= 1024 && port <= 65_535 ? port : undefined;
}

export interface LaunchedServer {
  pid: number;
  logFile: string;
  /** Set once the server has ended. */
  exit?: string;
}

/** Starts the server detached from our terminal (Ctrl-C must not reach it before us) and returns at once. */
export function launchPostmaster(binaries: Binaries, cluster: Cluster, port: number, durable: boolean): LaunchedServer {
  const settings = { ...SETTINGS, port: `${port}`, ...(durable ? {} : NOT_DURABLE) };
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
    const launched: LaunchedServer = { pid: child.pid ?? 0, logFile };
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
export async function keepLog(cluster: Cluster, { logFile }: LaunchedServer): Promise<void> {
  await rename(logFile, join(cluster.folder, "server.log"));
}

/** The last lines of the log of a server that didn't start; the file is deleted. */
export async function takeLog({ logFile }: LaunchedServer): Promise<string> {
  const text = await readFile(logFile, "utf8").catch(() => "");
  await rm(logFile, { force: true });
  return text.trim().split("\n").slice(-8).join("\n");
}

const SETTINGS = {
  listen_addresses: "127.0.0.1",
  unix_socket_directories: "",
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
