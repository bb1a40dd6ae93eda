import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { z } from "zod";
import { findReadyLine, type ReadyLine } from "../../tests/support/ready-line.ts";
import { startArguments } from "../../tests/support/start-command.ts";
import { cpuOf, type Machine, machineNow, memoryOf, processTree } from "../processes.ts";
import { type Answer, ask } from "./clients.ts";
import type { Pace } from "./model.ts";

const PASSWORD = "Bench-Dog-2026!";
const QUESTION = JSON.stringify({ message: "What do you like to eat?" });

/** A server that is measured. */
export interface Subject {
  name: "limit" | "ours";
  process: ChildProcess;
  url: string;
  /** Asks the pet something, in a chat of its own. */
  ask(): Promise<Answer>;
  /** A list that is read often, with the headers for it. */
  list: { url: string; headers: Record<string, string> };
}

/** Model, bare pass-through and product, each in a process of its own. */
export interface Rig {
  limit: Subject;
  ours: Subject;
  setPace(pace: Pace): void;
  /** Records what the product's processor time goes into, from now until `endProfile` is called. */
  startProfile(): void;
  endProfile(file: string): Promise<void>;
  stop(): Promise<void>;
}

/** Processor time so far, of a server's own processes and of its database's. */
export interface Spent {
  nodeMs: number;
  databaseMs: number;
  /** Of everything that belongs to the measurement. */
  allMs: number;
  machine: Machine;
}

/** @param workers how many processes of the product share its port */
export async function startRig(workers = 1): Promise<Rig> {
  const folder = await mkdtemp(join(tmpdir(), "pet-talk-bench-"));
  const model = await start("./model.ts");
  const pipe = await start("./pass-through.ts", [model.url]);
  const app = await startProduct(folder, model.url, workers);
  const cookie = await signIn(app.url);
  const headers = { Cookie: cookie };
  const { agents } = z
    .object({ agents: z.array(z.object({ id: z.string() })) })
    .parse(await (await fetch(`${app.url}/api/agents`, { headers })).json());
  const path = `/api/agents/${agents[0]?.id}/chat/stream`;
  return {
    limit: { name: "limit", ...pipe, ask: () => ask(pipe.url, {}, QUESTION), list: { url: pipe.url, headers: {} } },
    ours: {
      ...{ name: "ours", ...app },
      ask: () => ask(`${app.url}${path}`, headers, QUESTION),
      list: { url: `${app.url}/api/agents`, headers },
    },
    setPace: (pace) => void model.process.send(pace),
    startProfile: () => void app.process.send("profile"),
    async endProfile(file) {
      app.process.send({ profileTo: file });
      await once(app.process, "message");
    },
    async stop() {
      model.process.kill();
      pipe.process.kill();
      app.process.kill();
      await once(app.process, "exit");
      await rm(folder, { recursive: true, force: true });
    },
  };
}

export function spentBy({ process: { pid = 0 } }: Subject): Spent {
  const databases = processTree(pid).filter(({ name }) => name === "postgres");
  return {
    nodeMs: ownProcesses(pid).reduce((sum, own) => sum + cpuOf(own), 0),
    databaseMs: databases.reduce((sum, { cpuMs }) => sum + cpuMs, 0),
    allMs: processTree(process.pid).reduce((sum, { cpuMs }) => sum + cpuMs, 0),
    machine: machineNow(),
  };
}

/** Megabytes of a server's own processes. */
export const memoryBy = ({ process: { pid = 0 } }: Subject): number => memoryOf(ownProcesses(pid));

/** A server's process, and its workers. */
const ownProcesses = (root: number): number[] =>
  processTree(root).flatMap(({ pid, name }) => (name === "node" ? [pid] : []));

async function signIn(base: string): Promise<string> {
  const response = await fetch(`${base}/api/auth/login`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ username: "administrator", password: PASSWORD }),
  });
  return response.headers.getSetCookie()[0]?.split(";")[0] ?? "";
}

/** As it is run: what `npm run build` has made, in a folder of its own. */
async function startProduct(folder: string, modelUrl: string, workers: number) {
  const child = fork(fileURLToPath(new URL("../../dist/server/main.js", import.meta.url)), [], {
    cwd: folder,
    execArgv: [...startArguments().options, "--import", new URL("./profiler.mjs", import.meta.url).href],
    env: {
      PATH: process.env.PATH ?? "",
      PORT: "0",
      LOG_LEVEL: "info",
      DATA_DIR: folder,
      OPENAI_BASE_URL: modelUrl,
      ADMIN_PASSWORD: PASSWORD,
      RATE_LIMIT_SCALE: "1000000",
      WORKERS: String(workers),
      ...(process.env.DATABASE_URL !== undefined && { DATABASE_URL: process.env.DATABASE_URL }),
    },
    stdio: ["ignore", "pipe", "inherit", "ipc"],
  });
  const { url } = await readyLineOf(child);
  return { process: child, url };
}

/** Reads what the server prints until it ends: a pipe that nobody reads is soon full, and then holds up whoever writes to it. */
function readyLineOf(child: ChildProcess): Promise<ReadyLine> {
  return new Promise((resolve, reject) => {
    let printed: string | undefined = "";
    child.once("exit", () => reject(new Error(`The server ended:\n${printed}`)));
    child.stdout?.setEncoding("utf8").on("data", (text: string) => {
      if (printed === undefined) return;
      printed += text;
      const ready = findReadyLine(printed);
      if (ready === undefined) return;
      printed = undefined;
      resolve(ready);
    });
  });
}

async function start(module: string, args: readonly string[] = [], env: Record<string, string> = {}) {
  const child = fork(fileURLToPath(new URL(module, import.meta.url)), args, {
    execArgv: [...startArguments().options, "--import", "tsx"],
    env: { PATH: process.env.PATH ?? "", ...env },
  });
  const [url] = await once(child, "message");
  return { process: child, url: z.string().parse(url) };
}

/** How long each part is measured, and how often. */
export interface Options {
  seconds: number;
  rounds: number;
}

/** The part of the machine that something else took between two looks, from 0 to 1. */
export function othersBetween(before: Spent, after: Spent): number {
  const busy = after.machine.busyMs - before.machine.busyMs;
  return Math.max(0, busy - (after.allMs - before.allMs)) / (after.machine.wholeMs - before.machine.wholeMs);
}
