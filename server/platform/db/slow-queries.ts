import type { ClientBase } from "pg";
import { outsideRequests } from "../observe/log.ts";
import { withoutLiterals } from "../observe/log-error.ts";

export interface SlowQueries {
  /** In milliseconds; 0 for none. */
  over: number;
  /** Without parameters. */
  note(slow: { ms: number; statement: string }): void;
}

const MAX_STATEMENT = 2_000;

export function watchForSlowQueries(client: ClientBase, { over, note }: SlowQueries): void {
  if (over === 0) return;
  const query: unknown = Reflect.get(client, "query");
  if (typeof query !== "function") return;
  const measuredQuery = (...args: unknown[]): unknown => {
    const startedAt = performance.now();
    const report = () => {
      const ms = Math.round(performance.now() - startedAt);
      // A connection's context may be that of another request.
      if (ms > over) outsideRequests(() => note({ ms, statement: statementOf(args[0]) }));
    };
    const callback = args.at(-1);
    if (typeof callback === "function") {
      const reportingCallback = (...results: unknown[]): unknown => {
        report();
        return Reflect.apply(callback, undefined, results);
      };
      return Reflect.apply(query, client, [...args.slice(0, -1), reportingCallback]);
    }
    const result: unknown = Reflect.apply(query, client, args);
    if (result instanceof Promise) result.then(report, report);
    return result;
  };
  Reflect.set(client, "query", measuredQuery);
}

/** Literals may be people's data. */
function statementOf(query: unknown): string {
  const text = typeof query === "object" && query !== null && "text" in query ? query.text : query;
  if (typeof text !== "string") return "(no text)";
  return withoutLiterals(text).replaceAll(/\s+/g, " ").trim().slice(0, MAX_STATEMENT);
}
