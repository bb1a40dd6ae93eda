import { describe, expect, it } from "vitest";
import { createKnowledgeIndex } from "#server/understanding/retrieval/retrieval.ts";
import { findEvidence, type Library } from "./knowledge.ts";

const toy = { id: "toy", key: "favorite_toy", question: "What is my favorite toy?", answer: "My yellow rubber duck." };
const passage = {
  id: "page",
  documentId: "report",
  document: "vet report.pdf",
  page: 2,
  text: "Weight in May: 12 kg.",
};

function createLibrary(): Library {
  const index = createKnowledgeIndex("en-US");
  index.addDiary(toy);
  index.addPassage({ id: passage.id, title: "vet report", text: passage.text });
  index.finalize();
  return {
    ...{ name: "Tucker", locale: "en-US", index, diary: [toy], whole: null },
    readPassages: async (ids) => [passage].filter(({ id }) => ids.includes(id)),
  };
}
const ask = (question: string, isPicked = false) => findEvidence(createLibrary(), { question, turns: [], isPicked });

describe("what a question may mean", () => {
  it("is nothing where it is known, and nothing where nothing is like it", async () => {
    expect((await ask("What is your favourite toy?")).evidence).toHaveLength(1);
    expect((await ask("What is your favourite toy?")).maybe).toEqual([]);
    expect((await ask("Who won the elections in Norway?")).maybe).toEqual([]);
  });

  it("is no other answer of the diary where just this question has none", async () => {
    const library = createLibrary();
    const { index } = library;
    const weighed = (question: string) => index.weigh({ question }, []);
    expect(weighed("what breed are you?").isUnanswered).toBe(true);
    expect(weighed("What is your favourite toy?").isUnanswered).toBe(false);
    expect(weighed("what colour is the vet's door?").isUnanswered).toBe(false);
  });

  it("is nothing where the diary's only answer is about something else, however far it is from any other", async () => {
    const index = createKnowledgeIndex("en-US");
    const breed = { id: "kind", key: "kind", question: "What kind of animal am I?", answer: "A beagle." };
    index.addDiary(breed);
    index.finalize();
    const library: Library = { ...createLibrary(), index, diary: [breed], readPassages: async () => [] };
    for (const question of ["Have you ever flown a kite in Norway?", "Who is your best friend?"]) {
      const { evidence, maybe } = await findEvidence(library, { question, turns: [] });
      expect([evidence, maybe]).toEqual([[], []]);
    }
  });

  it("is all that a picked choice may stand for, with its sources", async () => {
    const { maybe } = await ask("hm? (vet report)", true);
    expect(maybe.map(({ source }) => source)).toContainEqual({
      ...{ kind: "document", filename: "vet report.pdf", documentId: "report", page: 2, passage: passage.text },
    });
  });
});
