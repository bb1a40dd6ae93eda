import cluster from "node:cluster";
import { processEnv, readEnv } from "./platform/env.ts";
import { explainFailure } from "./platform/startup/explain.ts";

/** Imports only what it starts: the process that supervises workers serves nothing, and stays small. */
async function main(): Promise<void> {
  const development = process.argv.includes("--dev");
  const env = readEnv(processEnv());
  if (env.WORKERS > 1 && cluster.isPrimary && !development) {
    const { superviseWorkers } = await import("./platform/startup/workers.ts");
    return superviseWorkers(env);
  }
  const { serve } = await import("./serve.ts");
  await serve(env, { development });
}

main().catch((error: unknown) => {
  process.stderr.write(`${explainFailure(error)}\n`);
  process.exit(1);
});
