import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { createKnowledgeIndex } from "#server/understanding/retrieval/retrieval.ts";
import { findEvidence, likeQuestion } from "./knowledge.ts";

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

const asked = z
  .record(z.string(), z.object({ asker: z.array(z.string()), pet: z.array(z.string()) }))
  .parse(JSON.parse(readFileSync(new URL("../../../tests/fixtures/about-asker.json", import.meta.url), "utf8")));

describe.each(Object.entries(asked))("a question without an answer, in %s", (language, { asker, pet }) => {
  const isForOwner = (question: string) => likeQuestion({ name: "Miso", language }, question).isAboutPet;

  it.each(asker)("is never for the owner where it is about who asks: %s", (question) => {
    expect(isForOwner(question)).toBe(false);
  });

  it.each(pet)("is for the owner where it is about the pet: %s", (question) => {
    expect(isForOwner(question)).toBe(true);
  });
});
