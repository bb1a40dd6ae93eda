import { parseArgs } from "node:util";
import { startVitest } from "vitest/node";

/**
 * The test of this folder with as many requests as one likes, and others each time:
 *
 *   tsx tests/fuzz/run.ts [--cases 100] [--seed 42] [--only /api/transcribe]
 */
const { values } = parseArgs({
  options: { cases: { type: "string" }, seed: { type: "string" }, only: { type: "string" } },
});
const cases = Number(values.cases ?? 100);
const seed = Number(values.seed ?? Date.now() % 2_000_000_000);
process.stderr.write(`--cases ${cases} --seed ${seed}\n`);
const vitest = await startVitest("test", ["tests/fuzz/"], {
  run: true,
  watch: false,
  testTimeout: 0,
  provide: { fuzz: { cases, seed, only: values.only } },
});
await vitest.close();
