import { and, eq, inArray, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { users } from "#shared/schema.ts";
import { createTestDatabase, type TestDatabase } from "#tests/support/database.ts";
import { connect } from "./client.ts";
import { createStatementNames } from "./named-statements.ts";
import { containsWords } from "./search.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

/** One connection, with what it has prepared. */
function openOne() {
  const connection = connect(database.url, { max: 1, log: () => {} });
  const preparedTexts = async (): Promise<string[]> =>
    (await connection.pool.query("select statement from pg_prepared_statements order by name")).rows.map(
      (row) => row.statement,
    );
  return { ...connection, preparedTexts };
}

const twice = async (run: () => Promise<unknown>) => {
  await run();
  return run();
};

describe("a statement that comes again", () => {
  it("is prepared once for a connection, in a transaction too, and answers the same", async () => {
    const { db, pool, preparedTexts, close } = openOne();
    const text = "select $1::int + 1 as sum";
    expect((await pool.query(text, [1])).rows).toEqual([{ sum: 2 }]);
    expect(await preparedTexts()).toEqual([]);
    for (const number of [2, 3]) expect((await pool.query(text, [number])).rows).toEqual([{ sum: number + 1 }]);
    expect(await preparedTexts()).toEqual([text]);
    const select = (on: typeof db) => on.select({ id: users.id }).from(users).where(eq(users.username, "nobody"));
    expect(await twice(() => select(db))).toEqual([]);
    expect(await db.transaction((tx) => select(tx))).toEqual([]);
    expect(await preparedTexts()).toHaveLength(2);
    await close();
  });

  it("is not prepared without parameters, with a list of changing length, or with words to search for", async () => {
    const { db, pool, preparedTexts, close } = openOne();
    await twice(() => db.execute(sql`select 1`));
    await twice(() =>
      db
        .select({ id: users.id })
        .from(users)
        .where(inArray(users.username, ["a", "b"])),
    );
    await twice(() =>
      db
        .select({ id: users.id })
        .from(users)
        .where(and(containsWords(users.username, ["a"]))),
    );
    await twice(() => pool.query("select * from (values ($1), ($2)) as given", [1, 2]));
    await twice(() => pool.query("select to_tsvector('simple', $1) @@ to_tsquery('simple', $2)", ["a", "b"]));
    expect(await preparedTexts()).toEqual([]);
    await close();
  });

  it("keeps a name that was given to it", async () => {
    const { pool, preparedTexts, close } = openOne();
    await twice(() => pool.query({ name: "own", text: "select $1::int", values: [1] }));
    expect((await pool.query("select name from pg_prepared_statements")).rows).toEqual([{ name: "own" }]);
    expect(await preparedTexts()).toHaveLength(1);
    await close();
  });

  it("gets a name only while there are few", () => {
    const nameOf = createStatementNames(2);
    const texts = ["select $1", "select $2", "select $3"];
    for (const text of texts) expect(nameOf(text)).toBeUndefined();
    expect(texts.map(nameOf).filter((name) => name !== undefined)).toHaveLength(2);
  });
});
