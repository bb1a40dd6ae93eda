import { AsyncLocalStorage } from "node:async_hooks";
import cluster from "node:cluster";
import { type DestinationStream, pino } from "pino";
import { describeError } from "./log-error.ts";
import { standardLogOutput } from "./log-output.ts";

export interface LogOptions {
  /** Strings that are replaced in every line, for example where another server's error message quotes our key. */
  secrets?: readonly string[];
  /** Where lines go; without it, to standard output. */
  to?: DestinationStream;
}

/** The request, with its user, for which something is done. */
interface RequestContext {
  request: string;
  user: string | undefined;
}

/** Shorter secrets are not replaced, as they may be parts of ordinary words. */
const SHORTEST_SECRET = 8;

/** Secrets that became known after the start. */
const learned = new Set<string>();

/** Replaces a secret in all logs of this process from now on, such as a key that an administrator entered. */
export function hideInLogs(secret: string): void {
  if (secret.length >= SHORTEST_SECRET) for (const spelling of spellings(secret)) learned.add(spelling);
}

/** The text without the secrets that this process has learned, which are those of the engines in use. */
export const withoutLearnedSecrets = (text: string): string =>
  [...learned].reduce((rest, secret) => rest.replaceAll(secret, "[secret]"), text);

const requests = new AsyncLocalStorage<RequestContext>();

/** Structured logs carry ids, never contents, passwords or keys. Lines written for a request have its id and its user's. */
export function createLog(level: string, { secrets = [], to }: LogOptions = {}) {
  const hidden = secrets.filter((secret) => secret.length >= SHORTEST_SECRET).flatMap(spellings);
  const withoutSecrets = (line: string) =>
    hidden.reduce((text, secret) => text.replaceAll(secret, "[secret]"), withoutLearnedSecrets(line));
  const options = {
    level,
    // Of several workers, the one that wrote the line.
    base: cluster.isWorker ? { worker: process.pid } : null,
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: { err: describeError },
    mixin: () => ({ ...requests.getStore() }),
    hooks: { streamWrite: withoutSecrets },
  };
  return pino(options, to ?? standardLogOutput());
}

export type Log = ReturnType<typeof createLog>;

/** Runs something for a request: every line that is logged by it has the request's id. */
export const duringRequest = <Result>(context: RequestContext, run: () => Result): Result => requests.run(context, run);

/** Runs something that belongs to no request, or to an unknown one. */
export const outsideRequests = <Result>(run: () => Result): Result => requests.exit(run);

/** The secret as it is written in JSON, and in a URL. */
function spellings(secret: string): string[] {
  const plain = JSON.stringify(secret).slice(1, -1);
  const encoded = encodeURIComponent(secret);
  return encoded === plain ? [plain] : [plain, encoded];
}
