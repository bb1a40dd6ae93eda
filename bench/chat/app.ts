import { createServer } from "node:http";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { createApp } from "#server/app.ts";
import { createEngines } from "#server/features/engines/engines.ts";
import { seed } from "#server/features/seed/seed.ts";
import { createOpenAiModel } from "#server/models/chat/openai.ts";
import { createInstanceRegistry } from "#server/platform/db/instance-registry.ts";
import { openDatabase } from "#server/platform/db/open.ts";
import { processEnv, readEnv } from "#server/platform/env.ts";
import { createFileStore } from "#server/platform/files/create.ts";
import { createJobQueue } from "#server/platform/jobs/queue.ts";
import { createLog } from "#server/platform/observe/log.ts";

/**
 * The product without its pages, as a process of its own. Answers the message `usage` with its processor time in seconds,
 * and how late its event loop ran since the last one.
 */
const loop = monitorEventLoopDelay({ resolution: 5 });
loop.enable();
const env = readEnv(processEnv());
const log = createLog("silent");
const { db, pool, url, close } = await openDatabase(env, log);
const instances = await createInstanceRegistry({ url, log });
const jobs = await createJobQueue({ pool, db, log, instances });
await seed(db, env);
const llm = createOpenAiModel({ apiKey: undefined, baseUrl: env.OPENAI_BASE_URL, model: "bench" });
const files = createFileStore(env);
const engines = createEngines(env);
const { speech, builtInSpeech, recognizer, embedder } = engines;
const { app } = createApp({
  env,
  log,
  pool,
  db,
  instances,
  jobs,
  files,
  llm,
  speech,
  builtInSpeech,
  recognizer,
  mailer: null,
  tracing: null,
  embedder,
  engines,
  sessionSecret: "bench".repeat(8),
});
const server = createServer(app);
server.listen(0, "127.0.0.1", () => {
  const address = server.address();
  if (typeof address === "object" && address !== null) process.send?.(`http://127.0.0.1:${address.port}`);
});
process.on("message", (message) => {
  if (message !== "stop") {
    const { user, system } = process.cpuUsage();
    process.send?.({
      cpuSeconds: (user + system) / 1e6,
      rssMb: process.memoryUsage().rss / 2 ** 20,
      loopLateMs: { p99: loop.percentile(99) / 1e6, max: loop.max / 1e6 },
    });
    loop.reset();
    return;
  }
  server.closeAllConnections();
  void Promise.all([jobs.stop(), speech.close(), instances.close()])
    .then(close)
    .then(() => process.exit(0));
});
