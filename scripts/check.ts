import { runBeside } from "./run-command.ts";

/** `npm run check`: the static checks and, at the same time, all tests but the slow ones and those in the browser. */
const checks: Record<string, string[]> = {
  "static checks": ["npm", "run", "--silent", "check:static"],
  tests: ["npx", "vitest", "run", "--project=!slow"],
};

const outcomes = await Promise.all(
  Object.entries(checks).map(async ([name, [command = "", ...parameters]]) => {
    const status = await runBeside(command, parameters);
    return { name, hasPassed: status === 0 };
  }),
);
process.stdout.write("\n");
for (const { name, hasPassed } of outcomes) process.stdout.write(`${name}: ${hasPassed ? "passed" : "FAILED"}\n`);
process.exitCode = outcomes.every(({ hasPassed }) => hasPassed) ? 0 : 1;
