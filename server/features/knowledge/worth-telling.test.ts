import { describe, expect, it } from "vitest";
import { ASK_BACK_FROM, KNOWN_FROM } from "#server/understanding/retrieval/scale.ts";
import { leadingOf, worthAsking, worthReading } from "./worth-telling.ts";

const piece = (id: string, probability: number, source = id) => ({
  ...{ id, source, probability, focus: null, isDirect: false },
});
const unsure = (ranked: ReturnType<typeof piece>[], certainty = (ASK_BACK_FROM + KNOWN_FROM) / 2) => ({
  ...{ ranked, certainty, isKnown: certainty >= KNOWN_FROM, isUnanswered: false },
});

describe("what a language model may read", () => {
  const ranked = [piece("page 2", 0.9), piece("page 7", 0.09), piece("page 1", 0.001)];
  const found = ["page 7", "page 2", "page 1", "page 9"];

  it("is what is likely, best first, and nothing that only shares a word", () => {
    expect(worthReading({ ranked, certainty: 0.4 }, { found })).toEqual(["page 2", "page 7"]);
  });

  it("is nothing beside what asks nothing, or what nothing answers", () => {
    expect(worthReading({ ranked, certainty: 0 }, { found })).toEqual([]);
    expect(worthReading({ ranked: [], certainty: 0 }, { found })).toEqual([]);
  });

  it("is also the passage that a search puts far before all others, beside a sure answer of the diary", () => {
    const sure = [piece("weight", 0.999), piece("page 1", 0.0001)];
    const searched = (second: number) => [
      { id: "page 1", score: 1.2 },
      { id: "page 2", score: second },
    ];
    const readFrom = (second: number) =>
      worthReading(
        { ranked: sure, certainty: 0.98 },
        { found: ["page 1", "page 2"], leading: leadingOf(searched(second)) },
      );
    expect(readFrom(0.2)).toEqual(["page 1", "weight"]);
    expect(readFrom(0.9)).toEqual(["weight"]);
    expect(leadingOf([])).toBeNull();
  });

  it("is also what is nearest by meaning, whose words may be others", () => {
    const byMeaning = ["page 5", "page 2", "page 8"];
    expect(worthReading({ ranked, certainty: 0.4 }, { found, byMeaning })).toEqual(["page 2", "page 7", "page 5"]);
  });
});

describe("what the pet asks back", () => {
  it("is the best, and the best of another source that comes near", () => {
    expect(worthAsking(unsure([piece("toy", 0.5), piece("bed", 0.3), piece("food", 0.2)]))).toEqual(["toy", "bed"]);
    const pages = [piece("page 1", 0.5, "report"), piece("page 2", 0.3, "report"), piece("toy", 0.2)];
    expect(worthAsking(unsure(pages))).toEqual(["page 1", "toy"]);
  });

  it("is the best alone where nothing else comes near", () => {
    expect(worthAsking(unsure([piece("toy", 0.95), piece("bed", 0.05)]))).toEqual(["toy"]);
    expect(worthAsking(unsure([piece("toy", 1)]))).toEqual(["toy"]);
  });

  it("is nothing where the pet knows, where nothing is likely, and where it has nothing", () => {
    const ranked = [piece("toy", 0.6), piece("bed", 0.4)];
    expect(worthAsking(unsure(ranked, KNOWN_FROM))).toEqual([]);
    expect(worthAsking(unsure(ranked, ASK_BACK_FROM - 0.01))).toEqual([]);
    expect(worthAsking(unsure([]))).toEqual([]);
  });

  it("is no other diary answer where the diary has none to just this question, but perhaps a document", () => {
    const asked = { ...unsure([piece("friends", 0.5), piece("fears", 0.4)]), isUnanswered: true };
    expect(worthAsking(asked)).toEqual([]);
    const paper = { ...asked, ranked: [piece("page 1", 0.5, "contract"), piece("fears", 0.1)] };
    expect(worthAsking(paper)).toEqual(["page 1", "fears"]);
  });
});
