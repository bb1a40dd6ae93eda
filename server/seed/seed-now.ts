import { openDatabase } from "../db/open.ts";
import { processEnv, readEnv, secretsOf } from "../env.ts";
import { createLog } from "../log.ts";
import { seed } from "./seed.ts";

/** `npm run db:seed`: migrates and seeds without starting the server. */
const env = readEnv(processEnv());
const database = await openDatabase(env, createLog(env.LOG_LEVEL, { secrets: secretsOf(env) }));
const made = await seed(database.db, env);
await database.close();
process.stdout.write(
  made === null
    ? "Seeded; users are there already.\n"
    : `Administrator ${made.username}, password ${made.password ?? "as given"}, promo code ${made.promoCode}\n`,
);
