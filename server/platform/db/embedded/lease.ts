import { spawn } from "node:child_process";
import { closeSync, constants, existsSync, openSync, readSync } from "node:fs";
import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { OperatorError } from "#shared/operator-error.ts";
import type { Cluster } from "./cluster.ts";
import { isAlive, run } from "./processes.ts";

export interface Lease {
  release(): void;
  /** Asked after release(). */
  isHeldByOthers(): boolean;
}

/** Users hold a pipe's write end, which the kernel closes when they die; its reader stops the server after the last. */
export function joinLease(cluster: Cluster, serverPid: number): Lease | undefined {
  const path = leasePath(cluster, serverPid);
  let handle: number | undefined;
  try {
    handle = openSync(path, constants.O_WRONLY | constants.O_NONBLOCK);
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : undefined;
    if (code === "ENOENT") return undefined;
    // ENXIO: nobody reads the pipe. A second watcher does no harm.
    if (code !== "ENXIO") throw error;
    handle = openWithWatcher(cluster, serverPid, path);
  }
  return {
    release() {
      if (handle !== undefined) closeSync(handle);
      handle = undefined;
    },
    isHeldByOthers: () => hasWriter(path),
  };
}

/** Nothing is ever written: a read without waiting finds the pipe's end, or EAGAIN while a writer is there. */
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

/** The pipe goes before the last check for writers, so that nobody joins unnoticed; the pid may be another's now. */
const WATCHER = `
trap '' INT TERM HUP
cat >/dev/null
rm -f "$2"
cat >/dev/null
read -r pid <"$3/postmaster.pid" && [ "$pid" = "$1" ] && kill -INT "$1"
`;

function openWithWatcher(cluster: Cluster, serverPid: number, path: string): number {
  // Opened without blocking, or it would wait for a writer; the watcher's own end must block.
  const opener = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  const handle = openSync(path, constants.O_WRONLY);
  const reader = openSync(path, constants.O_RDONLY);
  closeSync(opener);
  const watcher = spawn("/bin/sh", ["-c", WATCHER, "watcher", `${serverPid}`, path, cluster.data], {
    detached: true,
    cwd: "/",
    stdio: [reader, "ignore", "ignore"],
  });
  // The server then outlives this process, and the next start joins it.
  watcher.once("error", () => {});
  watcher.unref();
  closeSync(reader);
  return handle;
}
