/**
 * Voice, in the ways that people have, with the built product and engines of usual delays that this process plays at the wire:
 *
 *   npm run build && npm run bench:voice [-- --only clips,live,walk --write]
 *
 * - clips: what the product adds to a voice's own time, and how fast Stop is (`--clients 1,5,10 --seconds 10`)
 * - live: from a person's last word to the pet's first sound, in a browser, with a recognizer that listens along and with one
 *   that needs the whole recording (`--set unseen --utterances 15`)
 * - walk: an hour's walk in short: memory, lost sockets, interruptions (`--turns 100`)
 */
import { parseArgs } from "node:util";
import { report, type Table } from "./results.ts";
import { measureClips } from "./voice/clips.ts";
import { measureLive } from "./voice/live.ts";
import { measureWalk } from "./voice/walk.ts";

const { values } = parseArgs({
  options: {
    only: { type: "string", default: "clips,live,walk" },
    clients: { type: "string", default: "1,5,10" },
    seconds: { type: "string", default: "10" },
    set: { type: "string", default: "seen" },
    utterances: { type: "string", default: "15" },
    turns: { type: "string", default: "100" },
    write: { type: "boolean", default: false },
  },
});
const tables: Table[] = [];
for (const way of values.only.split(",")) {
  if (way === "clips")
    tables.push(
      ...(await measureClips({ clients: values.clients.split(",").map(Number), seconds: Number(values.seconds) })),
    );
  if (way === "live")
    for (const recognizer of ["streaming", "whole"] as const)
      tables.push(
        await measureLive({
          set: values.set === "unseen" ? "unseen" : "seen",
          utterances: Number(values.utterances),
          recognizer,
        }),
      );
  if (way === "walk") tables.push(await measureWalk({ turns: Number(values.turns) }));
}
report("voice", tables, values.write);
