import type { Log } from "../observe/log.ts";
import { HttpError } from "./errors.ts";

/** So many questions are looked up at once. Each takes a turn of the event loop at least, so that a full loop takes fewer. */
const AT_ONCE = 1;
/** A person waits this long for a question to begin, and is then told to come back. */
const LONGEST_WAIT_MS = 1_250;
/** The log says at most this often that questions were sent away. */
const WARN_MS = 10_000;
const RETRY_SECONDS = 3;

/**
 * Lets new questions wait while the process is behind, so that replies under way keep their pace and everybody gets an
 * answer, if it is only that too many ask: a process that takes all it is asked serves none of them in time.
 */
export interface Entrance {
  /**
   * Looks up what a new question needs before it begins: at once where few do, in their order where many do.
   * @throws HttpError 503 after a second and a quarter
   */
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
        // Whoever leaves gives the place to the next one.
        const [next] = waiting;
        if (next === undefined) inside--;
        else next();
      }
    },
  };
}

/** Makes the error for whoever is sent away, and tells the log how many were. */
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
