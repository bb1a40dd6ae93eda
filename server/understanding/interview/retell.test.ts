import { describe, expect, it } from "vitest";
import { retell } from "./retell.ts";

describe("what an owner told, said back", () => {
  it.each([
    ["She sleeps at the foot of my bed.", "she sleeps at the foot of your bed"],
    ["I found him in our shed! He was tiny.", "you found him in your shed"],
    ["We're at the lake every summer", "you're at the lake every summer"],
    ["my sister gave her to me", "your sister gave her to you"],
    ["He’s afraid of thunder, and I'm not", "he’s afraid of thunder, and you're not"],
    [
      "She waits at the window from four o'clock on, every single day, because that is when my daughter comes home from school",
      "she waits at the window from four o'clock on, every single day",
    ],
  ])("%j", (answer, told) => expect(retell(answer)).toBe(told));

  it.each([
    "A red ball",
    "Grandma Rose.",
    "You gave him to me",
    "Er schläft auf dem Sofa",
    "彼は公園が好き",
    "",
    "He, 彼",
    "$&",
  ])("leaves %j as it is", (answer) => expect(retell(answer)).toBeUndefined());
});
