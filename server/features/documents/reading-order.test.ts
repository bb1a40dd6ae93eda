import bidiFactory from "bidi-js/dist/bidi.mjs";
import { describe, expect, it } from "vitest";
import { readingOrder } from "./reading-order.ts";

const bidi = bidiFactory();
const shownFromRightToLeft = (text: string) => bidi.getReorderedString(text, bidi.getEmbeddingLevels(text, "rtl"));

describe("a line that is read from right to left", () => {
  it.each([
    ["numbers", "القط مشمش، رقم الشريحة 981020012345678 والوزن 4.5 كجم."],
    ["a telephone number, and a date", "هاتف: 03-1234567، تاريخ 12/05/2026."],
    ["Arabic digits, percents and money", "سعر 50% و 20$ و ١٢٫٥ كجم"],
    ["a dose with a Latin unit, Latin words and brackets", "الدواء: 5 mg من prednisolone كل صباح (قبل الأكل)."],
    ["a name with a number", "אוכל Royal Canin 27 פעמיים ביום"],
    ["an address with a number", "אתר https://vet.example/a?b=1 כאן"],
    ["signs of Hebrew abbreviations", 'ד"ר כהן, 4.5 ק"ג'],
    ["a number below zero, and one in brackets", "שקל -3.5 (ב-2024)"],
    ["characters of two units", "כלב 😀 חתול"],
  ])("is read in its order, with %s", (_what, text) => {
    expect(readingOrder(shownFromRightToLeft(text), "rtl")).toBe(text);
  });

  it("has its brackets the right way around, whether its file names what is seen or what is meant", () => {
    expect(readingOrder("(הרהקה) ריעה", "rtl")).toBe("העיר (הקהרה)");
    expect(readingOrder(")הרהקה( ריעה", "rtl")).toBe("העיר (הקהרה)");
  });

  it("leaves a line from left to right alone but for the words that are read the other way", () => {
    expect(readingOrder("The name ושימ means 5 things (or 6).", "ltr")).toBe("The name מישו means 5 things (or 6).");
  });
});
