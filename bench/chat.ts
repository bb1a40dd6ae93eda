/**
 * The chat path, beside a server that only pipes: sign-in checked, question stored, retrieval, prompt, reply stored.
 *
 *   npm run bench:chat [-- --only first,long,streams,lists,overload --clients 1,10,50,200 --seconds 6 --rounds 2]
 *                      [--tokens 40 --every 20] [--workers 1] [--json FILE] [--profile FILE]
 *
 * A process plays the OpenAI API: so many tokens, so many milliseconds apart, the first after one such step. Clients in
 * a closed loop ask it through the pass-through (the limit of what can be reached), then through the product with its
 * embedded PostgreSQL (DATABASE_URL for another; its processor time is then not counted), each question in a chat of its
 * own with the demo pet. Both take turns, in `--rounds` rounds; of each figure the better round counts. Processor time
 * and memory are those that the operating system reports of each process: Linux only. Model, database and clients share
 * the machine, and `others` says how much of it something else took: compare the columns of one run, not two runs.
 * A profile is of the first process; with `--workers` above 1 that is the one that starts them.
 */
import { writeFileSync } from "node:fs";
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
    seconds: { type: "string", default: "6" },
    rounds: { type: "string", default: "2" },
    workers: { type: "string", default: "1" },
    json: { type: "string" },
    profile: { type: "string" },
  },
});
const rig = await startRig(Number(values.workers));
process.once("SIGINT", () => void rig.stop().then(() => process.exit(130)));
try {
  const figures = await measureAll(rig);
  if (values.json !== undefined) writeFileSync(values.json, JSON.stringify(figures, null, 2));
  console.log(chatTable(figures));
} finally {
  await rig.stop();
}

async function measureAll(rig: Rig): Promise<Figures> {
  const options = { seconds: Number(values.seconds), rounds: Number(values.rounds) };
  const wanted = values.only.split(",");
  const pace = { tokens: Number(values.tokens), everyMs: Number(values.every) };
  const numbers = (list: string) => list.split(",").map(Number);
  const idleMb = wanted.includes("lists") ? await idleMemory(rig) : undefined;
  // Compiled, learned and cached before anything is measured.
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
