import { LanguageModelError } from "./llm.ts";

/** Milliseconds. */
export interface Timing {
  /** From the request to the first sign of life: a token, a thought or a comment. */
  firstToken: number;
  /** In its place, where the model is loaded into memory first. */
  loading: number;
  /** Between two of them. */
  silence: number;
  /** The whole call, retries included. */
  overall: number;
  /** Waits before the second and third try, where the server names none. */
  backoff: readonly number[];
  /** A server that asks for a longer wait than this is not waited for: a person is looking on. */
  longestRetryAfter: number;
}

/** A reply that has begun may go on for so long. */
const REPLY_MS = 90_000;
/** From the disk of a slow machine; Ollama itself gives up after five minutes. */
export const LOADING_MS = 330_000;

/** @param timeoutS OPENAI_TIMEOUT_S */
export const timingFor = (timeoutS: number): Timing => ({
  firstToken: timeoutS * 1000,
  loading: Math.max(timeoutS * 1000, LOADING_MS),
  silence: timeoutS * 1000,
  overall: timeoutS * 1000 + REPLY_MS,
  backoff: [400, 1200],
  longestRetryAfter: 5000,
});

export interface Watch {
  /** The caller's signal and the time limits in one. */
  signal: AbortSignal;
  /** To be called for each piece: the time limit for silence begins anew. */
  heard(): void;
  /**
   * The model is loaded first: the first sign of life, and so the end, may come that much later.
   * @returns false where one has come already
   */
  waitForLoading(): boolean;
  end(): void;
}

/** Aborts with a failure when nothing is heard for too long, or at the deadline. */
export function startWatch(signal: AbortSignal, timing: Timing, deadline: number): Watch {
  const late = new AbortController();
  let latest = deadline;
  const giveUp = (what: string, after: number) => {
    const ms = Math.max(0, Math.min(after, latest - performance.now()));
    return setTimeout(
      () => late.abort(new LanguageModelError("timeout", `no ${what} within ${Math.round(ms)} ms`)),
      ms,
    );
  };
  let timer = giveUp("first token", timing.firstToken);
  let setAt = Number.NEGATIVE_INFINITY;
  let isOver = false;
  return {
    signal: AbortSignal.any([signal, late.signal]),
    heard() {
      const now = performance.now();
      // A new timer for each token would cost more than the token.
      if (now - setAt < TIMER_EVERY_MS) return;
      setAt = now;
      clearTimeout(timer);
      timer = giveUp("end of the reply", timing.silence);
    },
    waitForLoading() {
      if (isOver || setAt > 0) return false;
      latest += timing.loading;
      clearTimeout(timer);
      timer = giveUp("first token", timing.loading);
      return true;
    },
    end() {
      isOver = true;
      clearTimeout(timer);
    },
  };
}

const TIMER_EVERY_MS = 500;
