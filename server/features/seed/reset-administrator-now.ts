import { openDatabase } from "#server/platform/db/open.ts";
import { processEnv, readEnv, secretsOf } from "#server/platform/env.ts";
import { createLog } from "#server/platform/observe/log.ts";
import { explainFailure } from "#server/platform/startup/explain.ts";
import { resetAdministrator } from "./reset-administrator.ts";

async function main(): Promise<void> {
  const env = readEnv(processEnv());
  const database = await openDatabase(env, createLog("warn", { secrets: secretsOf(env) }), { migrated: false });
  try {
    const { username, password, others } = await resetAdministrator(database.db, process.argv[2]);
    const rest = others.length === 0 ? "" : `Other administrators: ${others.join(", ")}\n`;
    process.stdout.write(
      `Username            ${username}\nTemporary password  ${password}\n${rest}` +
        "It is good for seven days, and the first sign-in asks for a new one.\n",
    );
  } finally {
    await database.close();
  }
}

main().catch((error: unknown) => {
  process.stderr.write(`${explainFailure(error)}\n`);
  process.exitCode = 1;
});
