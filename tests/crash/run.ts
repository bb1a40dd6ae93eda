import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { login } from "#shared/api/auth.ts";
import { getSpeakerLink, putSpeakerLink } from "#shared/api/settings.ts";
import { type RunningServer, startServer, temporaryDataDir } from "../e2e/support/server.ts";
import { PASSWORD } from "../support/first-start.ts";
import { saying, startOpenAiServer } from "../support/openai-server.ts";
import { visit } from "../support/visitor.ts";
import { type Chance, createChance } from "./chance.ts";
import { check } from "./check.ts";
import { pdfFile } from "./files.ts";
import { checkIntegrity } from "./integrity.ts";
import { type Counts, Register } from "./ledger.ts";
import { checkMover, createMover, keepMoving } from "./mover.ts";
import { beBusy, createPerson, keepAsking, moveTo, type Person } from "./person.ts";
import { killDatabase } from "./victim.ts";

/**
 * Kills the built product again and again while people use it, starts it on the same data, and compares what it had
 * acknowledged with what is there. Ends with a table, and with 1 where anything is lost. Needs `npm run build`.
 *
 *   tsx tests/crash/run.ts [--rounds 20] [--seed 1]
 */
const { values: given } = parseArgs({ options: { rounds: { type: "string" }, seed: { type: "string" } } });
const rounds = Number(given.rounds ?? 20);
const seed = Number(given.seed ?? Date.now() % 1_000_000);

const PEOPLE = 2;
/** One reply of the model takes about this long: time enough to be cut off in. */
const REPLY = "I sleep on the sofa, and I dream of long walks by the river with all of my friends, every single night.";
/** Chats of so many rounds are looked at after each; all of them after the last. */
const LOOK_BACK = 2;
/** Recovery of the database may take a while on a busy machine. */
const READY_MS = 90_000;

const HEADS = [
  "round",
  "killed",
  "after ms",
  "acknowledged",
  "cut off",
  "interrupted",
  "resumed",
  "back ms",
  "stray",
  "lost",
];
const WIDTHS = HEADS.map((head) => head.length);

/** Most often the likeliest: the process alone. A power cut takes both. */
const WAYS = ["server", "server", "server", "server and database", "server and database", "database"] as const;

interface Round extends Counts {
  round: number;
  killed: (typeof WAYS)[number];
  afterMs: number;
  backMs: number;
  interrupted: number;
  resumed: number;
  strayFiles: number;
  problems: string[];
}

const data = temporaryDataDir();
const model = await startOpenAiServer();
model.behave(saying(REPLY, 25));
const settings = { ADMIN_PASSWORD: PASSWORD, OPENAI_BASE_URL: model.url, LOG_LEVEL: "fatal" };
const pdf = await pdfFile();
const chance = createChance(seed);
const table: Round[] = [];
process.stdout.write(`seed ${seed}, ${rounds} rounds\n`);

let server = await startServer(data.path, settings);
// However this ends, nothing of it goes on.
process.once("exit", () => {
  void server.kill();
  data.remove();
});
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => process.exit(1));
const admin = visit(server.url);
await admin.call(login, { body: { username: "administrator", password: PASSWORD } });
const link = new Register((await admin.call(getSpeakerLink, {})).setting?.value ?? null);
const people: Person[] = [];
for (let number = 1; number <= PEOPLE; number++)
  people.push(await createPerson(server.url, server.firstSignIn?.promoCode ?? "", `walker-${number}`));
const mover = await createMover(() => asAdmin(server.url), pdf);

for (let round = 1; round <= rounds; round++) {
  const row = await crash(round);
  await compare(row, round === rounds ? 0 : round - LOOK_BACK);
  table.push(row);
  process.stdout.write(`${lineOf(row)}\n`);
  for (const problem of row.problems) process.stdout.write(`    ${problem}\n`);
}
await server.stop();
await model.stop();
report();

