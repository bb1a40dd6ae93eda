import { type ChildProcess, spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { entry } from "../../server/entry.ts";

/** A server process of its own, run from the sources, without pages. */
export interface Instance {
  url: string;
  /** Whether this was the first start: the one that made the administrator. */
  isFirst: boolean;
  /** What it logged, a line each. */
  log: string[];
  /** Ends it at once, as a crash would. */
  kill(): Promise<void>;
  /** Ends it as an operator would. @returns its exit code */
  stop(): Promise<number | null>;
}

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
  const printed = await readAnnouncement(server, log);
  const url = printed.match(/is ready: (\S+)/)?.[1];
  if (url === undefined) throw new Error(`The server did not say where it is:\n${printed}`);
  return {
    url,
    isFirst: printed.includes("First start."),
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
  };
}

/** Everything up to the lower edge of the frame; what comes after it is the log. */
function readAnnouncement(server: ChildProcess, log: string[]): Promise<string> {
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
      if (isReady || !/─\n[\s\S]*─\n/.test(printed)) return;
      isReady = true;
      clearTimeout(late);
      resolve(printed);
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
