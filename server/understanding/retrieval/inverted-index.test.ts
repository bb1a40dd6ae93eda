import { describe, expect, it } from "vitest";
import { GrowingArray } from "./growing-array.ts";
import { InvertedIndex } from "./inverted-index.ts";

function indexOf(...texts: string[]): InvertedIndex {
  const index = new InvertedIndex();
  for (const text of texts) index.add(text.split(" "));
  return index;
}

describe("BM25", () => {
  it("gives the scores that its formula gives by hand", () => {
    // 3 documents of 3 terms on average; idf(a) = ln(1 + 1.5 / 2.5) = 0.4700.
    const found = indexOf("a b", "a a c", "b c d e").search(new Map([["a", 1]]), 10);
    expect(found.map(({ doc }) => doc)).toEqual([1, 0]);
    expect(found[0]?.score).toBeCloseTo((0.470004 * 2 * 2.2) / (2 + 1.2), 5);
    expect(found[1]?.score).toBeCloseTo((0.470004 * 2.2) / (1 + 0.9), 5);
  });

  it("puts the document that was added first before its equals, whatever the limit", () => {
    const index = indexOf("b", "a", "a", "a");
    expect(index.search(new Map([["a", 1]]), 2).map(({ doc }) => doc)).toEqual([1, 2]);
    expect(index.search(new Map([["a", 1]]), 0)).toEqual([]);
  });

  it("finds what is added after a question was asked", () => {
    const index = indexOf("a");
    expect(index.search(new Map([["b", 1]]), 5)).toEqual([]);
    index.add(["b"]);
    expect(index.search(new Map([["b", 1]]), 5).map(({ doc }) => doc)).toEqual([1]);
  });

  it("finds nothing in an empty index and gives no score that is not a number", () => {
    expect(new InvertedIndex().search(new Map([["a", 1]]), 5)).toEqual([]);
    const index = new InvertedIndex();
    index.add([]);
    index.add(["a"]);
    expect(index.search(new Map([["a", 1]]), 5).every(({ score }) => Number.isFinite(score))).toBe(true);
  });

  it("learns from its background how rare a term is, without finding what is there", () => {
    const background = indexOf("a", "a", "a b");
    const index = new InvertedIndex(background);
    index.add(["a"]);
    index.add(["b"]);
    expect(index.idf("a")).toBeLessThan(index.idf("b"));
    expect(index.search(new Map([["a", 1]]), 5)).toHaveLength(1);
  });

  it("tells the parts of a document, which add up to one", () => {
    expect([...indexOf("x", "a b a b").shares(1)]).toEqual([
      ["a", 0.5],
      ["b", 0.5],
    ]);
  });
});

describe("an index that was handed over", () => {
  it("answers as the one that it was made of", () => {
    const built = indexOf("a b", "a a c", "b c d e", "日本 é zz");
    const expected = {
      scores: built.search(
        new Map([
          ["a", 1],
          ["c", 0.5],
        ]),
        10,
      ),
      shares: [...built.shares(2)],
      holding: ["a", "e", "zz", "é", "aa", ""].map((term) => [...built.documentsWith(term)]),
      terms: [...built.termsLike("a")],
    };
    const moved = structuredClone(built.handOver());
    const taken = new InvertedIndex(undefined, moved);
    expect({
      scores: taken.search(
        new Map([
          ["a", 1],
          ["c", 0.5],
        ]),
        10,
      ),
      shares: [...taken.shares(2)],
      holding: ["a", "e", "zz", "é", "aa", ""].map((term) => [...taken.documentsWith(term)]),
      terms: expected.terms,
    }).toEqual(expected);
    expect(taken.terms).toBe(built.terms);
    expect([...taken.termsLike("dx")]).toEqual(expected.terms.map((term) => (term === "d" ? "d" : undefined)));
    expect(() => taken.add(["a"])).toThrow("complete");
  });

  it("may be empty", () => {
    const taken = new InvertedIndex(undefined, new InvertedIndex().handOver());
    expect(taken.search(new Map([["a", 1]]), 5)).toEqual([]);
    expect(taken.documentsWith("a")).toHaveLength(0);
  });
});

describe("a growing array", () => {
  it("keeps what it holds while it grows and when it is trimmed", () => {
    const array = new GrowingArray((length) => new Uint32Array(length));
    for (let value = 0; value < 1_000; value += 1) array.push(value);
    array.trim();
    expect([...array.items]).toEqual(Array.from({ length: 1_000 }, (_, value) => value));
    array.push(7);
    expect([array.length, array.items[1_000]]).toEqual([1_001, 7]);
  });
});
