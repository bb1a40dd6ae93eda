import type { Db } from "./client.ts";

/**
 * A query that is built once for each database, rather than each time it is asked: building one by Drizzle takes longer
 * than asking it. What changes from time to time is a `sql.placeholder`. `build` ends with `.prepare(UNNAMED)`, as
 * named-statements.ts gives the names.
 */
export function builtOnce<Query>(build: (db: Db) => Query): (db: Db) => Query {
  const built = new WeakMap<Db, Query>();
  return (db) => {
    const known = built.get(db);
    if (known !== undefined) return known;
    const query = build(db);
    built.set(db, query);
    return query;
  };
}

/** For Drizzle's `prepare`, which asks for a name. */
export const UNNAMED = "";
