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

/** Makes the pid file of a dead server harmless. */
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

/** Processes that used a killed server expect the next one at its port. */
export async function formerPort(cluster: Cluster): Promise<number | undefined> {
  const text = await readFile(join(cluster.data, "postmaster.pid"), "utf8").catch(() => "");
  const port = Number(text.split("\n")[3]);
  return Number.isInteger(port) && port >= 1024 && port <= 65_535 ? port : undefined;
}

export interface LaunchedServer {
  pid: number;
  logFile: string;
  exit?: string;
}

/** Detached, so that Ctrl-C does not reach it before us. */
export function launchPostmaster(binaries: Binaries, cluster: Cluster, port: number, durable: boolean): LaunchedServer {
  const settings = { ...SETTINGS, port: `${port}`, ...(durable ? {} : NOT_DURABLE) };
  const flags = Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  const { file, args, identity } = cluster.user.command(binaries.postgres, ["-D", cluster.data, ...flags]);
  // One for each start, so that two starts don't overwrite each other's.
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

export async function keepLog(cluster: Cluster, { logFile }: LaunchedServer): Promise<void> {
  await rename(logFile, join(cluster.folder, "server.log"));
}

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
  // A container's /dev/shm, which parallel workers need, has 64 MB.
  max_parallel_workers_per_gather: "0",
  max_parallel_maintenance_workers: "0",
  // People's data stay out of the server's log.
  log_min_messages: "log",
  log_min_error_statement: "panic",
  log_checkpoints: "off",
};

const NOT_DURABLE = { fsync: "off", synchronous_commit: "off", full_page_writes: "off", max_connections: "1000" };

/** PostgreSQL takes a living pid for a server unless it is its parent's. The open handle spares a new server's file. */
async function disown(file: FileHandle, lines: string[]) {
  await file.truncate(0);
  await file.write([`${process.pid}`, ...lines.slice(1)].join("\n"), 0);
}
