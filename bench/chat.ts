/**
 * The chat path, beside a server that only pipes: sign-in checked, question stored, retrieval, prompt, reply stored.
 *
 *   npm run bench:chat [-- --only first,long,streams,lists,overload --clients 1,10,50,200 --seconds 6 --rounds 2]
 *                      [--tokens 40 --every 20 --first 100] [--workers 1] [--without-model]
 *                      [--beside NAME=CHECKOUT] [--json FILE] [--write] [--profile FILE]
 *
 * Each message is one that was never asked before in the run (`chat/questions.ts`): known and unknown things, small talk,
 * short and long, in four languages, to five pets of different size, one in five going on with a chat of twenty turns.
 *
 * A process plays the OpenAI API: so many tokens, so many milliseconds apart. Clients in a closed loop ask it through the
 * pass-through (the limit of what can be reached), then through the product with its embedded PostgreSQL (DATABASE_URL for
 * another; its processor time is then not counted). `--beside` measures another checkout, already built, in the same
 * run. All take turns, in `--rounds` rounds; of each figure the better round counts. Processor time and memory are those
 * that the operating system reports of each process: Linux only. Model, database and clients share the machine, and `others`
 * says how much of it something else took: compare the lines of one run, not two runs. `--write` keeps the figures in
 * bench/results/chat.json. A profile is of the first process; with `--workers` above 1 that is the one that starts them.
 */
import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { cpus } from "node:os";
import { parseArgs } from "node:util";
import { overload } from "./chat/overload.ts";
import { type Figures, firstTokens, idleMemory, lists, longReplies, streams } from "./chat/parts.ts";
import { type Rig, startRig } from "./chat/rig.ts";
import { chatTable } from "./chat/table.ts";

const { values } = parseArgs({
  options: {
    only: { type: "string", default: "first,long,streams,lists,overload" },
    clients: { type: "string", default: "1,10,50,200" },
    streams: { type: "string", default: "200,500,1000" },
    tokens: { type: "string", default: "40" },
    every: { type: "string", default: "20" },
    first: { type: "string", default: "100" },
    seconds: { type: "string", default: "6" },
    rounds: { type: "string", default: "2" },
    workers: { type: "string", default: "1" },
    "without-model": { type: "boolean", default: false },
    beside: { type: "string", multiple: true, default: [] },
    json: { type: "string" },
    write: { type: "boolean", default: false },
    profile: { type: "string" },
  },
});
const beside = Object.fromEntries(values.beside.map((one) => one.split("=", 2)));
const rig = await startRig({ workers: Number(values.workers), hasModel: !values["without-model"], beside });
process.once("SIGINT", () => void rig.stop().then(() => process.exit(130)));
try {
  const figures = await measureAll(rig);
  if (values.json !== undefined) writeFileSync(values.json, JSON.stringify(figures, null, 2));
  if (values.write) writeResults(figures);
  console.log(chatTable(figures));
} finally {
  await rig.stop();
}

async function measureAll(rig: Rig): Promise<Figures> {
  const options = { seconds: Number(values.seconds), rounds: Number(values.rounds) };
  const wanted = values.only.split(",");
  const pace = { tokens: Number(values.tokens), everyMs: Number(values.every), firstMs: Number(values.first) };
  const numbers = (list: string) => list.split(",").map(Number);
  const idleMb = wanted.includes("lists") ? await idleMemory(rig) : undefined;
  // Compiled before anything is measured.
  await firstTokens(rig, pace, [8], { seconds: 4, rounds: 1 });
  if (values.profile !== undefined) rig.startProfile();
  const figures: Figures = {};
  if (idleMb !== undefined) figures.lists = await lists(rig, options, idleMb);
  if (wanted.includes("first")) figures.firstTokens = await firstTokens(rig, pace, numbers(values.clients), options);
  if (wanted.includes("long")) figures.longReplies = await longReplies(rig, options);
  if (wanted.includes("streams")) figures.streams = await streams(rig, numbers(values.streams), options);
  if (wanted.includes("overload")) figures.overload = await overload(rig, options);
  if (values.profile !== undefined) await rig.endProfile(values.profile);
  return figures;
}

function writeResults(figures: Figures): void {
  const folder = new URL("./results/", import.meta.url);
  const commit = execFileSync("git", ["rev-parse", "--short", "HEAD"], { encoding: "utf8" }).trim();
  const at = new Date().toISOString();
  mkdirSync(folder, { recursive: true });
  const machine = { node: process.version, cores: cpus().length };
  const name = values["without-model"] ? "chat-without-model.json" : "chat.json";
  writeFileSync(new URL(name, folder), `${JSON.stringify({ at, commit, machine, ...figures }, null, 2)}\n`);
}
