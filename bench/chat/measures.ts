import { at, type Table } from "../results.ts";
import { askForSeconds, get, type Pace } from "./clients.ts";
import { memoryBy, othersBetween, type Rig, type Subject, spentBy } from "./rig.ts";

/** How long each part is measured, and how often. */
export interface Options {
  seconds: number;
  rounds: number;
}

/** By the titles of their columns. */
type Figures = Record<string, number>;

const LIST_CLIENTS = 20;

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
      const value =
        name === "errors" || name === "sent away" ? values.reduce((sum, each) => sum + each, 0) : Math.min(...values);
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
    // With 503 and a time to come back.
    "sent away": answers.filter(({ status }) => status === 503).length,
    errors: answers.filter(({ firstToken, status }) => firstToken === undefined && status !== 503).length,
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
