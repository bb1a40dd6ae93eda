import { openDatabase } from "#server/platform/db/open.ts";
import { processEnv, readEnv, secretsOf } from "#server/platform/env.ts";
import { createLog } from "#server/platform/observe/log.ts";
import { explainFailure } from "#server/platform/startup/explain.ts";
import { firstSignInPath, keepFirstSignIn } from "./first-sign-in.ts";
import { seed } from "./seed.ts";

async function main(): Promise<void> {
  const env = readEnv(processEnv());
  const database = await openDatabase(env, createLog(env.LOG_LEVEL, { secrets: secretsOf(env) }));
  try {
    const made = await seed(database.db, env, (first) => keepFirstSignIn(env.DATA_DIR, first));
    process.stdout.write(
      made === null
        ? "Seeded; users are there already.\n"
        : `Seeded; what to sign in with is in ${firstSignInPath(env.DATA_DIR)}\n`,
    );
  } finally {
    await database.close();
  }
}

main().catch((error: unknown) => {
  process.stderr.write(`${explainFailure(error)}\n`);
  process.exitCode = 1;
});
