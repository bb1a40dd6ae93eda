import { describe, expect, it } from "vitest";
import type { BookSheet } from "#shared/book.ts";
import { typeset } from "./typeset.ts";

const plain = (text: string) => ({ text, rtl: false });
const sheet: BookSheet = {
  ...{ format: "square", lang: "en", region: "US", rtl: false, title: "The book of Miso", lead: "The book of" },
  ...{ name: plain("Miso"), dates: "", contents: "Contents", avatarUrl: null },
  parts: [{ title: "Diary", entries: [{ group: null, heading: plain("Where?"), text: plain("Here."), note: null }] }],
};

const entries = Array.from({ length: 1_000 }, () => sheet.parts[0]?.entries ?? []).flat();
const long: BookSheet = { ...sheet, parts: [{ title: "Diary", entries }] };

describe("setting a book", () => {
  it("makes a PDF of its pages", async () => {
    const { pdf, pages } = await typeset(sheet);
    expect(Buffer.from(pdf).toString("latin1", 0, 5)).toBe("%PDF-");
    expect(pages).toBe(3);
  });

  it("fails with a reason where Typst is missing, takes too much memory, or too long", async () => {
    const failure = (options: Parameters<typeof typeset>[1], of = sheet) =>
      typeset(of, options).then(null, (error) => error.failure);
    expect(await failure({ compiler: "@myriaddreamin/nothing-of-this-name" })).toBe("missing");
    expect(await failure({ maxMemoryBytes: 1024 }, long)).toBe("too_heavy");
    expect(await failure({ timeoutMs: 1 })).toBe("too_slow");
  });
});
