import { describe, expect, it } from "vitest";
import { atOnce } from "#server/platform/threads/slices.ts";
import { limits } from "#shared/limits.ts";
import { COMPARED_AT_ONCE, findAlike } from "./service.ts";

const pet = { name: "Rufus", language: "en-US" };
const open = Array.from({ length: limits.openQuestions.perPet }, (_, at) => ({
  id: at,
  question: `Do you know castle${at}?`,
}));

describe("open questions that mean the same", () => {
  it("are found among all", () => {
    expect(atOnce(findAlike(pet, ["Rufus, do you know castle7?", "Do you know the castle9?"], open))).toMatchObject([
      { id: 7 },
      { id: 9 },
    ]);
  });

  it("are looked for a few at a time, so that others are answered meanwhile [T127]", () => {
    const work = findAlike(pet, ["Do you like snow?"], open);
    let slices = 0;
    while (!work.next().done) slices += 1;
    expect(slices).toBe(limits.openQuestions.perPet / COMPARED_AT_ONCE);
    expect(COMPARED_AT_ONCE * limits.openQuestions.characters).toBeLessThan(5_000);
  });
});
