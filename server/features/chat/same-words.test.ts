import { describe, expect, it } from "vitest";
import { saysSame } from "./same-words.ts";

describe("what a recognizer heard", () => {
  it.each([
    ["what do you like to eat", "What do you like to eat?"],
    ["i don't know  maybe", "I don’t know, maybe..."],
    ["are you 5 years old", "Are you 5 years old?"],
    ["你好吗我很好", "你好吗？我很好。"],
    ["well known", "Well-known!"],
    ["ça va élodie", "Ça va, E\u0301lodie ?"],
    ["मेरा नाम क्या है", "मेरा नाम क्या है?"],
    ["15 %", "15 %."],
  ])("is the same but for case, punctuation and white space: %s", (one, other) =>
    expect(saysSame(one, other)).toBe(true),
  );

  it.each([
    ["may he have 15 mg", "May he have 1.5 mg?"],
    ["is it 5 degrees", "Is it -5 degrees?"],
    ["1 5", "15"],
    ["do you like", "Do you like swimming?"],
    ["I am fine", "I am not fine"],
    ["you like 🐶", "you like 🐱"],
  ])("is not the same: %s / %s", (one, other) => expect(saysSame(one, other)).toBe(false));
});
