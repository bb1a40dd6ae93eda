import { openDatabase } from "../db/open.ts";
import { secretsOf } from "../env.ts";
import { installJobQueue } from "../jobs/queue.ts";
import { createLog } from "../observe/log.ts";
import { runWithFolder, summaryOf } from "./place.ts";
import { restore } from "./restore.ts";

await runWithFolder("restore", async (env, folder, filesFolder) => {
  const log = createLog("warn", { secrets: secretsOf(env) });
  const database = await openDatabase(env, log, { unbounded: true });
  try {
    await installJobQueue(database.pool, log);
    return `Restored: ${summaryOf(await restore({ pool: database.pool, filesFolder, from: folder }))}.`;
  } finally {
    await database.close();
  }
});
