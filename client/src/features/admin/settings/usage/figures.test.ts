import { describe, expect, it } from "vitest";
import { longDayOf } from "@/lib/formats.ts";
import { duration, size } from "./figures.ts";

describe("a figure", () => {
  it.each([
    [0, "0 s"],
    [59, "59 s"],
    [90, "1.5 min"],
    [7200, "2 h"],
  ])("of %i seconds is '%s'", (seconds, text) => {
    expect(duration(seconds)).toBe(text);
  });

  it.each([
    [0, "0 B"],
    [1023, "1,023 B"],
    [1536, "1.5 KB"],
    [5 * 1024 ** 2, "5 MB"],
    [2 * 1024 ** 4, "2 TB"],
    [3000 * 1024 ** 4, "3,000 TB"],
  ])("of %i bytes is '%s'", (bytes, text) => {
    expect(size(bytes)).toBe(text);
  });

  it("of a day is that day of UTC, whatever the reader's clock", () => {
    expect(longDayOf("2026-05-04")).toContain("4");
  });
});
