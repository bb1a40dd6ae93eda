/** How many causes of causes are logged. */
const MAX_CAUSES = 5;

export interface DescribedError {
  type: string;
  message?: string;
  /** An error code of the system, of PostgreSQL (SQLSTATE), or our own. */
  code?: string | number;
  status?: number;
  constraint?: string;
  stack?: string;
  cause?: DescribedError;
}

/**
 * An error as it may be logged. Errors quote private data: a failed query its parameters, PostgreSQL and the JSON parser the
 * value, another server our key or the prompt. So only the fields named here are logged, the messages of causes only where
 * the system or the database wrote them, and nothing that stands in quotes.
 */
export function describeError(error: unknown): unknown {
  return error instanceof Error ? fieldsToLog(error, 0) : { type: typeof error };
}

function fieldsToLog(error: Error, depth: number): DescribedError {
  const message = messageOf(error, depth > 0);
  const { code, status, constraint } = fieldsOf(error);
  const stack = error.stack
    ?.split("\n")
    .filter((line) => /^\s+at /.test(line))
    .join("\n");
  return {
    type: error.name === "Error" ? error.constructor.name : error.name,
    ...(message === undefined ? {} : { message }),
    ...(typeof code === "string" || typeof code === "number" ? { code } : {}),
    ...(typeof status === "number" ? { status } : {}),
    ...(typeof constraint === "string" ? { constraint } : {}),
    ...(stack ? { stack } : {}),
    ...(error.cause instanceof Error && depth < MAX_CAUSES ? { cause: fieldsToLog(error.cause, depth + 1) } : {}),
  };
}

function messageOf(error: Error, isCause: boolean): string | undefined {
  const { query, severity, syscall } = fieldsOf(error);
  if (typeof query === "string" && "params" in error) return `Failed query: ${withoutLiterals(query)}`;
  if (typeof severity === "string" || error instanceof SyntaxError) return withoutQuotes(error.message);
  if (isCause && typeof syscall !== "string") return undefined;
  return error.message;
}

/** A statement without the values that may be written in it. */
export const withoutLiterals = (statement: string): string => statement.replaceAll(/'(?:[^']|'')*'/g, "'…'");

const withoutQuotes = (text: string): string => text.replaceAll(/".*"|'.*'/gs, "…");

const fieldsOf = (error: Error): Record<string, unknown> => Object.fromEntries(Object.entries(error));
