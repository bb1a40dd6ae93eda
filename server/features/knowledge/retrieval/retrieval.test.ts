import { describe, expect, it } from "vitest";
import { createKnowledgeIndex } from "./retrieval.ts";

function dog() {
  const index = createKnowledgeIndex("en-US");
  const add = (key: string, answer: string) => index.addDiary({ id: `answer-${key}`, key, question: "", answer });
  add("favorite_food", "Peanut butter, straight from the spoon!");
  add("sleeping", "I snore in my basket under the stairs.");
  add("fears", "The vacuum cleaner, a roaring monster.");
  add("weather", "I roll in the snow like crazy.");
  add("name_origin", "Hannah named me Rufus after her grandfather's mule.");
  index.addDiary({
    id: "answer-own",
    key: null,
    question: "Which boat do we sail on?",
    answer: "A wooden sloop named Marigold.",
  });
  return index;
}

describe("what a pet knows", () => {
  it.each([
    ["what do you like to munch on?", "answer-favorite_food"],
    ["Where do you go to bed?", "answer-sleeping"],
    ["Are you scared of the vacuum cleaner?", "answer-fears"],
    ["Do you enjoy sailing on a boat?", "answer-own"],
    ["Tell me about Marigold, your sloop", "answer-own"],
    ["¿Dónde duermes por la noche?", "answer-sleeping"],
  ])("answers %s from the diary", (question, id) => {
    const found = dog().search({ question });
    expect(found).toMatchObject({ known: true, diaryKnown: true });
    expect(found.diary[0]?.id).toBe(id);
  });

  it.each([
    "Who is the president of France?",
    "How do I refinance a mortgage?",
    "Where did I put my passport?",
    "Hello!",
  ])("is nothing of %s", (question) => {
    expect(dog().search({ question }).known).toBe(false);
  });

  it("is nothing where the diary leaves the question unanswered", () => {
    expect(dog().search({ question: "Who is your vet?" }).known).toBe(false);
  });

  it("reads a question without a subject after what was said before, and only then", () => {
    expect(dog().search({ question: "why?" }).known).toBe(false);
    const found = dog().search({ question: "why?", recentTurns: ["Are you scared of the vacuum cleaner?"] });
    expect(found.known).toBe(true);
    expect(found.diary[0]?.id).toBe("answer-fears");
    expect(dog().search({ question: "Thanks!", recentTurns: ["Are you scared of the vacuum cleaner?"] }).known).toBe(
      false,
    );
  });

  it("holds the passages of its documents", () => {
    const index = createKnowledgeIndex("en-US");
    index.addPassage({
      id: "p1",
      title: "Vaccination record",
      text: "Rabies booster due in March 2027 at Dr. Lind's.",
    });
    index.addPassage({ id: "p2", text: "Breeder contract for a male Labrador, signed in Oslo." });
    const found = index.search({ question: "When is the rabies booster due?" });
    expect(found).toMatchObject({ known: true, passagesKnown: true, diaryKnown: false });
    expect(found.passages[0]?.id).toBe("p1");
    expect(index.search({ question: "Which telescope did Galileo build?" }).known).toBe(false);
  });

  it("is the same each time it is asked, also among equals", () => {
    const index = createKnowledgeIndex("en-US");
    for (const id of ["a", "b", "c"]) index.addPassage({ id, text: "the same red ball" });
    const ask = () => index.search({ question: "red ball" }, { passages: 2 }).passages.map(({ id }) => id);
    expect(ask()).toEqual(["a", "b"]);
    expect(ask()).toEqual(ask());
  });

  it("is nothing for a pet without diary and documents", () => {
    expect(createKnowledgeIndex("xx").search({ question: "Where do you sleep?" })).toEqual({
      known: false,
      diaryKnown: false,
      passagesKnown: false,
      diary: [],
      passages: [],
    });
  });

  it("stands what people paste and break", () => {
    const index = dog();
    for (const question of [
      "a".repeat(8_000),
      "why ".repeat(2_000),
      "😀".repeat(4_000),
      "\u0000",
      "\ud83d",
      "(?<=*",
      "?".repeat(8_000),
    ]) {
      expect(index.search({ question, recentTurns: [question] }).known).toBe(false);
    }
  });
});
