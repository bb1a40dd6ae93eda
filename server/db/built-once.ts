import { fillPlaceholders, type Query, SQL } from "drizzle-orm";
import { PgDialect } from "drizzle-orm/pg-core";
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

/**
 * The same for a statement that is written in SQL: what comes out is for `db.execute`. `write` is called at the first use.
 * @throws where a placeholder has no value
 */
export function writtenOnce<Given extends Record<string, unknown>>(write: () => SQL): (given: Given) => SQL {
  let written: Query | undefined;
  return (given) => {
    written ??= new PgDialect().sqlToQuery(write());
    return new Written({ sql: written.sql, params: fillPlaceholders(written.params, given) });
  };
}

/** SQL that is text already. */
class Written extends SQL {
  private readonly query: Query;

  constructor(query: Query) {
    super([]);
    this.query = query;
  }

  override toQuery(): Query {
    return this.query;
  }
}
