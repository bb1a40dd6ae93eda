import { processEnv, readEnv, secretsOf } from "../env.ts";
import { createLog } from "../observe/log.ts";
import { explainFailure } from "../startup/explain.ts";
import { openDatabase } from "./open.ts";

async function main(): Promise<void> {
  const env = readEnv(processEnv());
  const database = await openDatabase(env, createLog(env.LOG_LEVEL, { secrets: secretsOf(env) }));
  await database.close();
  process.stdout.write("The database is up to date.\n");
}

main().catch((error: unknown) => {
  process.stderr.write(`${explainFailure(error)}\n`);
  process.exitCode = 1;
});
