import type { ClientBase } from "pg";
import { outsideRequests } from "../observe/log.ts";
import { withoutLiterals } from "../observe/log-error.ts";

export interface SlowQueries {
  /** Statements that take longer are reported: milliseconds, 0 to report none. */
  over: number;
  /** Gets the statement without its parameters. */
  note(slow: { ms: number; statement: string }): void;
}

const MAX_STATEMENT = 2_000;

/** Measures every statement of a connection from when it is sent until its last row is there. */
export function watchForSlowQueries(client: ClientBase, { over, note }: SlowQueries): void {
  if (over === 0) return;
  const query: unknown = Reflect.get(client, "query");
  if (typeof query !== "function") return;
  const watched = (...given: unknown[]): unknown => {
    const startedAt = performance.now();
    const settled = () => {
      const ms = Math.round(performance.now() - startedAt);
      // A connection serves one request after the other, so the current context may be that of another request.
      if (ms > over) outsideRequests(() => note({ ms, statement: statementOf(given[0]) }));
    };
    const callback = given.at(-1);
    if (typeof callback === "function") {
      const answered = (...results: unknown[]): unknown => {
        settled();
        return Reflect.apply(callback, undefined, results);
      };
      return Reflect.apply(query, client, [...given.slice(0, -1), answered]);
    }
    const result: unknown = Reflect.apply(query, client, given);
    if (result instanceof Promise) result.then(settled, settled);
    return result;
  };
  Reflect.set(client, "query", watched);
}

/** A statement on one line, without the values that may be written in it. */
function statementOf(given: unknown): string {
  const text = typeof given === "object" && given !== null && "text" in given ? given.text : given;
  if (typeof text !== "string") return "(no text)";
  return withoutLiterals(text).replaceAll(/\s+/g, " ").trim().slice(0, MAX_STATEMENT);
}
