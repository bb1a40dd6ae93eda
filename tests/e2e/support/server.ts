import { type ChildProcess, spawn } from "node:child_process";
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../../../", import.meta.url));
const START_TIMEOUT_MS = 60_000;

export interface RunningServer {
  url: string;
  /** What the first start printed; absent on a later one. */
  firstStart: { username: string; password: string; promoCode: string } | undefined;
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

/** The built product, started as `npm start` does, on a free port. */
export async function startServer(dataDir: string, variables: Record<string, string> = {}): Promise<RunningServer> {
  const server = spawn(process.execPath, ["dist/server/main.js"], {
    cwd: root,
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
  const printed = await readAnnouncement(server);
  const url = printed.match(/is ready: (\S+)/)?.[1];
  if (url === undefined) throw new Error(`The server did not say where it is:\n${printed}`);
  return {
    url,
    firstStart: readFirstStart(printed),
    kill: () => end(server, "SIGKILL"),
    stop: () => end(server, "SIGTERM"),
  };
}

/** Everything up to the lower edge of the frame. */
function readAnnouncement(server: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let printed = "";
    const timeout = setTimeout(
      () => reject(new Error(`The server did not start in time:\n${printed}`)),
      START_TIMEOUT_MS,
    );
    server.stdout?.setEncoding("utf8").on("data", (text: string) => {
      printed += text;
      if (!/─\n[\s\S]*─\n/.test(printed)) return;
      clearTimeout(timeout);
      resolve(printed);
    });
    server.once("exit", (code) => reject(new Error(`The server ended with ${code}:\n${printed}`)));
  });
}

function readFirstStart(printed: string): RunningServer["firstStart"] {
  const [, username] = printed.match(/Administrator {2}(\S+)/) ?? [];
  const [, password] = printed.match(/Password {7}(\S+)/) ?? [];
  const [, promoCode] = printed.match(/Promo code {5}(\S+)/) ?? [];
  return username === undefined || password === undefined || promoCode === undefined
    ? undefined
    : { username, password, promoCode };
}

function end(server: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  return new Promise((resolve) => {
    if (server.exitCode !== null || server.signalCode !== null) return resolve(server.exitCode);
    server.once("exit", (code) => resolve(code));
    server.kill(signal);
  });
}
