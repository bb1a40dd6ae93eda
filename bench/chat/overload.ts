import { Agent } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { type Answer, askForSeconds, at, get } from "./clients.ts";
import type { Pace } from "./pace.ts";
import { type Options, othersBetween, type Rig, spentBy } from "./rig.ts";

/** What happened while three times as many questions were asked as can be answered. */
export interface Overload {
  /** Replies a second where nobody asks before the last reply is over: what one process carries. */
  carried: number;
  asked: number;
  seconds: number;
  /** Whole replies that came. */
  answered: number;
  /** Sent away with 503 and a time to come back; the longest wait for that, in milliseconds. */
  sentAway: number;
  longestWait: number;
  /** Anything else: it should not happen. */
  failed: number;
  /** Milliseconds from the first token to the end, p95, and those that the model takes for it. */
  restP95: number;
  modelRest: number;
  /** Milliseconds of the health check meanwhile: over a connection that is kept, as a balancer keeps it, and over new ones. */
  health: { p95: number; max: number };
  newHealth: { p95: number; max: number };
  others: number;
}

const PACE: Pace = { tokens: 40, everyMs: 20, firstMs: 20 };
/** Enough that a process is never without a question, and few enough that none is sent away. */
const CARRIED_BY = 60;
const TIMES = 3;
const STEP_MS = 20;
const HEALTH_EVERY_MS = 50;

/** First what one process carries, then three times that, at an even pace that waits for no reply. */
export async function overload(rig: Rig, { seconds }: Options): Promise<Overload> {
  rig.setPace(PACE);
  const { ours } = rig;
  const heard = await askForSeconds(ours.ask, { clients: CARRIED_BY, seconds }, PACE);
  const carried = heard.count / (seconds + (PACE.tokens * PACE.everyMs) / 1000);
  const before = spentBy(ours);
  const healthUrl = `${ours.url}/healthz`;
  const [answers, health, newHealth] = await Promise.all([
    askSteadily(ours.ask, carried * TIMES, seconds),
    watchHealth(healthUrl, seconds, new Agent({ keepAlive: true, maxSockets: 1 })),
    watchHealth(healthUrl, seconds, new Agent({ keepAlive: false })),
  ]);
  const after = spentBy(ours);
  const whole = answers.filter(({ firstToken }) => firstToken !== undefined);
  const away = answers.filter(({ status, hasRetryAfter }) => status === 503 && hasRetryAfter);
  const rest = whole.map((answer) => answer.whole - (answer.firstToken ?? 0)).toSorted((a, b) => a - b);
  return {
    ...{ carried, seconds, asked: answers.length, answered: whole.length, sentAway: away.length },
    failed: answers.length - whole.length - away.length,
    longestWait: Math.max(0, ...away.map((answer) => answer.whole)),
    restP95: at(rest, 0.95),
    modelRest: (PACE.tokens - 1) * PACE.everyMs,
    health,
    newHealth,
    others: othersBetween(before, after),
  };
}

/** Asks so often a second, whether anybody answers or not. */
async function askSteadily(asking: () => Promise<Answer>, perSecond: number, seconds: number): Promise<Answer[]> {
  const answers: Promise<Answer>[] = [];
  const startedAt = performance.now();
  for (let now = startedAt; now - startedAt < seconds * 1000; now = performance.now()) {
    while (answers.length < (perSecond * (now - startedAt)) / 1000) answers.push(asking());
    await sleep(STEP_MS);
  }
  return Promise.all(answers);
}

/** Milliseconds. */
async function watchHealth(url: string, seconds: number, agent: Agent): Promise<{ p95: number; max: number }> {
  const waits: number[] = [];
  const end = performance.now() + seconds * 1000;
  while (performance.now() < end) {
    const startedAt = performance.now();
    const isWell = await get(url, {}, agent);
    waits.push(isWell ? performance.now() - startedAt : Number.POSITIVE_INFINITY);
    await sleep(HEALTH_EVERY_MS);
  }
  waits.sort((a, b) => a - b);
  return { p95: at(waits, 0.95), max: waits.at(-1) ?? Number.NaN };
}
