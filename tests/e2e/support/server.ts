import { type ChildProcess, spawn } from "node:child_process";
import { chmodSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findReadyLine, type ReadyLine } from "#tests/support/ready-line.ts";
import { root, startArguments } from "#tests/support/start-command.ts";

const START_TIMEOUT_MS = 60_000;

export interface RunningServer {
  url: string;
  pid: number;
  /** What the administrator signs in with for the first time; absent once somebody has done so. */
  firstSignIn: { username: string; password: string | null; promoCode: string } | undefined;
  /** Ends the process at once, as a crash would. */
  kill(): Promise<unknown>;
  /** The exit code; null where a signal ended it. */
  stop(): Promise<number | null>;
}

/** A data folder that goes with the test. */
export function temporaryDataDir(): { path: string; remove(): void } {
  const path = mkdtempSync(join(tmpdir(), "pet-talk-browser-"));
  // As root the database runs as another user, who has to get in.
  chmodSync(path, 0o711);
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}

/** The built product, of this checkout or another, started as `npm start` does, on a free port. */
export async function startServer(
  dataDir: string,
  variables: Record<string, string> = {},
  checkout = root,
): Promise<RunningServer> {
  const { options, program } = startArguments();
  const server = spawn(process.execPath, [...options, ...program], {
    cwd: checkout,
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      PORT: "0",
      DATA_DIR: dataDir,
      LOG_LEVEL: "warn",
      // Browser tests sign in and ask faster than anybody would, all from one address.
      RATE_LIMIT_SCALE: "1000",
      ...variables,
    },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const { url, firstSignIn } = await readReadyLine(server);
  return {
    url,
    pid: server.pid ?? 0,
    firstSignIn: firstSignIn === undefined ? undefined : JSON.parse(readFileSync(firstSignIn, "utf8")),
    kill: () => end(server, "SIGKILL"),
    stop: () => end(server, "SIGTERM"),
  };
}

function readReadyLine(server: ChildProcess): Promise<ReadyLine> {
  return new Promise((resolve, reject) => {
    let printed = "";
    const timeout = setTimeout(
      () => reject(new Error(`The server did not start in time:\n${printed}`)),
      START_TIMEOUT_MS,
    );
    server.stdout?.setEncoding("utf8").on("data", (text: string) => {
      printed += text;
      const ready = findReadyLine(printed);
      if (ready === undefined) return;
      clearTimeout(timeout);
      resolve(ready);
    });
    server.once("exit", (code) => reject(new Error(`The server ended with ${code}:\n${printed}`)));
  });
}

function end(server: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  return new Promise((resolve) => {
    if (server.exitCode !== null || server.signalCode !== null) return resolve(server.exitCode);
    server.once("exit", (code) => resolve(code));
    server.kill(signal);
  });
}
