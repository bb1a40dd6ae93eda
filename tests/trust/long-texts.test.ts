import { describe, expect, it, vi } from "vitest";
import { wordsIn } from "#server/features/auth/common-passwords.ts";
import { readTold } from "#server/features/knowledge/taken-from.ts";
import { escapeDelimiters } from "#server/models/chat/escape-delimiters.ts";
import { atOnce } from "#server/platform/threads/slices.ts";
import { sentencesOf } from "#server/understanding/compose/choose-sentences.ts";
import { acknowledge } from "#server/understanding/interview/acknowledge.ts";

/** So long that whatever looks at the rest of the text from each of its characters comes to no end within a test. */
const LENGTH = 200_000;
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

  it("by the interviewer, who reads its beginning alone", () => {
    const beginning = "He runs in the park. ".repeat(100);
    const heard = acknowledge({ question: "What?", answer: beginning });
    expect(acknowledge({ question: "What?", answer: `${beginning} He died.` })).toBe(heard);
  });

  it.each([" ", "\n", "A ", "' "])("by the names that it shares with another language: %j", (unit) => {
    const source = { kind: "diary" as const, filename: "Diary", question: "Wer?", answer: "Ich mag den Rufus." };
    const { isTakenFrom, isTranslated } = atOnce(readTold("en-US", "Huck", [source]));
    const reply = `I like my friend ${long(unit)} Rufus`;
    expect(isTranslated(reply, source)).toBe(true);
    expect(isTakenFrom(reply, source)).toBe(true);
  });

  it.each(["!", "1", "_1"])("as a password: %j", (unit) => {
    expect(wordsIn(`${unit.repeat(100_000)}Rufus`)).not.toEqual([]);
  });

  it("as a password, at whose ends alone it is looked for digits and signs", () => {
    const search = vi.spyOn(RegExp.prototype, "exec");
    wordsIn(`${"1!".repeat(100)}Rufus${"1!".repeat(100)}`);
    // What begins or ends with as many as it likes is looked for from each place.
    const isAtAnEnd = (_: unknown, at: number) => /^\/\^.*\*\/|\*\$\//.test(String(search.mock.contexts[at]));
    const texts = search.mock.calls.filter(isAtAnEnd).map(([text]) => text.length);
    expect(texts).toHaveLength(2);
    expect(Math.max(...texts)).toBeLessThan(20);
  });
});
