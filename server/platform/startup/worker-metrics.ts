import cluster from "node:cluster";
import { AggregatorRegistry, type Registry } from "prom-client";
import { z } from "zod";
import type { Log } from "../observe/log.ts";

/** A worker asks the process that supervises it for the figures of all workers; `text` is null where one did not answer. */
const question = z.object({ kind: z.literal("metrics of all"), id: z.number() });
const answer = question.extend({ text: z.string().nullable() });

/** In the process that supervises the workers. */
export function answerForMetrics(log: Log): void {
  const all = new AggregatorRegistry();
  cluster.on("message", async (worker, message) => {
    const asked = question.safeParse(message);
    if (!asked.success) return;
    const text = await all.clusterMetrics().catch((err: unknown) => {
      log.warn({ err }, "the metrics of all workers could not be read");
      return null;
    });
    if (worker.isConnected()) worker.send({ ...asked.data, text });
  });
}

/**
 * In a process that serves: what reads the registry's figures, summed up with those of the other workers where there are
 * some; null where one of them did not answer, as while it starts.
 */
export function createMetricsReader(registry: Registry): () => Promise<string | null> {
  const { worker } = cluster;
  if (worker === undefined) return () => registry.metrics();
  AggregatorRegistry.setRegistries(registry);
  // It answers what `clusterMetrics` asks each worker.
  new AggregatorRegistry();
  const waiting = new Map<number, (text: string | null) => void>();
  worker.on("message", (message: unknown) => {
    const { success, data } = answer.safeParse(message);
    if (!success) return;
    waiting.get(data.id)?.(data.text);
    waiting.delete(data.id);
  });
  let id = 0;
  return () =>
    new Promise((resolve) => {
      id++;
      waiting.set(id, resolve);
      worker.send({ kind: "metrics of all", id });
    });
}
