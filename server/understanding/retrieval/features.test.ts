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

  it("sees whether the thing that is asked for stands there", () => {
    expect(featureOf("Which bath is it?", "headHere")).toBe(1);
    expect(featureOf("Which color is the bath?", "headHere")).toBe(0);
    expect(featureOf("Which color is the bath?", "headMissing")).toBe(1);
    expect(featureOf("Do you like the bath?", "headMissing")).toBe(0);
  });

  it("sees words that follow each other in the question and stand in one sentence", () => {
    expect(featureOf("Do you sleep in the bath?", "pairs")).toBe(1);
    expect(featureOf("Do you sleep in the rain?", "pairs")).toBe(0);
  });

  it("takes a word that is usual in questions for less telling than a rare one", () => {
    const missing = (word: string) => featureOf(`Is there a ${word} in the bath?`, "mostMissing") ?? 0;
    expect(missing("zeppelin")).toBeGreaterThan(missing("vet"));
    expect(missing("bath")).toBe(0);
  });

  it("sees that two texts are about one subject where they share no word", () => {
    const index = createKnowledgeIndex("en-US");
    const add = (id: string, answer: string) => index.addDiary({ id, key: null, question: "Tell me more", answer });
    add("bed", "Snoring on the pillow, curled up under the blanket.");
    add("mail", "Barking at the mail carrier when the doorbell rings.");
    index.finalize();
    const { candidates } = index.features({ question: "where do you sleep at night?" }, []).features;
    const [bed = 0, mail = 0] = candidates.map((values) => values[names.indexOf("subject")]);
    expect(bed).toBeGreaterThan(2 * mail);
  });
});
