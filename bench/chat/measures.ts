import { setTimeout as sleep } from "node:timers/promises";
import { at, type Table } from "../results.ts";
import { type Answer, askForSeconds, get, type Pace } from "./clients.ts";
import { memoryBy, othersBetween, type Rig, type Subject, spentBy } from "./rig.ts";

/** How long each part is measured, and how often. */
export interface Options {
  seconds: number;
  rounds: number;
}

/** By the titles of their columns. */
type Figures = Record<string, number>;

const LIST_CLIENTS = 20;
const STEP_MS = 20;
const HEALTH_EVERY_MS = 50;
/** Enough that a process is never without a question, and few enough that none is sent away. */
const CARRIED_BY = 60;
const TIMES = 3;

/** First token, whole reply, processor time and memory, by the number of clients. */
export async function replies(rig: Rig, pace: Pace, clients: readonly number[], options: Options): Promise<Table> {
  rig.setPace(pace);
  const rows: Table["rows"] = [];
  for (const number of clients)
    rows.push(
      ...(await inTurns(rig, options, (subject) => measureReplies(subject, pace, number, options.seconds), number)),
    );
  return { title: `${pace.tokens} tokens, ${pace.everyMs} ms apart, the first after ${pace.firstMs} ms`, rows };
}

/** Lists for a signed-in account. */
export async function lists(rig: Rig, options: Options): Promise<Table> {
  const rows = await inTurns(rig, options, (subject) => measureLists(subject, options.seconds), LIST_CLIENTS);
  return { title: "`GET /api/agents`", rows };
}

/** In each round every subject, one after the other. Of each figure the lowest counts, as the machine only ever adds. */
async function inTurns(
  { subjects }: Rig,
  { rounds }: Options,
  run: (subject: Subject) => Promise<Figures>,
  clients: number,
): Promise<Table["rows"]> {
  const all = new Map<string, Figures[]>(subjects.map(({ name }) => [name, []]));
  for (let round = 0; round < rounds; round += 1)
    for (const subject of subjects) all.get(subject.name)?.push(await run(subject));
  return [...all].map(([server, figures]) => ({ clients, server, ...best(figures) }));
}

function best(all: readonly Figures[]): Figures {
  const [first = {}] = all;
  return Object.fromEntries(
    Object.keys(first).map((name) => {
      const values = all.map((figures) => figures[name] ?? Number.NaN);
      const value = name === "errors" ? values.reduce((sum, each) => sum + each, 0) : Math.min(...values);
      return [name, Math.round(100 * value) / 100];
    }),
  );
}

async function measureReplies(subject: Subject, pace: Pace, clients: number, seconds: number): Promise<Figures> {
  const before = spentBy(subject);
  const answers = await askForSeconds(subject.ask, { clients, seconds }, pace);
  const after = spentBy(subject);
  const whole = answers.filter(({ firstToken }) => firstToken !== undefined);
  const added = whole.map(({ firstToken = Number.NaN }) => firstToken - pace.firstMs);
  return {
    "added to the first token, ms p50": at(added, 0.5),
    p95: at(added, 0.95),
    "whole reply, s p95": at(
      whole.map((answer) => answer.whole / 1000),
      0.95,
    ),
    "CPU ms a message: node": (after.node - before.node) / whole.length,
    database: (after.database - before.database) / whole.length,
    MB: memoryBy(subject),
    "others, %": othersBetween(before, after),
    errors: answers.length - whole.length,
  };
}

async function measureLists(subject: Subject, seconds: number): Promise<Figures> {
  const before = spentBy(subject);
  const startedAt = performance.now();
  let count = 0;
  const client = async () => {
    while (performance.now() - startedAt < seconds * 1000)
      if (await get(subject.list.url, subject.list.headers)) count += 1;
  };
  await Promise.all(Array.from({ length: LIST_CLIENTS }, client));
  const spentMs = performance.now() - startedAt;
  const after = spentBy(subject);
  return {
    "ms each": spentMs / count,
    "CPU ms each: node": (after.node - before.node) / count,
    database: (after.database - before.database) / count,
    "others, %": othersBetween(before, after),
  };
}

/** First what one process carries, then three times that, at an even pace that waits for no reply. */
export async function overload(rig: Rig, { seconds }: Options): Promise<Table> {
  const pace = { tokens: 40, everyMs: 20, firstMs: 20 };
  rig.setPace(pace);
  const { ours } = rig;
  const alone = await askForSeconds(ours.ask, { clients: CARRIED_BY, seconds }, pace);
  const carried = alone.filter(({ status }) => status === 200).length / (seconds + (pace.tokens * pace.everyMs) / 1000);
  const before = spentBy(ours);
  const [answers, health] = await Promise.all([
    askSteadily(ours.ask, carried * TIMES, seconds),
    watchHealth(`${ours.url}/healthz`, seconds),
  ]);
  const whole = answers.filter(({ firstToken }) => firstToken !== undefined);
  const away = answers.filter(({ status, hasRetryAfter }) => status === 503 && hasRetryAfter);
  const rest = whole.map((answer) => answer.whole - (answer.firstToken ?? 0));
  return {
    title: `Overload: one process carries ${carried.toFixed(0)} replies a second, and is asked ${TIMES} times as many for ${seconds} s`,
    rows: [
      {
        ...{ asked: answers.length, answered: whole.length, "sent away with 503": away.length },
        "anything else": answers.length - whole.length - away.length,
        "longest wait for 503, ms": Math.round(Math.max(0, ...away.map((answer) => answer.whole))),
        "first token to end, ms p95": Math.round(at(rest, 0.95)),
        "of it the model's": (pace.tokens - 1) * pace.everyMs,
        "health check, ms p95 / longest": `${at(health, 0.95).toFixed(1)} / ${Math.max(...health).toFixed(1)}`,
        "others, %": othersBetween(before, spentBy(ours)),
      },
    ],
  };
}

/** Asks so often a second, whether anybody answers or not. */
async function askSteadily(ask: () => Promise<Answer>, perSecond: number, seconds: number): Promise<Answer[]> {
  const answers: Promise<Answer>[] = [];
  const startedAt = performance.now();
  for (let now = startedAt; now - startedAt < seconds * 1000; now = performance.now()) {
    while (answers.length < (perSecond * (now - startedAt)) / 1000) answers.push(ask());
    await sleep(STEP_MS);
  }
  return Promise.all(answers);
}

/** Milliseconds. */
async function watchHealth(url: string, seconds: number): Promise<number[]> {
  const waits: number[] = [];
  for (const end = performance.now() + seconds * 1000; performance.now() < end; await sleep(HEALTH_EVERY_MS)) {
    const startedAt = performance.now();
    waits.push((await get(url, {})) ? performance.now() - startedAt : Number.POSITIVE_INFINITY);
  }
  return waits;
}
