import type { Log } from "../observe/log.ts";
import { HttpError } from "./errors.ts";

/** At once; each takes a turn of the event loop at least. */
const AT_ONCE = 1;
/** Then a person is asked to come back. */
const LONGEST_WAIT_MS = 1_250;
const WARN_MS = 10_000;
const RETRY_SECONDS = 3;

/** Replies under way keep their pace while new questions wait. Throws HttpError 503 after LONGEST_WAIT_MS. */
export interface Entrance {
  enter<Result>(lookUp: () => Promise<Result>): Promise<Result>;
}

export function createEntrance(log: Log): Entrance {
  const waiting = new Set<() => void>();
  const sendAway = createSendAway(log);
  let inside = 0;

  const turn = () =>
    new Promise<void>((resolve, reject) => {
      const begin = () => {
        clearTimeout(late);
        waiting.delete(begin);
        resolve();
      };
      const late = setTimeout(() => {
        waiting.delete(begin);
        reject(sendAway());
      }, LONGEST_WAIT_MS);
      waiting.add(begin);
    });

  return {
    async enter(lookUp) {
      if (inside < AT_ONCE) inside++;
      else await turn();
      try {
        return await lookUp();
      } finally {
        const [next] = waiting;
        if (next === undefined) inside--;
        else next();
      }
    },
  };
}

function createSendAway(log: Log): () => HttpError {
  let count = 0;
  const warn = () => {
    log.warn({ questions: count }, "more is asked than can be answered: questions were sent away");
    count = 0;
  };
  return () => {
    if (count === 0) setTimeout(warn, WARN_MS).unref();
    count++;
    return tooManyQuestions();
  };
}

export const tooManyQuestions = () =>
  new HttpError(503, "overloaded", "Very many are asking at this moment. Please try again in a few seconds.", {
    retryAfter: RETRY_SECONDS,
  });
