import { setTimeout as sleep } from "node:timers/promises";

/** SQLSTATE 08 (connection), 53 (resources), 57P (shutdown), conflicts that another try may avoid, sockets. */
const CODES = /^(08|53|57P)|^(57014|40001|40P01|55P03)$|^(ECONNREFUSED|ECONNRESET|ENOTFOUND|ETIMEDOUT|EPIPE)$/;
const MESSAGES =
  /timeout exceeded when trying to connect|Connection terminated|Query read timeout|Client has encountered a connection error/;

/** A pooler reports these with 08P01, its code for everything. */
const REFUSALS =
  /authentication failed|does not exist|^no such (user|database)|unsupported startup parameter|SSL required/;

/** Whether the database can't work at the moment, rather than the query being wrong. */
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

export const isUniqueViolation = (error: unknown): boolean => hasSqlState(error, "23505");

export const isForeignKeyViolation = (error: unknown): boolean => hasSqlState(error, "23503");

export const isDiskFull = (error: unknown): boolean => hasSqlState(error, "53100");

function hasSqlState(error: unknown, state: string): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause)
    if ("code" in cause && cause.code === state) return true;
  return false;
}

/** Nobody waits longer in front of a screen. */
const RETRY_FOR_MS = 15_000;
const FIRST_WAIT_MS = 100;
const LONGEST_WAIT_MS = 2_000;

/** Only for work that may be done twice: a lost answer may hide a success. Throws the last error. */
export async function retryWhileUnavailable<Result>(
  work: () => Promise<Result>,
  retryForMs = RETRY_FOR_MS,
  onWait: () => void = () => {},
): Promise<Result> {
  const deadline = performance.now() + retryForMs;
  for (let wait = FIRST_WAIT_MS; ; wait = Math.min(wait * 2, LONGEST_WAIT_MS)) {
    try {
      return await work();
    } catch (error) {
      if (!isDatabaseUnavailable(error) || performance.now() + wait > deadline) throw error;
      onWait();
      await sleep(wait);
    }
  }
}
