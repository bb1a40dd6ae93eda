import { describe, expect, it } from "vitest";
import { MAX_UTTERANCE_CHARACTERS, plainText } from "./plain-text.ts";

describe("what an engine is given to say", () => {
  it.each([
    ["Hi <speak>&</speak> there", "Hi speak & /speak there"],
    ["I love you 👨‍👩‍👧 so 🇺🇸 much ❤️👍🏽!", "I love you so much !"],
    ["Press 1️⃣ now", "Press 1 now"],
    ["a\u0000b\u001b[31m \u202Eevil", "a b 31m evil"],
    ["My toys:\n- ball\n- bone\n", "My toys: - ball, - bone,"],
    ["2*5 mg, 2*1 Tablette", "2*5 mg, 2*1 Tablette"],
    ["<5 kg or >= 20 %, ~10 times", "<5 kg or >= 20 %, ~10 times"],
    ["5 > 3, 2 * 3 = 6, #1", "5 > 3, 2 * 3 = 6, #1"],
    ["rex_the_dog@example.org", "rex_the_dog@example.org"],
    ["I weigh <b>5 kg</b>", "I weigh b 5 kg /b"],
    ["**No** _way_ ### <b>", "No way b"],
    ["half \uD83D of a pair", "half of a pair"],
    ["नमस्ते क्\u200Dष", "नमस्ते क्\u200Dष"],
    ["Café", "Café"],
    ["🐶 … !!", ""],
    ["", ""],
  ])("makes %j into %j", (text, line) => {
    expect(plainText(text)).toBe(line);
  });

  it("cuts a very long text at a word", () => {
    const line = plainText("bone ".repeat(1000));
    expect(line.length).toBeLessThanOrEqual(MAX_UTTERANCE_CHARACTERS);
    expect(line.endsWith("bone")).toBe(true);
    expect(plainText("犬".repeat(5000))).toHaveLength(MAX_UTTERANCE_CHARACTERS);
  });
});
