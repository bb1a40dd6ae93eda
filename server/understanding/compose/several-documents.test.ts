import { describe, expect, it } from "vitest";
import { createTalk, report } from "#tests/support/diary-talk.ts";
import type { Evidence } from "../retrieval/evidence.ts";

const paper = (about: string, text: string, page = 1): Evidence => ({ kind: "document", about, text, page });
const older = paper("Check-up 2023.pdf", "Weight at the check-up: 11.5 kg. The teeth are fine.");
const newer = paper("Check-up 2024.pdf", "Weight at the check-up: 12.6 kg. A little tartar.", 3);

describe("a question that several documents answer", () => {
  it("is answered from each, with its own source", () => {
    const { text, used, choices } = createTalk().ask("What was the weight at the check-up?", {
      evidence: [newer, older],
      alike: [newer, older],
    });
    for (const part of ["12.6 kilograms", "“Check-up 2024”", "11.5 kilograms", "“Check-up 2023”"])
      expect(text).toContain(part);
    expect(used).toEqual([newer, older]);
    expect(choices).toEqual([]);
  });

  it("is answered from one where the other lacks a word of it, or says the same", () => {
    const bill = paper("Bill.pdf", "For the check-up: 40 euros.");
    const copy = { ...newer, about: "Copy of check-up 2024.pdf" };
    const page = { ...older, about: newer.about, page: 4 };
    for (const other of [bill, copy, page, report])
      expect(createTalk().ask("What was the weight at the check-up?", { evidence: [newer, other] }).used).toEqual([
        newer,
      ]);
  });

  it("is answered from the diary alone where that comes first", () => {
    const entry: Evidence = { ...older, kind: "diary", about: "How heavy am I?", page: null };
    expect(createTalk().ask("What was the weight at the check-up?", { evidence: [entry, newer] }).used).toEqual([
      entry,
    ]);
  });
});
