import { sql } from "drizzle-orm";
import { PgDialect } from "drizzle-orm/pg-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../tests/support/database.ts";
import { type Connection, connect } from "./client.ts";
import { containsWords, containsWordsUnindexed } from "./search.ts";

let database: TestDatabase;
let connection: Connection;
beforeAll(async () => {
  database = await createTestDatabase();
  connection = connect(database.url, { max: 1, log: () => {} });
});
afterAll(async () => {
  await connection.close();
  await database.drop();
});

/** Whether the text has the words: by the condition that an index may serve, and by the other one. */
async function findIn(text: string, words: readonly string[]) {
  const { rows } = await connection.db.execute<{ indexed: boolean; unindexed: boolean }>(sql`
    select ${containsWords(sql`content`, words)} as indexed, ${containsWordsUnindexed(sql`content`, words)} as unindexed
    from (values (${text}::text)) message (content)`);
  return rows[0];
}

const both = (found: boolean) => ({ indexed: found, unindexed: found });

describe("a search for words finds, with an index and without one", () => {
  it.each([
    ["a word in any case", "We saw the LightHouse.", "lighthouse"],
    ["a number", "Order 4711 came.", "4711"],
    ["a word with an accent in any case", "Das war SCHÖN.", "schön"],
    ["a word in Cyrillic", "МЯЧ под диваном", "мяч"],
    ["a word in Japanese", "ボールが好き", "ボール"],
    ["a number that stands in a word", "Wir kauften das XR7-4711.", "4711"],
    ["a number and a word", "Order 4711 came with a BALL.", "ball 4711"],
    ["a word with the Turkish İ", "Wir waren in İstanbul.", "istanbul"],
    ["a word with the sign for Kelvin", "300 \u212Aelvin", "kelvin"],
    ["signs of a pattern as they are", "100% of my_bowl", "100% my_bowl"],
    ["two words in any order", "The cat chased the ball.", "ball cat"],
  ])("%s", async (_what, text, query) => {
    expect(await findIn(text, query.split(" "))).toEqual(both(true));
  });

  it.each([
    ["a word that is not there", "We saw the sea.", "lighthouse"],
    ["two words of which one is there", "The cat slept.", "cat ball"],
    ["what only a pattern would find", "my bowl", "my_bowl"],
  ])("not %s", async (_what, text, query) => {
    expect(await findIn(text, query.split(" "))).toEqual(both(false));
  });

  it("a number without lowering the text, and any word as one that most texts may hold", () => {
    const written = (word: string) =>
      new PgDialect().sqlToQuery(sql`${containsWordsUnindexed(sql`content`, [word])}`).sql;
    expect(written("4711")).toBe("strpos(content, $1) <> 0");
    expect(written("ball")).toMatch(/lower\(content\).* <> 0$/);
  });
});
