import { spawn } from "node:child_process";
import { closeSync, constants, existsSync, openSync, readSync } from "node:fs";
import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { OperatorError } from "#shared/operator-error.ts";
import type { Cluster } from "./cluster.ts";
import { isAlive } from "./processes.ts";
import { run } from "./run.ts";

export interface Lease {
  release(): void;
  /** Whether others hold one: to be asked after release(). */
  isHeldByOthers(): boolean;
}

/**
 * Joins the users of a running server: each holds the write end of one named pipe open, which the kernel closes when a
 * process ends, in whatever way. A detached shell reads the pipe, and stops the server when the last writer has gone.
 * Undefined where the server has no pipe: it has just started, or is about to stop.
 */
export function joinLease(cluster: Cluster, serverPid: number): Lease | undefined {
  const path = leasePath(cluster, serverPid);
  let held: number | undefined;
  try {
    held = openSync(path, constants.O_WRONLY | constants.O_NONBLOCK);
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : undefined;
    if (code === "ENOENT") return undefined;
    // ENXIO: nobody reads the pipe. The process that made it died before it started a watcher, or is about to start one; a
    // second watcher does no harm.
    if (code !== "ENXIO") throw error;
    held = openWithWatcher(cluster, serverPid, path);
  }
  return {
    release() {
      if (held !== undefined) closeSync(held);
      held = undefined;
    },
    isHeldByOthers: () => hasWriter(path),
  };
}

/** Nothing is ever written: a read that does not wait finds the pipe's end, or EAGAIN while it is open for writing. */
function hasWriter(path: string): boolean {
  let reader: number | undefined;
  try {
    reader = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
    readSync(reader, Buffer.alloc(1));
    return false;
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EAGAIN";
  } finally {
    if (reader !== undefined) closeSync(reader);
  }
}

/** For the process that started the server: makes the pipe, deletes those of servers that have ended, and joins. */
export async function createLease(cluster: Cluster, serverPid: number): Promise<Lease | undefined> {
  for (const name of await readdir(cluster.folder)) {
    const pid = Number(/^lease-(\d+)$/.exec(name)?.[1]);
    if (pid && !isAlive(pid)) await rm(join(cluster.folder, name), { force: true });
  }
  const path = leasePath(cluster, serverPid);
  const made = await run("mkfifo", ["-m", "600", path]);
  if (made.code !== 0 && !existsSync(path))
    throw new OperatorError(`The named pipe ${path} can't be made: ${made.output}`);
  return joinLease(cluster, serverPid);
}

function leasePath(cluster: Cluster, serverPid: number): string {
  return join(cluster.folder, `lease-${serverPid}`);
}

/**
 * The pipe is deleted before the watcher checks once more for writers, so that nobody joins unnoticed between the last
 * writer's end and the stop. The pid file is read again because the server may have ended by itself, and another program
 * may have its pid now.
 */
const WATCHER = `
trap '' INT TERM HUP
cat >/dev/null
rm -f "$2"
cat >/dev/null
read -r pid <"$3/postmaster.pid" && [ "$pid" = "$1" ] && kill -INT "$1"
`;

function openWithWatcher(cluster: Cluster, serverPid: number, path: string): number {
  // Opened without blocking, or it would wait for a writer. The watcher's own end must block: it is opened once a writer
  // exists.
  const opener = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  const held = openSync(path, constants.O_WRONLY);
  const reader = openSync(path, constants.O_RDONLY);
  closeSync(opener);
  const watcher = spawn("/bin/sh", ["-c", WATCHER, "watcher", `${serverPid}`, path, cluster.data], {
    detached: true,
    cwd: "/",
    stdio: [reader, "ignore", "ignore"],
  });
  // Without a watcher the server merely outlives this process, and the next start joins it.
  watcher.once("error", () => {});
  watcher.unref();
  closeSync(reader);
  return held;
}
