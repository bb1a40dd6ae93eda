import { describe, expect, it } from "vitest";
import { analyze } from "./analyze.ts";
import { monthsIn } from "./months.ts";

describe("the months of dates in digits", () => {
  it.each([
    ["de-DE", "12.03.2024: 33,4 kg", ["März"]],
    ["en-US", "Next visit: 04/09/2024", ["April", "September"]],
    ["en-GB", "on 28/02/24", ["February"]],
    ["en-US", "02/28/24 and 03/03/2022", ["February", "March"]],
    ["fr-FR", "14/06/2024 : 13,7 kg", ["juin"]],
    ["ru-RU", "2024-10-05", ["октябрь"]],
    ["zh-CN", "2024/3/12", ["3月"]],
    ["en-US", "10.15 a.m., 1.3 to 4.5, 1.2.3, 31.02.20244, 99/98/2024, 12-2024", []],
  ])("are words of the language (%s): %s", (locale, text, months) => {
    expect(monthsIn(text, locale)).toEqual(months);
  });

  it("are found by their names", () => {
    const [march] = analyze("März", "de-DE");
    expect(analyze("12.03.2024: 33,4 kg", "de-DE")).toContain(march);
  });
});
