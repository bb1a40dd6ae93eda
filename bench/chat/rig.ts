import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { z } from "zod";
import { root } from "#tests/support/start-command.ts";
import { cpuOf, machineNow, memoryOf, processTree } from "../processes.ts";
import { type Answer, ask, MODEL_WORD, type Pace } from "./clients.ts";
import { type Product, startProduct } from "./product.ts";
import { createQuestions } from "./questions.ts";

/** A server that is measured. */
export interface Subject {
  /** `limit`, `ours`, or the name of another checkout. */
  name: string;
  pid: number;
  url: string;
  /** Asks a pet something that nobody asked before. */
  ask(): Promise<Answer>;
  /** A list that is read often, with the headers for it. */
  list: { url: string; headers: Record<string, string> };
}

/** Model, bare pass-through and products, each in a process of its own. */
export interface Rig {
  ours: Subject & Pick<Product, "read" | "stop">;
  /** All that is measured: limit, other checkouts, ours. */
  subjects: readonly Subject[];
  setPace(pace: Pace): void;
  stop(): Promise<void>;
}

interface RigOptions {
  /** How many processes of the product share its port. */
  workers?: number;
  /** Whether a language model is configured; without one the diary voice speaks. */
  hasModel?: boolean;
  /** Other checkouts, built, by the names that their figures get. */
  beside?: Readonly<Record<string, string>>;
}

/** Processor time so far in milliseconds: of a server and its workers, of its database, and of all that belongs to the run. */
export interface ProcessorTime {
  node: number;
  database: number;
  all: number;
  machine: { busyMs: number; wholeMs: number };
}

export async function startRig({ workers = 1, hasModel = true, beside = {} }: RigOptions = {}): Promise<Rig> {
  const nextQuestion = createQuestions();
  const model = await start("./model.ts");
  const pipe = await start("./pass-through.ts", [model.url]);
  const setPace = (pace: Pace) => void model.process.send(pace);
  setPace({ tokens: 5, everyMs: 0, firstMs: 0 });
  const startSubject = async (name: string, checkout: string) => {
    console.error(`Starting ${name} ...`);
    const modelUrl = hasModel ? model.url : undefined;
    const product = await startProduct({ checkout, modelUrl, workers, nextQuestion });
    const list = { url: `${product.url}/api/agents`, headers: product.headers };
    return { ...product, name, list, ask: () => product.ask(nextQuestion()) };
  };
  const others: Rig["ours"][] = [];
  for (const [name, checkout] of Object.entries(beside)) others.push(await startSubject(name, checkout));
  const ours = await startSubject("ours", root);
  const limit: Subject = {
    ...{ name: "limit", pid: pipe.process.pid ?? 0, url: pipe.url },
    ask: () => ask(pipe.url, {}, JSON.stringify({ message: nextQuestion().message }), MODEL_WORD),
    list: { url: pipe.url, headers: {} },
  };
  return {
    ...{ ours, subjects: [limit, ...others, ours], setPace },
    async stop() {
      model.process.kill();
      pipe.process.kill();
      for (const product of [...others, ours]) await product.stop();
    },
  };
}

export function spentBy({ pid }: Subject): ProcessorTime {
  const databases = processTree(pid).filter(({ name }) => name === "postgres");
  return {
    node: nodeProcesses(pid).reduce((sum, own) => sum + cpuOf(own), 0),
    database: databases.reduce((sum, { cpuMs }) => sum + cpuMs, 0),
    all: processTree(process.pid).reduce((sum, { cpuMs }) => sum + cpuMs, 0),
    machine: machineNow(),
  };
}

/** The part of the machine that something else took between two looks, in percent. */
export function othersBetween(before: ProcessorTime, after: ProcessorTime): number {
  const busy = after.machine.busyMs - before.machine.busyMs;
  const whole = after.machine.wholeMs - before.machine.wholeMs;
  return Math.round((100 * Math.max(0, busy - (after.all - before.all))) / whole);
}

/** Megabytes of a server's own processes. */
export const memoryBy = ({ pid }: Subject): number => memoryOf(nodeProcesses(pid));

/** A server's process, and its workers. */
const nodeProcesses = (pid: number): number[] =>
  processTree(pid).flatMap(({ pid: own, name }) => (name === "node" ? [own] : []));

async function start(module: string, args: readonly string[] = []) {
  const child = fork(fileURLToPath(new URL(module, import.meta.url)), args, {
    execArgv: ["--import", "tsx"],
    env: { PATH: process.env.PATH ?? "" },
  });
  const [url] = await once(child, "message");
  return { process: child, url: z.string().parse(url) };
}
