/** Whether a unique index refused the row; looks through the causes for the database's own error. */
export function isUniqueViolation(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause)
    if ("code" in cause && cause.code === "23505") return true;
  return false;
}
