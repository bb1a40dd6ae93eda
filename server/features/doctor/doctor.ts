import { processEnv } from "#server/platform/env.ts";
import { diagnose, isWrong, tableOf } from "./diagnosis.ts";

const findings = await diagnose(processEnv());
process.stdout.write(tableOf(findings));
// Engines may keep the process alive.
process.exit(isWrong(findings) ? 1 : 0);
