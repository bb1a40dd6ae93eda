import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { z } from "zod";
import { root, startArguments } from "#tests/support/start-command.ts";
import { cpuOf, type Machine, machineNow, memoryOf, processTree } from "../processes.ts";
import { type Answer, ask } from "./clients.ts";
import { MODEL_WORD, type Pace } from "./pace.ts";
import { startProduct } from "./product.ts";
import { createQuestions } from "./questions.ts";

/** A server that is measured. */
export interface Subject {
  /** `limit`, `ours`, or the name of another checkout. */
  name: string;
  process: ChildProcess;
  url: string;
  /** Asks a pet something that nobody asked before. */
  ask(): Promise<Answer>;
  /** A list that is read often, with the headers for it. */
  list: { url: string; headers: Record<string, string> };
}

/** Model, bare pass-through and product, each in a process of its own. */
export interface Rig {
  limit: Subject;
  ours: Subject;
  /** All that is measured: limit, other checkouts, ours. */
  subjects: readonly Subject[];
  setPace(pace: Pace): void;
  /** Records what the product's processor time goes into, from now until `endProfile` is called. */
  startProfile(): void;
  endProfile(file: string): Promise<void>;
  stop(): Promise<void>;
}

export interface RigOptions {
  /** How many processes of the product share its port. */
  workers?: number;
  /** Whether a language model is configured; without one the built-in voice speaks. */
  hasModel?: boolean;
  /** Other checkouts, built, by the names that their figures get. */
  beside?: Readonly<Record<string, string>>;
}

/** Processor time so far, of a server's own processes and of its database's. */
export interface ProcessorTime {
  nodeMs: number;
  databaseMs: number;
  /** Of everything that belongs to the measurement. */
  allMs: number;
  machine: Machine;
}

const QUICK: Pace = { tokens: 5, everyMs: 0, firstMs: 0 };

export async function startRig({ workers = 1, hasModel = true, beside = {} }: RigOptions = {}): Promise<Rig> {
  const nextQuestion = createQuestions();
  const model = await start("./model.ts");
  const pipe = await start("./pass-through.ts", [model.url]);
  model.process.send(QUICK);
  const products: (Subject & { stop(): Promise<void> })[] = [];
  for (const [name, checkout] of Object.entries({ ...beside, ours: root })) {
    const modelUrl = hasModel ? model.url : undefined;
    console.error(`Starting ${name} ...`);
    const product = await startProduct({ checkout, modelUrl, workers, nextQuestion });
    const list = { url: `${product.url}/api/agents`, headers: product.headers };
    products.push({ ...product, name, list, ask: () => product.ask(nextQuestion()) });
  }
  const ours = products.at(-1);
  if (ours === undefined) throw new Error("There is nothing to measure.");
  const limit: Subject = {
    ...{ name: "limit", ...pipe },
    ask: () => ask(pipe.url, {}, JSON.stringify({ message: nextQuestion().message }), MODEL_WORD),
    list: { url: pipe.url, headers: {} },
  };
  return {
    ...{ limit, ours, subjects: [limit, ...products] },
    setPace: (pace) => void model.process.send(pace),
    startProfile: () => void ours.process.send("profile"),
    async endProfile(file) {
      ours.process.send({ profileTo: file });
      await once(ours.process, "message");
    },
    async stop() {
      model.process.kill();
      pipe.process.kill();
      for (const product of products) await product.stop();
    },
  };
}

export function spentBy({ process: { pid = 0 } }: Subject): ProcessorTime {
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

async function start(module: string, args: readonly string[] = []) {
  const child = fork(fileURLToPath(new URL(module, import.meta.url)), args, {
    execArgv: [...startArguments().options, "--import", "tsx"],
    env: { PATH: process.env.PATH ?? "" },
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
export function othersBetween(before: ProcessorTime, after: ProcessorTime): number {
  const busy = after.machine.busyMs - before.machine.busyMs;
  return Math.max(0, busy - (after.allMs - before.allMs)) / (after.machine.wholeMs - before.machine.wholeMs);
}
