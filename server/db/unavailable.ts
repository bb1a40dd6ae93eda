/**
 * SQLSTATE classes 08 (connection), 53 (resources) and 57P (shutdown), what another try may well get past (a deadlock, a
 * statement that took too long), and the socket errors of a server that is away.
 */
const CODES = /^(08|53|57P)|^(57014|40001|40P01|55P03)$|^(ECONNREFUSED|ECONNRESET|ENOTFOUND|ETIMEDOUT|EPIPE)$/;
/** What the driver says without a code. */
const SENTENCES =
  /timeout exceeded when trying to connect|Connection terminated|Query read timeout|Client has encountered a connection error/;

/** Whether an error says that the database can't do its work just now, and not that what it was asked is wrong. */
export function isDatabaseUnavailable(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if ("code" in cause && typeof cause.code === "string" && CODES.test(cause.code)) return true;
    if (SENTENCES.test(cause.message)) return true;
  }
  return false;
}
