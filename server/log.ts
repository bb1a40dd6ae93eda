import { AsyncLocalStorage } from "node:async_hooks";
import { type DestinationStream, pino } from "pino";
import { describeError } from "./log-error.ts";

export interface LogOptions {
  /** What must not be in a line wherever it comes from, such as another server's complaint that quotes our key. */
  secrets?: readonly string[];
  /** Instead of standard output. */
  to?: DestinationStream;
}

/** On behalf of which request, and whose, something is done. */
interface RequestContext {
  request: string;
  user: string | undefined;
}

/** Shorter ones would cut ordinary words out of the log. */
const SHORTEST_SECRET = 8;

const requests = new AsyncLocalStorage<RequestContext>();

/** Structured logs carry ids, never contents, passwords or keys. Lines written for a request have its id and its user's. */
export function createLog(level: string, { secrets = [], to }: LogOptions = {}) {
  const hidden = secrets.filter((secret) => secret.length >= SHORTEST_SECRET).flatMap(spellings);
  const withoutSecrets = (line: string) => hidden.reduce((text, secret) => text.replaceAll(secret, "[secret]"), line);
  const options = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: { err: describeError },
    mixin: () => ({ ...requests.getStore() }),
    hooks: { streamWrite: withoutSecrets },
  };
  return to === undefined ? pino(options) : pino(options, to);
}

export type Log = ReturnType<typeof createLog>;

/** Runs something, and all that follows from it, for a request. */
export const duringRequest = <Result>(context: RequestContext, run: () => Result): Result => requests.run(context, run);

/** Runs what belongs to no request, or to one that can't be told. */
export const outsideRequests = <Result>(run: () => Result): Result => requests.exit(run);

/** As it is written in JSON, and in an address. */
function spellings(secret: string): string[] {
  const plain = JSON.stringify(secret).slice(1, -1);
  const encoded = encodeURIComponent(secret);
  return encoded === plain ? [plain] : [plain, encoded];
}
