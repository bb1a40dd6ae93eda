/** Whether a unique index refused the row. */
export const isUniqueViolation = (error: unknown): boolean => hasSqlState(error, "23505");

/** Whether a row that this one belongs to is not there. */
export const isForeignKeyViolation = (error: unknown): boolean => hasSqlState(error, "23503");

/** Whether the disk of the database is full. */
export const isDiskFull = (error: unknown): boolean => hasSqlState(error, "53100");

/** Looks through the causes for the database's own error. */
function hasSqlState(error: unknown, state: string): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause)
    if ("code" in cause && cause.code === state) return true;
  return false;
}
