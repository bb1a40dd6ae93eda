import fc from "fast-check";
import { naughtyTexts } from "../fixtures/hostile-input.ts";

export type Json = null | boolean | number | string | Json[] | { [name: string]: Json };

const textsOfOurs = [
  "",
  " ",
  "\u0000",
  "a\u0000b",
  "\ud800",
  "\udc36\ud83d",
  "__proto__",
  "constructor",
  "../../etc/passwd",
  "%00",
  "%",
  "{}",
  "[object Object]",
  "00000000-0000-0000-0000-000000000000",
  "FFFFFFFF-FFFF-4FFF-BFFF-FFFFFFFFFFFF",
  "eyJhIjoxfQ",
  "W10",
  "bnVsbA==",
  ...[101, 301, 2_001, 10_001, 40_001].map((length) => "n".repeat(length)),
  "🐶".repeat(5_000),
  "e\u0301".repeat(1_000),
];

/** Places in lists that a server would write so, and that it never wrote. */
const cursors = [
  "0000-01-01T00:00:00Z",
  "9999-12-31T23:59:59.123456789Z",
  "a\u0000b",
  "\ud800",
  "",
  "1",
  "9".repeat(18),
]
  .map((key) => JSON.stringify([key, "ffffffff-ffff-4fff-bfff-ffffffffffff"]))
  .concat("[1]", "[-1]", "[9007199254740991]", "[1e308]", "null", "{}", "[".repeat(300))
  .map((text) => Buffer.from(text).toString("base64url"));

/** At and beyond the ends of what calendars, JavaScript and PostgreSQL can tell. */
const dates = [
  "0000-01-01T00:00:00Z",
  "0001-01-01T00:00:00+23:59",
  "0099-12-31T00:00:00Z",
  "1582-10-10T00:00:00Z",
  "1970-01-01T00:00:00.000000001Z",
  "2026-02-29T00:00:00Z",
  "2026-12-31T23:59:60Z",
  "9999-12-31T23:59:59-23:59",
  "+010000-01-01T00:00:00Z",
  "+275760-09-13T00:00:00.001Z",
  "-000001-01-01T00:00:00Z",
  "2026-01-01",
  "infinity",
  "now",
];

const numbers = [
  0,
  -0,
  -1,
  1,
  1.5,
  200,
  201,
  32_768,
  2_147_483_647,
  2_147_483_648,
  -2_147_483_649,
  4_294_967_296,
  Number.MAX_SAFE_INTEGER,
  2 ** 53,
  2 ** 63,
  1e21,
  1e308,
  5e-324,
];

/** An object with a field that is called as nothing should be. */
const named = (name: string, value: Json): Json => JSON.parse(`{${JSON.stringify(name)}:${JSON.stringify(value)}}`);

const deep = (depth: number): Json => JSON.parse("[".repeat(depth) + "]".repeat(depth));

const things: Json[] = [
  null,
  true,
  false,
  [],
  {},
  [[]],
  [null],
  { length: 4_294_967_295 },
  { toString: 1, valueOf: "x", toJSON: null },
  named("__proto__", { isAdmin: true, roles: ["admin"] }),
  named("constructor", { prototype: { isAdmin: true } }),
  { $ne: null },
  { "": "" },
  deep(31),
  deep(40),
  deep(1_000),
  Array.from({ length: 1_000 }, (_, index) => index),
  Array.from({ length: 300 }, () => "known-agent-0"),
  Object.fromEntries(Array.from({ length: 1_000 }, (_, index) => [`k${index}`, index])),
];

export const hostileText: fc.Arbitrary<string> = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...textsOfOurs) },
  { weight: 1, arbitrary: fc.constantFrom(...dates) },
  { weight: 3, arbitrary: fc.constantFrom(...naughtyTexts()) },
  { weight: 1, arbitrary: fc.string({ unit: "binary", maxLength: 40 }) },
  { weight: 1, arbitrary: fc.constantFrom(...numbers).map(String) },
);

/** Any JSON that a field may be given and does not expect. */
export const hostileJson: fc.Arbitrary<Json> = fc.oneof(
  { weight: 4, arbitrary: hostileText },
  { weight: 2, arbitrary: fc.constantFrom(...numbers) },
  { weight: 3, arbitrary: fc.constantFrom(...things) },
);

export const hostileCursor: fc.Arbitrary<string> = fc.constantFrom(...cursors);
export const hostileDate: fc.Arbitrary<string> = fc.constantFrom(...dates);
export const hostileNumber: fc.Arbitrary<number> = fc.constantFrom(...numbers);
