import { spawn } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

interface ProcessResult {
  code: number | null;
  output: string;
}

export interface Identity {
  uid?: number;
  gid?: number;
}

interface RunOptions extends Identity {
  env?: NodeJS.ProcessEnv;
  /** An open folder, which the program finds as file descriptor 3. */
  folder?: number;
}

/** Never rejects: a program that can't be started has code null and the reason as output. */
export function run(file: string, args: string[], { folder, ...options }: RunOptions = {}) {
  return new Promise<ProcessResult>((done) => {
    let output = "";
    const collect = (part: Buffer) => {
      output += part.toString();
    };
    try {
      const child = spawn(file, args, { ...options, stdio: ["ignore", "pipe", "pipe", folder ?? "ignore"] });
      child.stdout?.on("data", collect);
      child.stderr?.on("data", collect);
      child.once("error", (error) => done({ code: null, output: error.message }));
      child.once("close", (code) => done({ code, output: output.trim() }));
    } catch (error) {
      // spawn throws for some causes (EACCES, EPERM on another uid) and sends no event.
      done({ code: null, output: String(error) });
    }
  });
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}

/** After a restart the pid may be another program's, so the command line decides; a zombie's is empty. */
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

export async function isServed(data: string): Promise<boolean> {
  const text = await readFile(join(data, "postmaster.pid"), "utf8").catch(() => "");
  const pid = Number(text.split("\n")[0]);
  return Number.isInteger(pid) && pid > 0 && (await isServer(pid, data));
}

const CHECK_EVERY_MS = 2_000;
const RETRY_AFTER_MS = 3_000;

interface SupervisedServer {
  isRunning(): Promise<boolean>;
  restart(): Promise<void>;
  log: (message: string) => void;
}

/** Returns what ends the supervision. */
export function supervise({ isRunning, restart, log }: SupervisedServer): () => Promise<void> {
  const ending = new AbortController();
  const pause = (ms: number) => sleep(ms, undefined, { signal: ending.signal, ref: false }).catch(() => undefined);

  async function checkAgainAndAgain(): Promise<void> {
    for (;;) {
      await pause(CHECK_EVERY_MS);
      if (ending.signal.aborted) return;
      if (await isRunning()) continue;
      if (ending.signal.aborted) return;
      await restart().catch(async (error: unknown) => {
        log(String(error));
        await pause(RETRY_AFTER_MS);
      });
    }
  }

  const checking = checkAgainAndAgain();
  return async () => {
    ending.abort();
    await checking;
  };
}
