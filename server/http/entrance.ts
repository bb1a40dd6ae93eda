import type { RequestHandler } from "express";
import type { Log } from "../log.ts";
import { createLoopTurns, type LoopTurns } from "../loop-load.ts";
import { HttpError } from "./errors.ts";

/** How often it is looked at how many questions may begin. */
const LOOK_MS = 25;
/** So many questions may begin at once; what they cost shows in the turns after them. */
const AT_ONCE = 6;
/** So many waiting for a connection of the database mean that it is the database that is behind. */
const MOST_WAITING_FOR_DATABASE = 20;
/** While the database is behind, one in so long begins nevertheless: it may be behind for another reason than questions. */
const TRICKLE_MS = 250;
/** A person waits this long for a question to begin, and is then told to come back; some of two seconds may be gone before it is seen. */
const LONGEST_WAIT_MS = 1_250;
/** The time over which it is reckoned how many questions begin. */
const PACE_MS = 1_000;
/** The log says at most this often that questions were sent away. */
const WARN_MS = 10_000;
const RETRY_SECONDS = 3;

export interface Entrance {
  /**
   * Resolves once a new question may begin: at once where the process keeps up, in their order where it does not.
   * @throws HttpError 503 after a second and a quarter
   */
  enter(): Promise<void>;
  /** Sends away at once, before anything is looked up for it, a question that would wait in vain. */
  refuseInVain: RequestHandler;
}

export interface EntranceOptions {
  log: Log;
  /** Queries that wait for a connection. */
  waitingForDatabase(): number;
  turns?: LoopTurns;
}

/**
 * Lets new questions wait while the process is behind, so that replies under way keep their pace and everybody gets an
 * answer, if it is only that too many ask: a process that takes all it is asked serves none of them in time.
 */
export function createEntrance({ log, waitingForDatabase, turns = createLoopTurns() }: EntranceOptions): Entrance {
  const waiting: Set<() => void> = new Set();
  const sendAway = createSendAway(log);
  let room = AT_ONCE;
  let lookedAt = 0;
  /** How many may begin in a millisecond. */
  let pace = AT_ONCE / LOOK_MS;
  /** From a question until as many as usual may begin, and the loop is quick: a server that nobody asks rests. */
  let looking: NodeJS.Timeout | undefined;

  const take = (): boolean => {
    if (room < 1) return false;
    room--;
    if (looking === undefined) {
      lookedAt = performance.now();
      turns.meanMs();
      looking = setInterval(look, LOOK_MS).unref();
    }
    return true;
  };
  const look = () => {
    const now = performance.now();
    const passedMs = now - lookedAt;
    lookedAt = now;
    // A question begins for every turn of the loop: where that is full, its turns become longer until as many begin as end.
    const turnMs = turns.meanMs();
    const eachMs = waitingForDatabase() > MOST_WAITING_FOR_DATABASE ? Math.max(TRICKLE_MS, turnMs) : turnMs;
    const more = Math.min(AT_ONCE, passedMs / eachMs);
    pace += (more / passedMs - pace) * Math.min(1, passedMs / PACE_MS);
    room = Math.min(AT_ONCE, room + more);
    for (const begin of waiting) {
      if (!take()) return;
      begin();
    }
    if (room < AT_ONCE || more < AT_ONCE) return;
    clearInterval(looking);
    looking = undefined;
  };

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
          reject(sendAway());
        }, LONGEST_WAIT_MS);
        waiting.add(begin);
      });
    },
    refuseInVain(_request, _response, next) {
      const isInVain = waiting.size > 0 && waiting.size >= pace * LONGEST_WAIT_MS;
      next(isInVain ? sendAway() : undefined);
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
