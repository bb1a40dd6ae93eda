import { processEnv, readEnv } from "../env.ts";
import { examine, type Finding } from "./checks.ts";
import { explainFailure } from "./explain.ts";

/** `npm run doctor`: tries what the configuration names, and prints a table. Ends with 1 where anything is wrong. */
async function main(): Promise<Finding[]> {
  try {
    return await examine(readEnv(processEnv()));
  } catch (error) {
    return [{ part: "configuration", state: "wrong", sentence: explainFailure(error) }];
  }
}

function tableOf(findings: readonly Finding[]): string {
  const width = Math.max(...findings.map(({ part }) => part.length));
  return findings
    .map(({ part, state, sentence }) => `${part.padEnd(width)}  ${state.padEnd(5)}  ${sentence}\n`)
    .join("");
}

const findings = await main();
process.stdout.write(tableOf(findings));
// Engines may keep the process alive.
process.exit(findings.some(({ state }) => state === "wrong") ? 1 : 0);
