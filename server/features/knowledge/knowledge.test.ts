import { describe, expect, it } from "vitest";
import { createKnowledgeIndex } from "#server/understanding/retrieval/retrieval.ts";
import { findEvidence } from "./knowledge.ts";

const weight = "Weight in May: 12 kg.";
const pages = [weight, "Teeth: clean, no tartar.", "Paws: a thorn was taken out of the left one."].map(
  (text, place) => ({
    ...{ id: `page ${place}`, documentId: "report", document: "vet report.pdf", page: place + 1, text },
  }),
);

describe("the passages of a question", () => {
  it("are read once each, though they are weighed, told and offered to a model", async () => {
    const index = createKnowledgeIndex("en-US");
    for (const { id, text } of pages) index.addPassage({ id, title: "vet report", text });
    index.finalize();
    const asked: string[] = [];
    const knowledge = await findEvidence(
      {
        ...{ name: "Tucker", locale: "en-US", index, diary: [], whole: null },
        readPassages: async (ids) => {
          asked.push(...ids);
          return pages.filter(({ id }) => ids.includes(id));
        },
      },
      { question: "What is your weight?", turns: [] },
    );
    const best = await knowledge.readBest(10);
    expect([knowledge.evidence[0]?.text, best[0]?.evidence.text]).toEqual([weight, weight]);
    expect(best).toHaveLength(1);
    expect(asked).not.toEqual([]);
    expect(new Set(asked).size).toBe(asked.length);
  });
});
