/**
 * SQLSTATE classes 08 (connection), 53 (resources) and 57P (shutdown), conflicts that another try may well avoid (a
 * deadlock, a statement that took too long), and the socket errors of a server that can't be reached.
 */
const CODES = /^(08|53|57P)|^(57014|40001|40P01|55P03)$|^(ECONNREFUSED|ECONNRESET|ENOTFOUND|ETIMEDOUT|EPIPE)$/;
/** Messages of errors to which the driver gives no code. */
const MESSAGES =
  /timeout exceeded when trying to connect|Connection terminated|Query read timeout|Client has encountered a connection error/;

/** What another try does not change. A pooler says it with 08P01, the code for whatever it could not do. */
const REFUSALS =
  /authentication failed|does not exist|^no such (user|database)|unsupported startup parameter|SSL required/;

/** Whether an error means that the database can't work at the moment, rather than that the query is wrong. */
export function isDatabaseUnavailable(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if ("code" in cause && cause.code === "08P01" && REFUSALS.test(cause.message)) return false;
    if ("code" in cause && typeof cause.code === "string" && CODES.test(cause.code)) return true;
    // A socket that PostgreSQL has not made yet.
    if ("syscall" in cause && cause.syscall === "connect" && "code" in cause && cause.code === "ENOENT") return true;
    if (MESSAGES.test(cause.message)) return true;
  }
  return false;
}
