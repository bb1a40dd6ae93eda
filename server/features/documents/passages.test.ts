import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cutIntoPassages } from "./passages.ts";

const sentence = (number: number) => `Sentence ${number} tells that Rufus likes to sleep on the warm sofa in winter. `;
const sentences = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, index) => sentence(from + index)).join("");

describe("the passages of a page", () => {
  it("are one for a short page and none for an empty one", () => {
    expect(cutIntoPassages("Rufus is a dog.")).toEqual(["Rufus is a dog."]);
    expect(cutIntoPassages("")).toEqual([]);
    expect(cutIntoPassages("* * *\n\n---")).toEqual([]);
  });

  it("hold about 900 characters, end with a sentence and begin with the last one before", () => {
    const passages = cutIntoPassages(sentences(0, 60));
    expect(passages.length).toBeGreaterThan(4);
    for (const [index, passage] of passages.entries()) {
      expect(passage.length).toBeLessThanOrEqual(1200);
      expect(passage.length).toBeGreaterThan(index < passages.length - 1 ? 800 : 200);
      expect(passage.endsWith("winter.")).toBe(true);
      const before = passages[index - 1];
      if (before !== undefined) expect(before.endsWith(passage.slice(0, passage.indexOf("winter.") + 7))).toBe(true);
    }
  });

  it("are not cut after an abbreviation", () => {
    const visit = "Rufus was seen in the practice by Dr. Anna Keller and Prof. Huber, who found him well. ";
    for (const passage of cutIntoPassages(visit.repeat(40))) expect(passage).toMatch(/^Rufus was .* well\.$/);
  });

  it("break between paragraphs where they can", () => {
    const passages = cutIntoPassages(`${sentences(0, 11).trim()}\n\n${sentences(11, 22).trim()}`);
    expect(passages[0]).toBe(sentences(0, 11).trim());
  });

  it("are cut at sentences in scripts without spaces, and are shorter there", () => {
    const passages = cutIntoPassages("团子喜欢在早上吃胡萝卜。它住在客厅的笼子里，晚上很吵！".repeat(100));
    for (const passage of passages) {
      expect(passage.length).toBeLessThan(650);
      expect(passage).toMatch(/[。！]$/);
    }
  });

  it("are cut between words where there is no sentence, and anywhere where there is no word", () => {
    for (const passage of cutIntoPassages("cat dog bird ".repeat(500)))
      expect(passage).toMatch(/^(cat|dog|bird) .* (cat|dog|bird)$/);
    expect(cutIntoPassages("A".repeat(5_000)).join("")).toBe("A".repeat(5_000));
  });

  it("begin with the heading of the table that they go on with", () => {
    const rows = Array.from(
      { length: 140 },
      (_, row) => `0${1 + (row % 9)}/2024 ${10 + row / 10} kg ${38 + (row % 3)} C`,
    );
    const passages = cutIntoPassages(`Rufus was weighed each month.\n\nMonth Weight Temperature\n${rows.join("\n")}`);
    expect(passages.length).toBeGreaterThan(2);
    for (const passage of passages) expect(passage.split("Month Weight Temperature\n")).toHaveLength(2);
    for (const passage of passages.slice(1)) expect(passage).toMatch(/^Month Weight Temperature\n\d/);
    for (const row of rows) expect(passages.some((passage) => passage.includes(row))).toBe(true);
  });

  it("leave out nothing, whatever the text", () => {
    const word = fc.stringMatching(/^[\p{L}\p{N}]{1,200}$/u);
    const separator = fc.constantFrom(" ", ". ", "\n", ".\n\n", "! ", ", ");
    fc.assert(
      fc.property(fc.array(fc.tuple(word, separator), { maxLength: 300 }), (parts) => {
        const text = parts.map(([part, end]) => part + end).join("");
        const passages = cutIntoPassages(text);
        let from = 0;
        for (const cut of passages) {
          const find = (part: string) => text.indexOf(part, Math.max(0, from - 400));
          // A heading may stand before the rows of its table once more.
          const passage = find(cut) >= 0 ? cut : cut.slice(cut.indexOf("\n") + 1);
          const at = find(passage);
          expect(at).toBeGreaterThanOrEqual(0);
          expect(text.slice(from, Math.max(from, at))).not.toMatch(/[\p{L}\p{N}]/u);
          from = at + passage.length;
        }
        expect(text.slice(from)).not.toMatch(/[\p{L}\p{N}]/u);
      }),
      { numRuns: 60 },
    );
  });
});
