import { readEnv } from "#server/platform/env.ts";
import { explainFailure } from "#server/platform/startup/explain.ts";
import { examine, type Finding } from "./checks.ts";

export async function diagnose(variables: NodeJS.ProcessEnv): Promise<Finding[]> {
  try {
    return await examine(readEnv(variables));
  } catch (error) {
    return [{ part: "configuration", state: "wrong", sentence: explainFailure(error) }];
  }
}

export function tableOf(findings: readonly Finding[]): string {
  const width = Math.max(...findings.map(({ part }) => part.length));
  return findings
    .map(({ part, state, sentence }) => `${part.padEnd(width)}  ${state.padEnd(5)}  ${sentence}\n`)
    .join("");
}

export const isWrong = (findings: readonly Finding[]): boolean => findings.some(({ state }) => state === "wrong");
