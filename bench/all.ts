/**
 * All measurements of the server, one after the other.
 *
 *   npm run bench [-- --only chat,documents] [--write]
 *
 * Each part is a program of its own under bench/, whose beginning says what it measures. What is printed is Markdown.
 * `--write` keeps the output of each part in bench/results/latest.json and makes the page bench/results/README.md of it. A part that fails or takes longer than its share of the time is said, and
 * the others go on.
 */
import { spawn, spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { cpus, platform, release, totalmem } from "node:os";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { machineNow } from "./processes.ts";

interface Part {
  name: string;
  title: string;
  program: string;
  args: readonly string[];
  /** After so many seconds it is ended. */
  atMost: number;
}

interface Result {
  title: string;
  output: string;
  seconds: number;
  isWhole: boolean;
}

const { values } = parseArgs({
  options: { only: { type: "string" }, write: { type: "boolean", default: false } },
});
const parts: readonly Part[] = [
  { name: "chat", title: "The chat path", program: "chat.ts", args: [], atMost: 540 },
  { name: "documents", title: "Documents", program: "documents.ts", args: [], atMost: 150 },
  { name: "voice", title: "Voice", program: "voice.ts", args: ["--seconds", "6", "--clients", "1,10"], atMost: 90 },
  { name: "diary", title: "Finding in the diary", program: "diary-retrieval.ts", args: [], atMost: 60 },
  { name: "emergency", title: "Words of an emergency", program: "emergency.ts", args: [], atMost: 60 },
  {
    ...{ name: "lists", title: "Lists of the administration", program: "admin-lists.ts" },
    ...{ args: ["--users", "2000", "--sessions", "20000", "--rounds", "10"], atMost: 90 },
  },
];

const startedAt = new Date();
const before = machineNow();
const wanted = values.only?.split(",");
const results: Result[] = [];
for (const part of parts) if (wanted?.includes(part.name) ?? true) results.push(await run(part));
const after = machineNow();
const busy = (after.busyMs - before.busyMs) / (after.wholeMs - before.wholeMs);
const page = ["# Latest figures", machine(startedAt, busy), ...results.map(sectionOf)].join("\n\n");
console.log(page);
if (values.write) {
  writeFileSync(
    new URL("results/latest.json", import.meta.url),
    `${JSON.stringify({ startedAt, busy, results }, null, 2)}\n`,
  );
  writeFileSync(new URL("results/README.md", import.meta.url), `${page}\n`);
}
if (results.some(({ isWhole }) => !isWhole)) process.exitCode = 1;

function run({ title, program, args, atMost }: Part): Promise<Result> {
  const startedAt = performance.now();
  console.error(`${title} ...`);
  return new Promise((resolve) => {
    const file = fileURLToPath(new URL(program, import.meta.url));
    const child = spawn(process.execPath, ["--import", "tsx", file, ...args], { stdio: ["ignore", "pipe", "inherit"] });
    let output = "";
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      output += text;
    });
    const timer = setTimeout(() => child.kill("SIGINT"), atMost * 1000);
    child.once("close", (code) => {
      clearTimeout(timer);
      const seconds = (performance.now() - startedAt) / 1000;
      resolve({ title, output: output.trim(), seconds, isWhole: code === 0 });
    });
  });
}

function machine(at: Date, busy: number): string {
  const [processor] = cpus();
  const parts = [
    `${at.toISOString().slice(0, 16).replace("T", " ")} UTC, ${commitNow()}`,
    `${cpus().length} cores (${processor?.model.trim() ?? "unknown"}), ${Math.round(totalmem() / 2 ** 30)} GB`,
    `${platform()} ${release()}, Node ${process.versions.node}`,
    `the machine was busy for ${Math.round(100 * busy)} % of the time`,
  ];
  return parts.join("; ");
}

function commitNow(): string {
  const { stdout } = spawnSync("git", ["rev-parse", "--short", "HEAD"], { encoding: "utf8" });
  return stdout?.trim() ? `commit ${stdout.trim()}` : "no commit known";
}

function sectionOf({ title, output, seconds, isWhole }: Result): string {
  const isTable = output.includes("| --- |");
  const shown = isTable ? output : `\`\`\`\n${output}\n\`\`\``;
  const ending = isWhole ? "" : " It did not come to its end.";
  return `## ${title}\n\n${shown}\n\nTook ${seconds.toFixed(0)} s.${ending}`;
}
