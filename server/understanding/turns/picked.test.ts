import { describe, expect, it } from "vitest";
import { languageFor, languages } from "../languages/languages.ts";
import { offeredIn, pickedChoice, picksNone } from "./picked.ts";

const food = { label: "my favorite food", question: "What is my favorite food?" };
const bed = { label: "my bed by the stove", question: "Where do I sleep?" };

function picked(message: string, { code = "en", choices = [food, bed], isYes = false } = {}) {
  const language = languageFor(code);
  if (language === undefined) throw new Error(code);
  return pickedChoice(message, choices, { language, isYes });
}

describe("what a message picks of two offered choices", () => {
  it.each([
    ["the food", food],
    ["Food please!", food],
    ["What is my favorite food?", food],
    ["where do I sleep", bed],
    ["the bed by the stove", bed],
    ["the first one", food],
    ["the second", bed],
    ["2", bed],
    ["both", food],
    ["the other one please", bed],
  ])("%s", (message, choice) => {
    expect(picked(message)).toEqual(choice);
  });

  it.each([
    ["de", "das zweite", bed],
    ["ja", "ふたつめ", bed],
    ["zh", "第一个", food],
    ["ko", "두 번째", bed],
    ["ar", "الاول", food],
    ["hi", "दूसरा वाला", bed],
  ])("%s: %s", (code, message, choice) => {
    expect(picked(message, { code })).toEqual(choice);
  });

  it("is the one that was offered, where the answer is yes", () => {
    expect(picked("yes please", { isYes: true, choices: [bed] })).toEqual(bed);
    expect(picked("yes please", { isYes: true })).toEqual(food);
  });

  it.each(["what is your favorite toy?", "my dog", "", "no", "I had food today and went to the vet with my aunt"])(
    "is none: %s",
    (message) => {
      expect(picked(message)).toBeNull();
    },
  );

  it("is none where nothing was offered in the reply before", () => {
    const language = languageFor("en");
    if (language === undefined) throw new Error("en");
    const offer = { role: "assistant", content: "…", choices: [food, bed] } as const;
    const after = { role: "assistant", content: "I sleep by the stove." } as const;
    expect(offeredIn([offer], language)).toEqual([food, bed]);
    expect(pickedChoice("the food", offeredIn([offer, after], language), { language, isYes: false })).toBeNull();
    expect(pickedChoice("yes", offeredIn([], language), { language, isYes: true })).toBeNull();
  });
});

describe("the choice of none of what was offered", () => {
  it.each(languages.map(({ code }) => code))(
    "is none that can be picked, and is understood when it is said, in %s",
    (code) => {
      const language = languageFor(code);
      const [label = ""] = language?.dialogue.picking.none ?? [];
      if (language === undefined) throw new Error(code);
      const offer = { role: "assistant", content: "…", choices: [bed, { label, question: label }] } as const;
      expect(offeredIn([offer], language)).toEqual([bed]);
      expect(picksNone(`${label}!`, language)).toBe(true);
      for (const said of [bed.label, bed.question, ""]) expect(picksNone(said, language)).toBe(false);
    },
  );
});
