/**
 * The chat path, beside a server that only pipes: sign-in checked, question stored, retrieval, prompt, reply stored.
 *
 *   npm run bench:chat [-- --only first,streams,lists --clients 1,10,50,200 --streams 200,500,1000]
 *                      [--seconds 6 --rounds 2 --tokens 40 --every 20 --first 100] [--workers 1] [--without-model]
 *                      [--beside NAME=CHECKOUT] [--write]
 *
 * Each message is one that was never asked before in the run (`chat/questions.ts`): known and unknown things, small talk,
 * short and long, in four languages, to five pets of different size, one in five going on with a chat of twenty turns.
 *
 * A process plays the OpenAI API. Clients in a closed loop ask it through the pass-through (the limit of what can be
 * reached), then through the product with its embedded PostgreSQL (DATABASE_URL for another; its processor time is then not
 * counted). `--beside` measures another checkout, already built, in the same run. All take turns; of each figure the lowest
 * counts. Linux only. Model, database and clients share the machine, and `others` says how much of it something else took:
 * compare the lines of one run, not two runs.
 */
import { parseArgs } from "node:util";
import { lists, replies } from "./chat/measures.ts";
import { startRig } from "./chat/rig.ts";
import { report, type Table } from "./results.ts";

const { values } = parseArgs({
  options: {
    only: { type: "string", default: "first,streams,lists" },
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
    write: { type: "boolean", default: false },
  },
});
const options = { seconds: Number(values.seconds), rounds: Number(values.rounds) };
const pace = { tokens: Number(values.tokens), everyMs: Number(values.every), firstMs: Number(values.first) };
const numbers = (list: string) => list.split(",").map(Number);
const hasModel = !values["without-model"];
const beside = Object.fromEntries(values.beside.map((one) => one.split("=", 2)));
const rig = await startRig({ workers: Number(values.workers), hasModel, beside });
process.once("SIGINT", () => void rig.stop().then(() => process.exit(130)));
try {
  // Compiled before anything is measured.
  await replies(rig, pace, [8], { seconds: 4, rounds: 1 });
  const tables: Table[] = [];
  for (const part of values.only.split(",")) {
    if (part === "first") tables.push(await replies(rig, pace, numbers(values.clients), options));
    if (part === "streams")
      tables.push(await replies(rig, { tokens: 100, everyMs: 20, firstMs: 20 }, numbers(values.streams), options));
    if (part === "lists") tables.push(await lists(rig, options));
  }
  report(hasModel ? "chat" : "chat-without-model", tables, values.write);
} finally {
  await rig.stop();
}
