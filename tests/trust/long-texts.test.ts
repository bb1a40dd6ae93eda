import { describe, expect, it } from "vitest";
import { acknowledge } from "../../server/features/help/acknowledge.ts";
import { sentencesOf } from "../../server/providers/llm/diary-voice/choose-sentences.ts";
import { escapeDelimiters } from "../../server/providers/llm/escape-delimiters.ts";

/** So long that whatever looks at the rest of the text from each of its characters comes to no end within a test. */
const LENGTH = 1_000_000;
const long = (unit: string) => unit.repeat(LENGTH / unit.length);

describe("a text without end is taken apart in time that grows with it alone [T127]", () => {
  it.each([" ", "\t", " \t"])("into sentences: %j", (unit) => {
    expect(sentencesOf(`Rufus.${long(unit)}`, "en-US")).toEqual(["Rufus."]);
  });

  it.each(["<", "< ", "</", " <", "[", "#", "<|"])("by what must not stand in a prompt: %j", (unit) => {
    expect(escapeDelimiters(`Rufus <${long(" ")}`)).toBe("Rufus <");
    expect(escapeDelimiters(`Rufus ${long(unit)}`)).toContain("Rufus");
  });

  it.each(["!", " ", "a ", "don't ", "...?!", "، "])("by the interviewer: %j", (unit) => {
    expect(acknowledge({ question: "What?", answer: `Rufus ${long(unit)} Rufus` })).not.toBe("");
  });
});
