/**
 * What a start costs, of the built product and of `npm run dev`: the first, on an empty data folder, and a later one on the
 * same. Seconds by the clock and of the processor until the server is ready, of the processor until nothing is left to do, and
 * the memory then (MB), of the server's processes with what they started, PostgreSQL too. Of each figure the lowest of several runs.
 *
 *   npm run build && npm run bench:start [-- --runs 3 --only built,dev --write]
 *
 * For the first start of `dev`, what is compiled and learned under `node_modules` is deleted, as after `npm ci`. Linux only.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { temporaryDataDir } from "#tests/e2e/support/server.ts";
import { root, startArguments } from "#tests/support/start-command.ts";
import { memoryOf, processTree } from "./processes.ts";
import { report, type Table } from "./results.ts";

const { values } = parseArgs({
  options: {
    runs: { type: "string", default: "3" },
    only: { type: "string", default: "built,dev" },
    write: { type: "boolean", default: false },
  },
});
const START_MS = 180_000;
/** Settled is a server that takes less than this of the processor in as many spans of half a second. */
const still = { spanMs: 500, cpuS: 0.03, spans: 6 } as const;
/** Under `node_modules`. */
const madeByDev = [".vite", ".cache/learned", ".cache/compiled-sources"];
const { options, program } = startArguments();
const commands: Record<string, readonly string[]> = {
  built: [process.execPath, ...options, ...program],
  dev: [join(root, "node_modules/.bin/tsx"), "server/main.ts", "--dev"],
};

const rows: Table["rows"] = [];
for (const name of values.only.split(",")) {
  const runs: Figures[][] = [];
  for (let run = 0; run < Number(values.runs); run++) runs.push(await firstAndLater(name));
  for (const [place, start] of ["first", "later"].entries())
    rows.push({ start: `${name}, ${start}`, ...lowest(runs.flatMap((run) => run[place] ?? [])) });
}
report("start", [{ title: `The lowest of ${values.runs} runs`, rows }], values.write);

type Figures = Awaited<ReturnType<typeof start>>;

async function firstAndLater(name: string): Promise<Figures[]> {
  const command = commands[name];
  if (command === undefined) throw new Error(`There is no ${name}: built or dev.`);
  if (name === "dev")
    for (const folder of madeByDev) rmSync(join(root, "node_modules", folder), { recursive: true, force: true });
  const data = temporaryDataDir();
  try {
    return [await start(command, data.path), await start(command, data.path)];
  } finally {
    data.remove();
  }
}

async function start([file = "", ...args]: readonly string[], dataDir: string) {
  const port = String(20_000 + Math.floor(Math.random() * 10_000));
  const begun = performance.now();
  const server = spawn(file, args, {
    cwd: root,
    env: { PATH: process.env.PATH, HOME: process.env.HOME, LOG_LEVEL: "warn", PORT: port, DATA_DIR: dataDir },
    stdio: ["ignore", "ignore", "inherit"],
  });
  try {
    await untilReady(`http://127.0.0.1:${port}/readyz`, server);
    const ready = { "ready, s": (performance.now() - begun) / 1000, "processor, s": cpuOf(server) };
    await untilSettled(server);
    const memory = memoryOf(processTree(server.pid ?? 0).map(({ pid }) => pid));
    return { ...ready, "settled, processor, s": cpuOf(server), "then, MB": memory };
  } finally {
    const end = new Promise((resolve) => server.once("exit", resolve));
    if (server.kill("SIGTERM")) await end;
  }
}

/** In seconds, of all its processes, also of those that have ended. */
function cpuOf(server: ChildProcess): number {
  return processTree(server.pid ?? 0).reduce((sum, { cpuMs }) => sum + cpuMs, 0) / 1000;
}

async function untilReady(url: string, server: ChildProcess): Promise<void> {
  for (const late = performance.now() + START_MS; performance.now() < late; await sleep(20)) {
    if (server.exitCode !== null) throw new Error(`The server ended with ${server.exitCode}.`);
    if ((await fetch(url).catch(() => undefined))?.ok) return;
  }
  throw new Error("The server did not start in time.");
}

async function untilSettled(server: ChildProcess): Promise<void> {
  let last = cpuOf(server);
  for (let spans = 0; spans < still.spans; ) {
    await sleep(still.spanMs);
    const now = cpuOf(server);
    spans = now - last < still.cpuS ? spans + 1 : 0;
    last = now;
  }
}

function lowest(all: readonly Figures[]): Record<string, number> {
  const names = Object.keys(all[0] ?? {});
  const figureOf = (figures: Figures, name: string) => new Map(Object.entries(figures)).get(name) ?? Number.NaN;
  return Object.fromEntries(
    names.map((name) => [name, Math.round(100 * Math.min(...all.map((figures) => figureOf(figures, name)))) / 100]),
  );
}
