import { openDatabase } from "../db/open.ts";
import { processEnv, readEnv, secretsOf } from "../env.ts";
import { createLog } from "../log.ts";
import { firstSignInPath, keepFirstSignIn } from "./first-sign-in.ts";
import { seed } from "./seed.ts";

/** `npm run db:seed`: migrates and seeds without starting the server. */
const env = readEnv(processEnv());
const database = await openDatabase(env, createLog(env.LOG_LEVEL, { secrets: secretsOf(env) }));
const made = await seed(database.db, env, (first) => keepFirstSignIn(env.DATA_DIR, first));
await database.close();
process.stdout.write(
  made === null
    ? "Seeded; users are there already.\n"
    : `Seeded; what to sign in with is in ${firstSignInPath(env.DATA_DIR)}\n`,
);
