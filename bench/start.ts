import { type ChildProcess, spawn } from "node:child_process";
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { type Browser, chromium } from "@playwright/test";
import { root, startArguments } from "#tests/support/start-command.ts";
import { ensureChromium } from "../scripts/chromium.ts";
import { type Machine, machineNow, memoryOf, processTree } from "./processes.ts";

/**
 * What a start costs, of the built product and of `npm run dev`: the first, on an empty data folder, and a later one on the
 * same. By the clock and in time of the processor (s), until the server is ready, until the landing page can be used in a browser,
 * and until nothing is left to do (processor alone); then the memory (MB). Of each figure the best of several runs.
 *
 *   npm run build && npm run bench:start [-- --runs 3] [--only built,dev]
 *
 * Processor and memory are those of the server's processes with what they started, PostgreSQL too, and not the browser's. For
 * the first start of `dev`, what Vite, the compiled sources and the languages have under `node_modules` is deleted, as after `npm ci`. Linux only.
 */
const { values } = parseArgs({
  options: { runs: { type: "string", default: "3" }, only: { type: "string", default: "built,dev" } },
});
const START_MS = 180_000;
/** Settled is a server that takes less than this of the processor in as many spans of half a second. */
const still = { spanMs: 500, cpuMs: 30, spans: 6 } as const;

const kinds: Record<string, { command: () => string[]; made: readonly string[] }> = {
  built: { command: builtCommand, made: [] },
  dev: {
    command: () => [join(root, "node_modules/.bin/tsx"), "server/main.ts", "--dev"],
    made: [".vite", ".cache/learned", ".cache/compiled-sources"],
  },
};

interface Figures {
  "ready, s": number;
  "processor, s": number;
  "page, s": number;
  "processor till then, s": number;
  "settled, processor, s": number;
  "then, MB": number;
}

const browser = await chromium.launch({ executablePath: ensureChromium(), args: ["--no-sandbox", "--disable-gpu"] });
const before = machineNow();
let ours = 0;
try {
  const table: Record<string, Figures> = {};
  for (const name of values.only.split(",")) {
    const runs: [Figures, Figures][] = [];
    for (let run = 0; run < Number(values.runs); run++) runs.push(await firstAndLater(name));
    table[`${name}, first`] = best(runs.map(([first]) => first));
    table[`${name}, later`] = best(runs.map(([, later]) => later));
  }
  console.table(table);
  console.log(`others took ${othersShare(before, machineNow())} % of the machine`);
} finally {
  await browser.close();
}

function builtCommand(): string[] {
  const { options, program } = startArguments();
  return [process.execPath, ...options, ...program];
}

async function firstAndLater(name: string): Promise<[Figures, Figures]> {
  const { command, made } = kinds[name] ?? {};
  if (command === undefined || made === undefined) throw new Error(`There is no ${name}: built or dev.`);
  const dataDir = mkdtempSync(join(tmpdir(), "pet-talk-start-"));
  // As root the database runs as another user, who has to get in.
  chmodSync(dataDir, 0o711);
  for (const folder of made) rmSync(join(root, "node_modules", folder), { recursive: true, force: true });
  try {
    return [await start(command(), dataDir, browser), await start(command(), dataDir, browser)];
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}

async function start([program = "", ...args]: string[], dataDir: string, from: Browser): Promise<Figures> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const context = await from.newContext({ serviceWorkers: "block" });
  const page = await context.newPage();
  const begun = performance.now();
  const server = spawn(program, args, {
    cwd: root,
    env: {
      ...{ PATH: process.env.PATH, HOME: process.env.HOME, LOG_LEVEL: "warn" },
      ...{ HOST: "127.0.0.1", PORT: String(port), DATA_DIR: dataDir },
    },
    stdio: ["ignore", "ignore", "inherit"],
  });
  const passed = () => (performance.now() - begun) / 1000;
  try {
    await untilReady(url, server);
    const ready = { "ready, s": passed(), "processor, s": cpuOf(server) };
    await page.goto(url);
    await page.getByRole("button", { name: "Hear Tucker answer" }).and(page.locator(":enabled")).waitFor();
    const shown = { "page, s": passed(), "processor till then, s": cpuOf(server) };
    await untilSettled(server);
    const pids = processTree(server.pid ?? 0).map(({ pid }) => pid);
    return { ...ready, ...shown, "settled, processor, s": cpuOf(server), "then, MB": memoryOf(pids) };
  } finally {
    await context.close();
    await ended(server);
  }
}

/** In seconds, of all its processes, also of those that have ended. */
function cpuOf(server: ChildProcess): number {
  return processTree(server.pid ?? 0).reduce((sum, { cpuMs }) => sum + cpuMs, 0) / 1000;
}

async function untilReady(url: string, server: ChildProcess): Promise<void> {
  for (const late = performance.now() + START_MS; performance.now() < late; await sleep(20)) {
    if (server.exitCode !== null) throw new Error(`The server ended with ${server.exitCode}.`);
    const answer = await fetch(`${url}/readyz`).catch(() => undefined);
    if (answer?.ok) return;
  }
  throw new Error("The server did not start in time.");
}

async function untilSettled(server: ChildProcess): Promise<void> {
  let last = cpuOf(server);
  for (let spans = 0; spans < still.spans; ) {
    await sleep(still.spanMs);
    const now = cpuOf(server);
    spans = (now - last) * 1000 < still.cpuMs ? spans + 1 : 0;
    last = now;
  }
}

async function ended(server: ChildProcess): Promise<void> {
  ours += cpuOf(server);
  if (server.exitCode !== null) return;
  const end = new Promise((resolve) => server.once("exit", resolve));
  server.kill("SIGTERM");
  await end;
}

function best(runs: readonly Figures[]): Figures {
  const least = (part: keyof Figures) => Math.round(100 * Math.min(...runs.map((run) => run[part]))) / 100;
  return {
    ...{ "ready, s": least("ready, s"), "processor, s": least("processor, s") },
    ...{ "page, s": least("page, s"), "processor till then, s": least("processor till then, s") },
    ...{ "settled, processor, s": least("settled, processor, s"), "then, MB": Math.round(least("then, MB")) },
  };
}

/** Neither the servers' nor this program's; the browser counts as somebody else. */
function othersShare(from: Machine, to: Machine): number {
  const own = process.cpuUsage();
  const used = ours * 1000 + (own.user + own.system) / 1000;
  return Math.round((100 * Math.max(0, to.busyMs - from.busyMs - used)) / (to.wholeMs - from.wholeMs));
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => resolve(typeof address === "object" && address !== null ? address.port : 0));
    });
  });
}
