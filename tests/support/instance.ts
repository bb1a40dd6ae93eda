import { type ChildProcess, spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { entry } from "#server/platform/threads/entry.ts";
import { findReadyLine, type ReadyLine } from "./ready-line.ts";

/** A server process of its own, run from the sources, without pages. */
export interface Instance {
  url: string;
  /** Whether this start made the administrator, or one before it on this folder did and nobody has signed in yet. */
  awaitsFirstSignIn: boolean;
  /** What it wrote until it was ready. */
  printed: string;
  /** What it logged, a line each. */
  log: string[];
  /** Ends it at once, as a crash would. */
  kill(): Promise<void>;
  /** Ends it as an operator would. @returns its exit code */
  stop(): Promise<number | null>;
  /** Throws an error in it that nobody catches; only where it was started with `failsWhenTold`. @returns its exit code */
  fail(): Promise<number | null>;
}

/** Variables with which a process throws at a signal, as a fault of ours would; `fail` and `failProcess` send it. */
export const failsWhenTold = (how: "thrown" | "rejected" = "thrown"): Record<string, string> => {
  const fault = how === "thrown" ? 'throw(Error("a-fault"))' : 'Promise.reject(Error("a-fault"))';
  const script = `process.on("${FAIL_SIGNAL}",()=>{setImmediate(()=>{${fault}})})`;
  return { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(script)}` };
};
export const failProcess = (pid: number): boolean => process.kill(pid, FAIL_SIGNAL);
const FAIL_SIGNAL = "SIGUSR2";

const START_TIMEOUT_MS = 90_000;
const STOP_TIMEOUT_MS = 40_000;

/** @param dataDir also where it runs, so that no .env of the project counts */
export async function startInstance(dataDir: string, variables: Record<string, string>): Promise<Instance> {
  const { url: main, execArgv } = entry(import.meta.url, "../../server/main");
  const server = spawn(process.execPath, [...execArgv, fileURLToPath(main), "--api-only"], {
    cwd: dataDir,
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      PORT: "0",
      DATA_DIR: dataDir,
      LOG_LEVEL: "warn",
      ...variables,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  // Whatever becomes of the test, no server outlives it.
  const killWithTest = () => server.kill("SIGKILL");
  process.once("exit", killWithTest);
  server.once("exit", () => process.off("exit", killWithTest));
  const log: string[] = [];
  const { ready, printed } = await readReadyLine(server, log);
  return {
    url: ready.url,
    printed,
    awaitsFirstSignIn: ready.firstSignIn !== undefined,
    log,
    async kill() {
      server.kill("SIGKILL");
      await ended(server);
    },
    async stop() {
      server.kill("SIGTERM");
      const late = setTimeout(() => server.kill("SIGKILL"), STOP_TIMEOUT_MS);
      await ended(server);
      clearTimeout(late);
      return server.exitCode;
    },
    async fail() {
      server.kill(FAIL_SIGNAL);
      await ended(server);
      return server.exitCode;
    },
  };
}

/** What comes after the line is the log. */
function readReadyLine(server: ChildProcess, log: string[]): Promise<{ ready: ReadyLine; printed: string }> {
  return new Promise((resolve, reject) => {
    let printed = "";
    let isReady = false;
    const giveUp = (why: string) => {
      clearTimeout(late);
      reject(new Error(`The server ${why}:\n${printed}`));
    };
    const late = setTimeout(() => {
      server.kill("SIGKILL");
      giveUp("did not start in time");
    }, START_TIMEOUT_MS);
    const read = (text: string) => {
      if (isReady) log.push(...text.split("\n").filter((line) => line !== ""));
      else printed += text;
      const ready = isReady ? undefined : findReadyLine(printed);
      if (ready === undefined) return;
      isReady = true;
      clearTimeout(late);
      resolve({ ready, printed });
    };
    server.stdout?.setEncoding("utf8").on("data", read);
    server.stderr?.setEncoding("utf8").on("data", read);
    server.once("exit", (code) => giveUp(`ended with ${code}`));
  });
}

function ended(server: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    if (server.exitCode !== null || server.signalCode !== null) resolve();
    else server.once("exit", () => resolve());
  });
}
