import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { foldText } from "#shared/fold-text.ts";
import { highlight, searchWords } from "#shared/search-words.ts";
import { createTestDatabase, type TestDatabase } from "#tests/support/database.ts";
import { type Connection, connect } from "./client.ts";
import { containsWords, containsWordsUnindexed, foldedText } from "./search.ts";

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

/** Whether the text has the words: by the condition that an index may serve, by the other one, and marked on the screen. */
async function findIn(text: string, query: string) {
  const words = searchWords(query);
  const folded = foldedText(sql`content`);
  const { rows } = await connection.db.execute<{ indexed: boolean; unindexed: boolean }>(sql`
    select ${containsWords(folded, words)} as indexed, ${containsWordsUnindexed(folded, words)} as unindexed
    from (values (${text}::text)) message (content)`);
  const marked = highlight(text, words).filter(({ isMatch }) => isMatch);
  return { ...rows[0], marked: marked.length >= words.length };
}

const all = (found: boolean) => ({ indexed: found, unindexed: found, marked: found });

describe("a search for words finds, with an index and without one, and marks", () => {
  it.each([
    ["a word in any case", "We saw the LightHouse.", "lighthouse"],
    ["a number", "Order 4711 came.", "4711"],
    ["a word in Cyrillic", "МЯЧ под диваном", "мяч"],
    ["a word in Japanese", "ボールが好き", "ボール"],
    ["a number that stands in a word", "Wir kauften das XR7-4711.", "4711"],
    ["a number and a word", "Order 4711 came with a BALL.", "ball 4711"],
    ["a word with the sign for Kelvin", "300 \u212Aelvin", "kelvin"],
    ["signs of a pattern as they are", "100% of my_bowl", "100% my_bowl"],
    ["a backslash as it is", "C:\\pets", "c:\\pets"],
    ["two words in any order", "The cat chased the ball.", "ball cat"],
    // Quotes.
    ["a straight apostrophe by a typographic one", "It's Miso", "it’s"],
    ["a typographic apostrophe by a straight one", "It’s Miso", "it's"],
    ["an accent in place of an apostrophe", "it´s so, don`t", "it's don’t"],
    ["quotes of any kind", "He said «woof» and „wuff“", '"woof" “wuff”'],
    ["a dash by a hyphen", "a well–known cat", "well-known"],
    // Case.
    ["the Turkish İ by i", "Wir waren in İstanbul.", "istanbul"],
    ["the Turkish ı by i, and the other way", "IŞIK ve ışık", "isik"],
    ["a Greek word in capitals by small letters", "ΜΕΓΑΛΟΣ ΣΚΥΛΟΣ", "σκύλος"],
    ["a Greek word by its beginning, where σ has another form", "ο σκύλος", "ΣΚΎΛΟΣ"],
    ["ß by ss, and the other way", "Die STRASSE und die Straße", "straße"],
    // Accents and composition.
    ["an accent that was not typed", "Mon résumé", "resume"],
    ["a word that was typed with an accent and written without", "My resume", "résumé"],
    ["a word with an accent in any case", "Das war SCHÖN.", "schön"],
    ["decomposed letters by composed ones", "cafe\u0301 e\u0301te\u0301", "café été"],
    ["composed letters by decomposed ones", "café", "CAFE\u0301"],
    ["Vietnamese without its marks", "Chó của tôi ở Đà Nẵng", "da nang"],
    ["letters that have no accent but are none of ASCII", "Smørrebrød og Łódź", "smorrebrod lodz"],
    // Scripts.
    ["Arabic without vowel marks", "مُحَمَّدٌ", "محمد"],
    ["Arabic letters that are written in several ways", "إلى القطّة", "الي القطه"],
    ["Hebrew without points", "שָׁלוֹם", "שלום"],
    ["Hindi without the dot below", "क़लम", "कलम"],
    ["full-width letters by plain ones", "ＭＩＳＯ １２３", "miso 123"],
    ["half-width katakana by full-width ones", "ｶﾞｯｺｳ", "ガッコウ"],
    ["a Korean word in parts", "\u1100\u1161\u11A8", "각"],
    ["a word with a soft hyphen and a joiner", "bal\u00ADloon \u200Bcat", "balloon cat"],
  ])("%s", async (_what, text, query) => {
    expect(await findIn(text, query)).toEqual(all(true));
  });

  it.each([
    ["a word that is not there", "We saw the sea.", "lighthouse"],
    ["two words of which one is there", "The cat slept.", "cat ball"],
    ["what only a pattern would find", "my bowl", "my_bowl"],
    ["what only a pattern of full width would find", "a hundred", "a％d"],
    ["another Japanese sound", "かき", "かぎ"],
    ["another Hindi vowel", "कि", "की"],
    ["a part of a Korean syllable", "각", "가"],
  ])("not %s", async (_what, text, query) => {
    expect(await findIn(text, query)).toEqual(all(false));
  });
});

it("the database folds every character as the screen does, with accents and without", async ({ skip }) => {
  const { rows: found } = await connection.db.execute(sql`select to_regproc('unicode_assigned') as known`);
  if (found[0]?.known === null) skip("needs PostgreSQL 17, which says which characters it knows");
  const codes = Array.from({ length: 0x1_ffff }, (_, code) => code + 1).filter(
    (code) => code < 0xd800 || code > 0xdfff,
  );
  const characters = codes.map((code) => String.fromCodePoint(code)).filter((one) => /\p{Assigned}/u.test(one));
  const { rows } = await connection.db.execute<{ one: string; plain: string; accented: string }>(sql`
    select one, fold_text(one) as plain, fold_text(one, true) as accented
    from jsonb_array_elements_text(${JSON.stringify(characters)}::jsonb) one where unicode_assigned(one)`);
  const unlike = rows.filter(
    ({ one, plain, accented }) => plain !== foldText(one) || accented !== foldText(one, { keepsAccents: true }),
  );
  expect(unlike.map(({ one }) => one.codePointAt(0)?.toString(16))).toEqual([]);
});
