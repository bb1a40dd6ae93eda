import { openDatabase } from "../db/open.ts";
import { secretsOf } from "../env.ts";
import { createLog } from "../observe/log.ts";
import { backUp } from "./backup.ts";
import { noteBackup } from "./last-backup.ts";
import { runWithFolder, summaryOf } from "./place.ts";

/** `npm run backup -- FOLDER`: database and files into a new folder, while the product runs or not. */
await runWithFolder("backup", async (env, folder, filesFolder) => {
  const log = createLog("warn", { secrets: secretsOf(env) });
  // Not brought up to date: a backup changes nothing.
  const database = await openDatabase(env, log, { migrated: false, unbounded: true });
  try {
    const summary = summaryOf(await backUp({ pool: database.pool, filesFolder, to: folder }));
    // The backup is whole, also where the product can't be told of it.
    await noteBackup(database.pool).catch((err: unknown) => log.warn({ err }, "the time of the backup was not noted"));
    return `Backed up: ${summary}.`;
  } finally {
    await database.close();
  }
});
