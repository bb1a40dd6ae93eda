import cluster from "node:cluster";
import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";

/**
 * A worker that is scraped asks all workers, itself too, for their figures. The process that supervises them hands on its
 * question, and their answers.
 */
const workerMessage = z.object({
  kind: z.literal("metrics"),
  /** The worker that asks, and its question. */
  asker: z.number(),
  question: z.number(),
  /** How many are asked. */
  workers: z.number(),
  /** The answer, as Prometheus reads it. */
  figures: z.string().optional(),
});

/** After this time without an answer of all, as while one of them starts, there is none. */
const ANSWER_MS = 5_000;

/** In the process that supervises the workers. */
export function handOnMetrics(): void {
  cluster.on("message", (_worker, message) => {
    const { data } = workerMessage.safeParse(message);
    if (data === undefined) return;
    const living = Object.values(cluster.workers ?? {}).filter((worker) => worker?.isConnected());
    const isAnswer = data.figures !== undefined;
    for (const worker of living)
      if (!isAnswer || worker?.id === data.asker) worker?.send(isAnswer ? data : { ...data, workers: living.length });
  });
}

/**
 * In a process that serves: reads its figures, summed up with those of the other workers where there are some; null where
 * one of them did not answer.
 */
export function figuresOfAllWorkers(read: () => Promise<string>): () => Promise<string | null> {
  const { worker } = cluster;
  if (worker === undefined) return read;
  const waiting = new Map<number, (figures: string, workers: number) => void>();
  worker.on("message", async (message: unknown) => {
    const { data } = workerMessage.safeParse(message);
    if (data === undefined) return;
    if (data.figures !== undefined) return waiting.get(data.question)?.(data.figures, data.workers);
    const figures = await read();
    if (worker.isConnected()) worker.send({ ...data, figures });
  });
  let question = 0;
  return async () => {
    const ours = ++question;
    const answers: string[] = [];
    const answered = new Promise<string>((resolve) => {
      waiting.set(ours, (figures, workers) => {
        answers.push(figures);
        if (answers.length === workers) resolve(sumUp(answers));
      });
    });
    const late = sleep(ANSWER_MS, null, { ref: false });
    worker.send({ kind: "metrics", asker: worker.id, question: ours, workers: 0 });
    return Promise.race([answered, late]).finally(() => waiting.delete(ours));
  };
}

const sum = (values: number[]) => values.reduce((total, value) => total + value, 0);

/** How the values of several processes become one; others are added up. */
const joins: readonly [RegExp, (values: number[]) => number][] = [
  [/^nodejs_eventloop_lag_min_/, (values) => Math.min(...values)],
  [/^nodejs_eventloop_lag_max_/, (values) => Math.max(...values)],
  [/^nodejs_eventloop_lag_/, (values) => sum(values) / values.length],
];

/** @param pages as Prometheus reads them: for each metric two lines of comment, then a line for each of its series */
export function sumUp(pages: readonly string[]): string {
  const metrics = new Map<string, Map<string, number[]>>();
  for (const metric of pages.flatMap((page) => page.split(/^(?=# HELP )/m))) {
    const [help = "", type = "", ...lines] = metric.trimEnd().split("\n");
    const comment = `${help}\n${type}\n`;
    const series = metrics.get(comment) ?? new Map<string, number[]>();
    metrics.set(comment, series);
    for (const line of lines) {
      const end = line.lastIndexOf(" ");
      const name = line.slice(0, end);
      series.set(name, [...(series.get(name) ?? []), Number(line.slice(end))]);
    }
  }
  return [...metrics].map(([comment, series]) => comment + [...series].map(lineOf).join("")).join("");
}

function lineOf([name, values]: [string, number[]]): string {
  const join = joins.find(([names]) => names.test(name))?.[1] ?? sum;
  return `${name} ${join(values)}\n`;
}
