import { processEnv } from "#server/platform/env.ts";
import { diagnose, isWrong, tableOf } from "./diagnosis.ts";

/** `npm run doctor`: tries what the configuration names, and prints a table. Ends with 1 where anything is wrong. */
const findings = await diagnose(processEnv());
process.stdout.write(tableOf(findings));
// Engines may keep the process alive.
process.exit(isWrong(findings) ? 1 : 0);
