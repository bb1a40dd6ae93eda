import { describe, expect, it } from "vitest";
import { candidateFeatures, questionFeatures } from "./features.ts";
import { createKnowledgeIndex } from "./retrieval.ts";
import fitted from "./scale.json" with { type: "json" };
import { certaintyFeatures } from "./scale.ts";

const passage = { id: "p", documentId: "d", title: "Vet", text: "He weighs 12 kg. The vet is called Mora." };

function compared(question: string) {
  const index = createKnowledgeIndex("en-US");
  index.addDiary({ id: "bed", key: "sleeping", question: "", answer: "I sleep in the bath." });
  index.addPassage(passage);
  index.finalize();
  return index.features({ question, recentTurns: ["Where do you sleep?"], last: [{ id: "bed", documentId: null }] }, [
    passage,
  ]).features;
}

const names: readonly string[] = [...candidateFeatures, ...questionFeatures];

/** A feature of the question, or of the first candidate. */
function featureOf(question: string, name: string) {
  const { candidates, question: values } = compared(question);
  return [...(candidates[0] ?? []), ...values][names.indexOf(name)];
}

describe("what is compared", () => {
  it.each(["How much do you weigh?", "and there?", "Do you like Pancake?"])(
    "has a name for each value: %s",
    (asked) => {
      const { candidates, question } = compared(asked);
      for (const values of candidates) expect(values).toHaveLength(candidateFeatures.length);
      expect(question).toHaveLength(questionFeatures.length);
    },
  );

  it("has a weight for each name", () => {
    expect(Object.keys(fitted.rank)).toEqual([...candidateFeatures]);
    expect(Object.keys(fitted.certainty)).toEqual([...certaintyFeatures]);
    for (const { weights } of fitted.hidden) expect(Object.keys(weights)).toEqual([...certaintyFeatures]);
  });

  it("tells questions for yes or no from those for a thing, a person or a place", () => {
    expect(featureOf("Do you like riding in elevators?", "closed")).toBe(1);
    for (const open of ["What do you eat?", "Who is it?", "Where?", "How much is it?", "whats that"])
      expect(featureOf(open, "closed"), open).toBe(0);
    expect(featureOf("Where do you sleep?", "where")).toBe(1);
    expect(featureOf("Who sleeps there?", "who")).toBe(1);
  });

  it("sees names that nothing holds", () => {
    expect(featureOf("Have you met Mora or Gus?", "absentName")).toBe(0.5);
    expect(featureOf("Have you met Mora?", "absentName")).toBe(0);
  });
});
