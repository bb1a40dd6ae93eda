import { describe, expect, it } from "vitest";
import type { TurnKind } from "../languages/turn-kinds.ts";
import { decide as decideOf } from "./decide.ts";

const known = { kind: "diary", about: "What is my name?", text: "Tucker", page: null } as const;
const guesses = (...list: readonly [TurnKind, number][]) =>
  list.map(([label, probability]) => ({ label, probability }));

type Evidence = Parameters<typeof decideOf>[1]["evidence"];
const decide = (
  list: ReturnType<typeof guesses>,
  question: string,
  evidence: Evidence,
  isTelling = false,
  isOfPerson = false,
) => decideOf(list, { question, evidence, isTelling, isOfPerson });

describe("what a turn is, decided with what is known for it", () => {
  it("is small talk and a feeling also where something is known", () => {
    expect(decide(guesses(["greeting", 0.6]), "hello", [known]).label).toBe("greeting");
    expect(decide(guesses(["sad", 0.5], ["question", 0.4]), "I feel sad", [known]).label).toBe("sad");
  });

  it("is a question of the diary in its exact words, whatever it sounds like", () => {
    expect(decide(guesses(["rememberName", 0.9]), "what is my name", [known]).label).toBe("question");
    expect(decide(guesses(["rememberName", 0.9]), "what is my name, please", [known]).label).toBe("rememberName");
    const quoted = { ...known, kind: "document" } as const;
    expect(decide(guesses(["rememberName", 0.9]), "what is my name", [quoted]).label).toBe("rememberName");
  });

  it("is the feeling beside a question of which little is sure", () => {
    expect(decide(guesses(["question", 0.5], ["guilt", 0.3]), "was it my fault?", []).label).toBe("guilt");
    expect(decide(guesses(["question", 0.9], ["guilt", 0.08]), "who is at fault?", []).label).toBe("question");
  });

  it("is small talk beside such a question where nothing is known for it", () => {
    const unsure = guesses(["question", 0.5], ["compliment", 0.3]);
    expect(decide(unsure, "aren't you sweet?", []).label).toBe("compliment");
    expect(decide(unsure, "aren't you sweet?", [known]).label).toBe("question");
    expect(decide(guesses(["question", 0.5], ["andYou", 0.3]), "and snow?", []).label).toBe("question");
  });

  it("is a question where nothing was recognized and something is known", () => {
    expect(decide(guesses(["fear", 0.1], ["question", 0.09]), "dnd duermes", [known]).label).toBe("question");
    expect(decide(guesses(["fear", 0.1], ["question", 0.09]), "dnd duermes", []).label).toBe("fear");
    expect(decide([], "…", []).label).toBe("question");
  });

  it("is a question where it may as well be one and something is known", () => {
    const unsure = guesses(["sad", 0.29], ["question", 0.25]);
    expect(decide(unsure, "et celle du soir", [known]).label).toBe("question");
    expect(decide(unsure, "et celle du soir", []).label).toBe("sad");
    expect(decide(guesses(["question", 0.4], ["griefForMe", 0.22]), "mano pq tu odeia", [known]).label).toBe(
      "question",
    );
    expect(decide(guesses(["sad", 0.29], ["question", 0.02]), "nobody came", [known]).label).toBe("sad");
  });

  it("is an answer where the pet has asked, whatever is known for its words", () => {
    const walk = guesses(["question", 0.3], ["telling", 0.2]);
    const said = { question: "a long walk in the woods", evidence: [known], isTelling: true };
    expect(decideOf(walk, { ...said, isAnswer: true }).label).toBe("telling");
    expect(decideOf(walk, { ...said, isAnswer: false }).label).toBe("question");
    expect(decideOf(walk, { ...said, isTelling: false, isAnswer: true }).label).toBe("question");
  });

  it("is an illness where only whose it is may be unsure", () => {
    const asked = ["question", 0.2] as const;
    const unwell = (own: number) =>
      decide(guesses(["unwell", 0.36], [...asked], ["ownIllness", own]), "red ears again", [known]);
    expect(unwell(0.1).label).toBe("unwell");
    expect(unwell(0).label).toBe("question");
  });

  it("is only told where the person tells of themselves, whatever is known for its words", () => {
    const pizza = guesses(["question", 0.3], ["telling", 0.2]);
    expect(decide(pizza, "ich hab pizza gegessen", [known], true, true).label).toBe("telling");
    expect(decide(pizza, "what is my name", [known], true, true).label).toBe("question");
    const kitchen = (question: number) => guesses(["telling", 0.25], ["sad", 0.17], ["question", question]);
    expect(decide(kitchen(0.02), "我们把厨房刷成蓝色了", [known], true).label).toBe("telling");
    expect(decide(kitchen(0.2), "और शाम में हम लोग क्या सुनते हैं", [known], true).label).toBe("question");
    expect(decide(guesses(["telling", 0.47]), "雨が降ってるよ", [known]).label).toBe("telling");
    expect(decide(guesses(["telling", 0.2]), "お散歩の場所", [known]).label).toBe("question");
  });

  it("is only told where it asks nothing, nothing is known and nothing else was recognized", () => {
    const pony = (list: ReturnType<typeof guesses>) => decide(list, "i want a pony", [], true).label;
    expect(pony(guesses(["question", 0.9]))).toBe("telling");
    expect(pony(guesses(["jokeWanted", 0.25]))).toBe("telling");
    expect(pony(guesses(["joy", 0.1]))).toBe("telling");
    expect(pony(guesses(["joy", 0.2]))).toBe("joy");
    expect(pony(guesses(["greeting", 0.6]))).toBe("greeting");
    expect(decide(guesses(["question", 0.9]), "i saw a duck", [known], true).label).toBe("question");
  });
});
