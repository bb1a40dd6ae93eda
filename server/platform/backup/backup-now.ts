import { openDatabase } from "../db/open.ts";
import { secretsOf } from "../env.ts";
import { createLog } from "../observe/log.ts";
import { backUp } from "./backup.ts";
import { noteBackup } from "./last-backup.ts";
import { runWithFolder, summaryOf } from "./place.ts";

await runWithFolder("backup", async (env, folder, filesFolder) => {
  const log = createLog("warn", { secrets: secretsOf(env) });
  // Not migrated: a backup changes nothing.
  const database = await openDatabase(env, log, { migrated: false, unbounded: true });
  try {
    const summary = summaryOf(await backUp({ pool: database.pool, filesFolder, to: folder }));
    // The backup is whole, even if the product can't be told.
    await noteBackup(database.pool).catch((err: unknown) => log.warn({ err }, "the time of the backup was not noted"));
    return `Backed up: ${summary}.`;
  } finally {
    await database.close();
  }
});
