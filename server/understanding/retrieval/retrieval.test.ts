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
    const { isKnown, ranked } = dog().weigh({ question }, []);
    expect(ranked[0]?.id).toBe(id);
    expect(isKnown).toBe(true);
  });

  it.each([
    "Who is the president of France?",
    "How do I refinance a mortgage?",
    "Where did I put my passport?",
    "Hello!",
  ])("is nothing of %s", (question) => {
    expect(dog().weigh({ question }, []).isKnown).toBe(false);
  });

  it("is nothing where the diary leaves the question unanswered", () => {
    expect(dog().weigh({ question: "Who is your vet?" }, []).isKnown).toBe(false);
  });

  it("reads a question without a subject after what was said before, and only then", () => {
    const recentTurns = ["Are you scared of the vacuum cleaner?"];
    const last = [{ id: "answer-fears", documentId: null }];
    expect(dog().weigh({ question: "why?" }, []).isKnown).toBe(false);
    const { isKnown, ranked } = dog().weigh({ question: "why?", recentTurns, last }, []);
    expect(ranked[0]?.id).toBe("answer-fears");
    expect(isKnown).toBe(true);
    expect(dog().weigh({ question: "Thanks!", recentTurns, last }, []).isKnown).toBe(false);
  });

  it("stays with what was told before for a question that goes on with it, and leaves it for another subject", () => {
    const recentTurns = ["Where do you sleep at night?"];
    const last = [{ id: "answer-sleeping", documentId: null }];
    expect(dog().weigh({ question: "And do you make any noise there?", recentTurns, last }, []).ranked[0]?.id).toBe(
      "answer-sleeping",
    );
    const other = dog().weigh({ question: "What is your favorite food?", recentTurns, last }, []);
    expect(other.ranked[0]?.id).toBe("answer-favorite_food");
  });

  it("holds the passages of its documents, on one scale with the diary", () => {
    const index = dog();
    const [record, contract] = [
      {
        id: "p1",
        documentId: "d1",
        title: "Vaccination record",
        text: "Rabies booster due in March 2027 at Dr. Lind's.",
      },
      { id: "p2", documentId: "d2", title: "Contract", text: "Breeder contract for a male Labrador, signed in Oslo." },
    ];
    for (const passage of [record, contract]) index.addPassage(passage);
    const ask = (question: string) => index.weigh({ question }, [record, contract]);
    expect(index.search({ question: "When is the rabies booster due?" }, 5).passages[0]?.id).toBe("p1");
    expect(ask("When is the rabies booster due?")).toMatchObject({ isKnown: true });
    expect(ask("When is the rabies booster due?").ranked[0]?.id).toBe("p1");
    expect(ask("Are you scared of the vacuum cleaner?").ranked[0]?.id).toBe("answer-fears");
    expect(ask("Which telescope did Galileo build?").isKnown).toBe(false);
  });

  it("is the same each time it is asked, also among equals", () => {
    const index = createKnowledgeIndex("en-US");
    for (const id of ["a", "b", "c"]) index.addPassage({ id, text: "the same red ball" });
    const ask = () => index.search({ question: "red ball" }, 2).passages.map(({ id }) => id);
    expect(ask()).toEqual(["a", "b"]);
    expect(ask()).toEqual(ask());
  });

  it("is nothing for a pet without diary and documents", () => {
    const index = createKnowledgeIndex("xx");
    expect(index.search({ question: "Where do you sleep?" }, 5)).toEqual({ passagesKnown: false, passages: [] });
    expect(index.weigh({ question: "Where do you sleep?" }, [])).toEqual({
      ranked: [],
      certainty: 0,
      isKnown: false,
      isUnanswered: false,
    });
  });

  it("is known where fifty copies of a document tell it", () => {
    const index = dog();
    const text = "Rabies booster due in March 2027 at Dr. Lind's.";
    const copies = Array.from({ length: 50 }, (_, number) => ({
      ...{ id: `p${number}`, documentId: `d${number}`, title: `Vaccination record (${number})`, text },
    }));
    for (const copy of copies) index.addPassage(copy);
    const { isKnown, ranked } = index.weigh({ question: "When is the rabies booster due?" }, copies.slice(0, 8));
    expect(isKnown).toBe(true);
    expect(new Set(ranked.slice(0, 8).map(({ source }) => source))).toEqual(new Set(["d0"]));
  });

  it("is nothing of an answer that is only signs", () => {
    const index = createKnowledgeIndex("en-US");
    index.addDiary({ id: "food", key: "favorite_food", question: "", answer: "?!… ---" });
    expect(index.weigh({ question: "What is your favorite food?" }, [])).toMatchObject({ ranked: [], isKnown: false });
    index.addDiary({ id: "toy", key: "favorite_toy", question: "", answer: "🎾" });
    expect(index.weigh({ question: "What is your favorite toy?" }, []).ranked[0]?.id).toBe("toy");
  });

  it("stands in a row under the heading that the question names, though the row names less of it", () => {
    const text = [
      "WEIGHT HISTORY",
      "10/22/2019 ... 24.6 lb ... 4/9",
      "02/12/2024 ... 55.1 lb ... 7/9",
      "VACCINES",
      "Rabies, 3 year ... given 02/27/2023 ... due 02/27/2026",
      "Leptospirosis ... given 02/12/2024 ... due 02/12/2025",
    ].join("\n");
    const index = createKnowledgeIndex("en-US");
    index.addPassage({ id: "page", text, title: "Summary" });
    index.finalize();
    const passages = [{ id: "page", documentId: "paper", title: "Summary", text }];
    const { ranked } = index.weigh({ question: "Which vaccine has to be renewed in 2025?" }, passages);
    expect(ranked[0]?.focus).toBe(5);
  });

  it("stands in the row of a table that is asked for", () => {
    const index = dog();
    const text = "Food\nMeal Time\nBreakfast 7:30\nDinner 18:00\nHe is allergic to chicken.";
    const page = { id: "p1", documentId: "d1", title: "About Rufus", text };
    index.addPassage(page);
    const rowOf = (question: string) => index.weigh({ question }, [page]).ranked.find(({ id }) => id === "p1")?.focus;
    expect(rowOf("What time is breakfast?")).toBe(2);
    expect(rowOf("When is dinner?")).toBe(3);
    expect(rowOf("Is he allergic?")).toBe(4);
  });

  it("stands in the sentence that is asked for, not in the one that repeats the title", () => {
    const index = dog();
    const text = [
      "Notes for Kendra about Rufus.",
      "Hi Kendra, these are our notes, and thanks a million!",
      "He has breakfast at a quarter to seven.",
    ].join("\n");
    const page = { id: "p1", documentId: "d1", title: "Notes for Kendra", text };
    index.addPassage(page);
    const focusOf = (question: string) => index.weigh({ question }, [page]).ranked.find(({ id }) => id === "p1")?.focus;
    expect(focusOf("What time is breakfast in the notes for Kendra?")).toBe(2);
    expect(focusOf("What is in the notes for Kendra?")).toBe(0);
  });

  it("stands in the sentence that tells it, however long the answer is", () => {
    const index = dog();
    const story = Array.from(
      { length: 40 },
      (_, day) => `Day ${day} went by and nothing at all was going on in the house.`,
    );
    const answer = [...story.slice(0, 30), "Then a squirrel stole my biscuit.", ...story.slice(30)].join(" ");
    index.addDiary({ id: "story", key: null, question: "What happened last year?", answer });
    expect(index.weigh({ question: "What did the squirrel steal?" }, []).ranked[0]).toMatchObject({
      ...{ id: "story", focus: 30 },
    });
    index.addDiary({ id: "again", key: "visitors", question: "", answer: "I bark at the postman. ".repeat(1_000) });
    expect(index.weigh({ question: "Do you bark at the postman?" }, []).ranked[0]).toMatchObject({
      id: "again",
      focus: 0,
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
      expect(index.weigh({ question, recentTurns: [question] }, []).isKnown).toBe(false);
    }
  });
});

it.each([
  ["en-US", "Are you healthy?"],
  ["de-DE", "Bist du gesund?"],
  ["es-ES", "¿Estás sano?"],
  ["fr-FR", "Tu es en bonne santé ?"],
  ["it-IT", "Sei sano?"],
  ["pt-BR", "Você é saudável?"],
  ["nl-NL", "Ben je gezond?"],
  ["ru-RU", "Ты здоров?"],
  ["ja-JP", "体は健康ですか？"],
  ["ko-KR", "건강해?"],
  ["zh-CN", "你健康吗？"],
  ["hi-IN", "क्या तुम स्वस्थ हो?"],
  ["ar-SA", "هل أنت بصحة جيدة؟"],
])("the answer on health is known by the plainest word for it (%s)", (locale, question) => {
  const index = createKnowledgeIndex(locale);
  index.addDiary({ id: "health", key: "health", question: "Health?", answer: "B12: 1 x 1." });
  index.addDiary({ id: "size", key: "size", question: "Size?", answer: "4.2 kg" });
  index.finalize();
  const { isKnown, ranked } = index.weigh({ question }, []);
  expect([isKnown, ranked[0]?.id]).toEqual([true, "health"]);
});