async function crash(round: number): Promise<Round> {
  const going = new AbortController();
  const doing = people.flatMap((person) => {
    const common = { person, round, pdf, signal: going.signal };
    return [
      beBusy({ ...common, chance: createChance(chance.between(0, 1e9)) }),
      keepAsking({ ...common, chance: createChance(chance.between(0, 1e9)) }),
    ];
  });
  doing.push(setLinks(server, createChance(chance.between(0, 1e9)), going.signal));
  doing.push(keepMoving(mover, createChance(chance.between(0, 1e9)), going.signal));
  const all = Promise.all(doing);
  const afterMs = chance.between(300, 3_000);
  const killed = chance.oneOf(WAYS);
  await Promise.race([sleep(afterMs), all]);
  going.abort();
  const killedAt = performance.now();
  if (killed !== "server") killDatabase(data.path);
  if (killed === "database") await isReady(server);
  else {
    await server.kill();
    server = await startServer(data.path, settings);
  }
  const backMs = Math.round(performance.now() - killedAt);
  const counts = await all;
  return {
    round,
    killed,
    afterMs,
    acknowledged: counts.reduce((sum, one) => sum + one.acknowledged, 0),
    cut: counts.reduce((sum, one) => sum + one.cut, 0),
    backMs,
    interrupted: 0,
    resumed: 0,
    strayFiles: 0,
    problems: [],
  };
}

/** The server brings its database back by itself. */
async function isReady({ url }: RunningServer): Promise<void> {
  for (const until = performance.now() + READY_MS; performance.now() < until; await sleep(100)) {
    const answer = await fetch(`${url}/readyz`).catch(() => undefined);
    if (answer?.status === 200) return;
  }
  throw new Error("The server is not ready again.");
}

async function setLinks({ url }: RunningServer, by: Chance, signal: AbortSignal): Promise<Counts> {
  const counts: Counts = { acknowledged: 0, cut: 0 };
  const visitor = asAdmin(url);
  while (!signal.aborted) {
    const value = `https://example.com/speaker?number=${by.between(1, 1_000_000)}`;
    try {
      await link.put(value, () => visitor.call(putSpeakerLink, { body: { value } }));
      counts.acknowledged += 1;
    } catch (error) {
      if (!signal.aborted) throw error;
      counts.cut += 1;
    }
    await sleep(by.between(20, 100));
  }
  return counts;
}

async function compare(row: Round, sinceRound: number): Promise<void> {
  const { setting } = await asAdmin(server.url).call(getSpeakerLink, {});
  row.problems.push(...link.check("the speaker's link", setting?.value ?? null));
  for (const person of people) {
    moveTo(person, server.url);
    const found = await check(person, sinceRound);
    row.problems.push(...found.problems);
    row.interrupted += found.interrupted;
    row.resumed += found.resumed;
  }
  row.problems.push(...(await checkMover(mover)));
  const { problems, strayFiles } = await checkIntegrity(data.path);
  row.problems.push(...problems);
  row.strayFiles = strayFiles;
}

function asAdmin(url: string) {
  const visitor = visit(url);
  for (const [name, value] of admin.cookies) visitor.cookies.set(name, value);
  return visitor;
}

function lineOf({
  round,
  killed,
  afterMs,
  acknowledged,
  cut,
  interrupted,
  resumed,
  backMs,
  strayFiles,
  problems,
}: Round) {
  const cells = [round, killed, afterMs, acknowledged, cut, interrupted, resumed, backMs, strayFiles, problems.length];
  return cells
    .map((cell, index) => (index === 1 ? `${cell}`.padEnd(20) : `${cell}`.padStart(WIDTHS[index] ?? 8)))
    .join("  ");
}

function report(): void {
  const heads = HEADS.map((head, index) => (index === 1 ? head.padEnd(20) : head)).join("  ");
  process.stdout.write(`\n${heads}\n${table.map(lineOf).join("\n")}\n\n`);
  const sum = (of: (row: Round) => number) => table.reduce((total, row) => total + of(row), 0);
  const back = table.map(({ backMs }) => backMs).sort((a, b) => a - b);
  const lost = sum(({ problems }) => problems.length);
  process.stdout.write(
    `${table.length} crashes (seed ${seed}), ${sum(({ acknowledged }) => acknowledged)} deeds acknowledged, ` +
      `${sum(({ cut }) => cut)} cut off, ${sum(({ interrupted }) => interrupted)} replies interrupted, ` +
      `${sum(({ resumed }) => resumed)} documents resumed, ${mover.imports.answered} pets imported and ` +
      `${mover.imports.unanswered} more without an answer, back after ${back[Math.floor(back.length / 2)]} ms (median), ` +
      `${back.at(-1)} ms at most, ${lost} lost\n`,
  );
  process.exitCode = lost === 0 ? 0 : 1;
}
