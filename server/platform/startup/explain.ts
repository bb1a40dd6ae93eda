import { OperatorError } from "#shared/operator-error.ts";
import { databaseProblem } from "../db/explain.ts";

/** One line; a stack only for a fault of the product with LOG_LEVEL=debug. */
export function explainFailure(error: unknown, logLevel = process.env.LOG_LEVEL): string {
  const problem = databaseProblem(error);
  if (problem instanceof OperatorError) return oneLine(problem.message);
  if (!(error instanceof Error)) return oneLine(String(error));
  if (logLevel === "debug" || logLevel === "trace") return String(error.stack);
  return `${oneLine(error.message || error.name)} (LOG_LEVEL=debug tells more.)`;
}

const oneLine = (text: string): string => text.trim().replace(/\s*\n\s*/g, " | ");
