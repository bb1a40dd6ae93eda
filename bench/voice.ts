import { parseArgs } from "node:util";

/**
 * Voice, measured four ways:
 *
 *   npm run bench:voice                     what the product adds to a voice's own time, and how fast Stop is
 *   npm run bench:voice -- --live           from a person's last word to the pet's first sound, in a browser
 *   npm run bench:voice -- --walk           an hour's walk in short: memory, lost sockets, interruptions
 *   npm run bench:voice -- --talks 50       so many live talks at once on one server
 *
 * Each is a program of its own in bench/voice/, whose beginning says more. All but the first run the built product
 * (`npm run build` before), and `--write` keeps their tables in bench/results.
 */
const { values } = parseArgs({
  strict: false,
  options: { live: { type: "boolean" }, walk: { type: "boolean" }, talks: { type: "string" } },
});
if (values.live) await import("./voice/live.ts");
else if (values.walk) await import("./voice/walk.ts");
else if (values.talks !== undefined) await import("./voice/talks.ts");
else await import("./voice/replies.ts");
