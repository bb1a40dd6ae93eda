import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { run } from "./run.ts";

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}

/**
 * Whether the process is the server on this data. After a restart of the machine or container the pid may be another
 * program's, so its command line decides. That of a zombie (in a container whose pid 1 reaps no orphans) is empty.
 */
export async function isServer(pid: number, data: string): Promise<boolean> {
  if (!isAlive(pid)) return false;
  if (process.platform === "linux") {
    const command = await readFile(`/proc/${pid}/cmdline`, "utf8").catch(() => "");
    return command.split("\0").includes(data);
  }
  if (process.platform === "win32")
    return (await run("tasklist", ["/FI", `PID eq ${pid}`])).output.includes("postgres");
  return (await run("ps", ["-p", `${pid}`, "-o", "command="])).output.includes(data);
}

/** Whether a server runs on the data, whichever process started it. */
export async function isServed(data: string): Promise<boolean> {
  const text = await readFile(join(data, "postmaster.pid"), "utf8").catch(() => "");
  const pid = Number(text.split("\n")[0]);
  return Number.isInteger(pid) && pid > 0 && (await isServer(pid, data));
}
