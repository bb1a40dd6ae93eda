/**
 * All measurements of the server, one after the other, each with `--write`: npm run bench [-- --only chat,documents]
 *
 * One that fails is said, and the others go on.
 */
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

const programs = [
  "house",
  "conversation",
  "danger",
  "played-model",
  "will",
  "documents",
  "start",
  "first-steps",
  "pages",
  "voice",
  "chat",
];
const { values } = parseArgs({ options: { only: { type: "string", default: programs.join() } } });
for (const name of values.only.split(",")) {
  console.error(`${name} ...`);
  const program = fileURLToPath(new URL(`${name}.ts`, import.meta.url));
  const { status } = spawnSync(process.execPath, ["--import", "tsx", program, "--write"], { stdio: "inherit" });
  if (status === 0) continue;
  console.error(`${name} failed.`);
  process.exitCode = 1;
}
