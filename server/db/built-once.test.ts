import { sql } from "drizzle-orm";
import { PgDialect } from "drizzle-orm/pg-core";
import { describe, expect, it } from "vitest";
import { writtenOnce } from "./built-once.ts";

const dialect = new PgDialect();

describe("a statement that is written once", () => {
  it("has other values each time, in the order of their places", () => {
    let written = 0;
    const statement = writtenOnce<{ name: string; age: number }>(() => {
      written += 1;
      const name = sql.placeholder("name");
      return sql`select ${name}::text, ${sql.placeholder("age")}::int, ${7}::int, ${name}::text`;
    });
    const text = "select $1::text, $2::int, $3::int, $4::text";
    const rex = dialect.sqlToQuery(statement({ name: "Rex", age: 4 }));
    expect(rex).toEqual({ sql: text, params: ["Rex", 4, 7, "Rex"] });
    const mia = dialect.sqlToQuery(statement({ name: "Mia", age: 5 }));
    expect(mia).toEqual({ sql: text, params: ["Mia", 5, 7, "Mia"] });
    expect(written).toBe(1);
  });

  it("is not asked with a value that is missing", () => {
    const statement = writtenOnce(() => sql`select ${sql.placeholder("name")}::text`);
    expect(() => statement({})).toThrow("name");
  });
});
