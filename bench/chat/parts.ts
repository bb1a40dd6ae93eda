import { setTimeout as sleep } from "node:timers/promises";
import { askForSeconds, at, type ClientTimings, get } from "./clients.ts";
import type { Overload } from "./overload.ts";
import type { Pace } from "./pace.ts";
import { memoryBy, type Options, othersBetween, type ProcessorTime, type Rig, type Subject, spentBy } from "./rig.ts";

/** What was measured of one server in one round. */
export interface ServerFigures {
  count: number;
  errors: number;
  /** Milliseconds added to the first token. */
  addedP50: number;
  addedP95: number;
  /** Seconds until the whole reply. */
  wholeP95: number;
  /** Milliseconds of processor time for each message: of the server, and of the database. */
  nodeMs: number;
  databaseMs: number;
  /** Microseconds of the server's processor time for each token. */
  tokenUs: number;
  memoryMb: number;
  /** The part of the machine that something else took, from 0 to 1. */
  others: number;
}

/** By the names of the subjects; `limit` and `ours` are always there. */
export type BySubject<Each> = Readonly<Record<string, Each>>;

export interface Row {
  clients: number;
  pace: Pace;
  of: BySubject<ServerFigures>;
}

interface Requests {
  perSecond: number;
  nodeMs: number;
  databaseMs: number;
  others: number;
}

export interface Figures {
  firstTokens?: Row[];
  longReplies?: Row[];
  streams?: Row[];
  lists?: Lists;
  overload?: Overload;
}

interface Lists {
  of: BySubject<Requests>;
  /** Before anything was asked. */
  idleMb: BySubject<number>;
}

const LONG: Pace = { tokens: 400, everyMs: 10, firstMs: 100 };
const WHOLE: Pace = { tokens: 100, everyMs: 20, firstMs: 20 };
const ONE: Pace = { tokens: 1, everyMs: 0, firstMs: 0 };
const LONG_CLIENTS = 20;
const LIST_CLIENTS = 20;
const SETTLED_MS = 20_000;

/** The wait for the first token, and processor time for each message, by the number of clients. */
export const firstTokens = (rig: Rig, pace: Pace, clients: readonly number[], options: Options): Promise<Row[]> =>
  rows(rig, pace, clients, options);

/** Processor time for each token. */
export const longReplies = (rig: Rig, options: Options): Promise<Row[]> => rows(rig, LONG, [LONG_CLIENTS], options);

/** Whether many streams keep the model's pace. */
export const streams = (rig: Rig, clients: readonly number[], options: Options): Promise<Row[]> =>
  rows(rig, WHOLE, clients, options);

/** Memory before anything is measured, once what only the start needed is freed. */
export async function idleMemory({ subjects }: Rig): Promise<BySubject<number>> {
  await sleep(SETTLED_MS);
  return Object.fromEntries(subjects.map((subject) => [subject.name, memoryBy(subject)]));
}

/** Lists for a signed-in account. */
export async function lists(rig: Rig, options: Options, idleMb: BySubject<number>): Promise<Lists> {
  const best = (all: readonly Requests[]) =>
    all.reduce((one, other) => (other.perSecond > one.perSecond ? other : one));
  return { of: await inTurns(rig, options, (subject) => measureLists(subject, options.seconds), best), idleMb };
}

async function rows(rig: Rig, pace: Pace, clients: readonly number[], options: Options): Promise<Row[]> {
  rig.setPace(pace);
  const found: Row[] = [];
  for (const number of clients) {
    const run = (subject: Subject) => measure(subject, pace, number, options.seconds);
    found.push({ clients: number, pace, of: await inTurns(rig, options, run, lowest) });
  }
  return found;
}

/** In each round every subject, one after the other; of all rounds what `choose` makes of them. */
async function inTurns<Each>(
  { subjects }: Rig,
  { rounds }: Options,
  run: (subject: Subject) => Promise<Each>,
  choose: (all: readonly Each[]) => Each,
): Promise<BySubject<Each>> {
  const all = new Map<string, Each[]>(subjects.map(({ name }) => [name, []]));
  for (let round = 0; round < rounds; round += 1)
    for (const subject of subjects) all.get(subject.name)?.push(await run(subject));
  return Object.fromEntries([...all].map(([name, each]) => [name, choose(each)]));
}

async function measure(subject: Subject, pace: Pace, clients: number, seconds: number): Promise<ServerFigures> {
  const before = spentBy(subject);
  const heard = await askForSeconds(subject.ask, { clients, seconds }, pace);
  const after = spentBy(subject);
  return { ...heardFigures(heard), ...spentFigures(before, after, heard.count, pace), memoryMb: memoryBy(subject) };
}

const heardFigures = ({ count, errors, added, whole }: ClientTimings) => ({
  count,
  errors,
  addedP50: at(added, 0.5),
  addedP95: at(added, 0.95),
  wholeP95: at(whole, 0.95),
});

function spentFigures(before: ProcessorTime, after: ProcessorTime, count: number, { tokens }: Pace) {
  const nodeMs = (after.nodeMs - before.nodeMs) / count;
  return {
    nodeMs,
    databaseMs: (after.databaseMs - before.databaseMs) / count,
    tokenUs: (nodeMs * 1000) / tokens,
    others: othersBetween(before, after),
  };
}

async function measureLists(subject: Subject, seconds: number): Promise<Requests> {
  const before = spentBy(subject);
  const startedAt = performance.now();
  let count = 0;
  const client = async () => {
    while (performance.now() - startedAt < seconds * 1000)
      if (await get(subject.list.url, subject.list.headers)) count += 1;
  };
  await Promise.all(Array.from({ length: LIST_CLIENTS }, client));
  const perSecond = count / ((performance.now() - startedAt) / 1000);
  const after = spentBy(subject);
  const { nodeMs, databaseMs, others } = spentFigures(before, after, count, ONE);
  return { perSecond, nodeMs, databaseMs, others };
}

/** Of each figure the round in which it was lowest, as the machine only ever adds. */
function lowest(all: readonly ServerFigures[]): ServerFigures {
  const least = (of: (each: ServerFigures) => number) => Math.min(...all.map(of));
  const sum = (of: (each: ServerFigures) => number) => all.reduce((total, each) => total + of(each), 0);
  return {
    count: sum(({ count }) => count),
    errors: sum(({ errors }) => errors),
    addedP50: least(({ addedP50 }) => addedP50),
    addedP95: least(({ addedP95 }) => addedP95),
    wholeP95: least(({ wholeP95 }) => wholeP95),
    nodeMs: least(({ nodeMs }) => nodeMs),
    databaseMs: least(({ databaseMs }) => databaseMs),
    tokenUs: least(({ tokenUs }) => tokenUs),
    memoryMb: Math.max(...all.map(({ memoryMb }) => memoryMb)),
    others: sum(({ others }) => others) / all.length,
  };
}
