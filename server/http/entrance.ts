import { HttpError } from "./errors.ts";

/** How often the load is looked at. */
const LOOK_MS = 25;
/** A look that comes this late means that every piece of a reply under way comes late too: new questions wait. */
const MOST_LATE_MS = 50;
/** So many questions may begin between two looks; what they cost shows in the next one. */
const AT_ONCE = 6;
/** While the process is behind, one in so long begins nevertheless: it may be late for another reason than questions. */
const TRICKLE_MS = 250;
/** So many waiting for a connection of the database mean that it is the database that is behind. */
const MOST_WAITING_FOR_DATABASE = 20;
/** A person waits this long for a question to begin, and is then told to come back. */
const LONGEST_WAIT_MS = 2_000;
const RETRY_SECONDS = 3;

export interface Entrance {
  /**
   * Resolves once a new question may begin: at once where the process keeps up, in their order where it does not.
   * @throws HttpError 503 after two seconds
   */
  enter(): Promise<void>;
}

export interface Load {
  /** Queries that wait for a connection. */
  waitingForDatabase(): number;
}

/**
 * Lets new questions wait while the process is behind, so that replies under way keep their pace and everybody gets an
 * answer, if it is only that too many ask: a process that takes all it is asked serves none of them in time.
 */
export function createEntrance({ waitingForDatabase }: Load): Entrance {
  const waiting: Set<() => void> = new Set();
  let room = AT_ONCE;
  let lookedAt = performance.now();
  let begunAt = 0;

  const take = (): boolean => {
    if (room === 0) return false;
    room--;
    begunAt = performance.now();
    return true;
  };
  const look = () => {
    const now = performance.now();
    const isBehind = now - lookedAt - LOOK_MS > MOST_LATE_MS || waitingForDatabase() > MOST_WAITING_FOR_DATABASE;
    lookedAt = now;
    const fewest = now - begunAt >= TRICKLE_MS ? 1 : 0;
    room = isBehind ? fewest : AT_ONCE;
    for (const begin of waiting) {
      if (!take()) return;
      begin();
    }
  };
  setInterval(look, LOOK_MS).unref();

  return {
    async enter() {
      if (waiting.size === 0 && take()) return;
      await new Promise<void>((resolve, reject) => {
        const begin = () => {
          clearTimeout(late);
          waiting.delete(begin);
          resolve();
        };
        const late = setTimeout(() => {
          waiting.delete(begin);
          reject(tooManyQuestions());
        }, LONGEST_WAIT_MS);
        waiting.add(begin);
      });
    },
  };
}

export const tooManyQuestions = () =>
  new HttpError(503, "overloaded", "Very many are asking at this moment. Please try again in a few seconds.", {
    retryAfter: RETRY_SECONDS,
  });
