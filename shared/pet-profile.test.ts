import { describe, expect, it } from "vitest";
import { ageOn, petProfile, profileLines } from "./pet-profile.ts";

describe("a pet's profile", () => {
  it("takes any word for a species, and none", () => {
    const parse = (species: unknown) => petProfile.parse({ species, birthday: null }).species;
    expect([parse("dog"), parse(" axolotl "), parse("  "), parse(null)]).toEqual(["dog", "axolotl", null, null]);
    expect(petProfile.safeParse({ species: "x".repeat(41), birthday: null }).success).toBe(false);
  });

  it.each([
    ["2019-02-29", "Please enter a birthday as year, month and day"],
    ["14.3.2019", "Please enter a birthday as year, month and day"],
    ["", "Please enter a birthday as year, month and day"],
    ["1799-12-31", "Please enter a birthday after 1800"],
    ["2999-01-01", "A birthday can't be in the future"],
  ])("refuses the birthday '%s' in words", (birthday, message) => {
    const refused = petProfile.safeParse({ species: null, birthday });
    expect(refused.error?.issues[0]?.message).toBe(message);
  });

  it("takes a birthday of today, anywhere on earth", () => {
    const today = new Date().toISOString().slice(0, 10);
    expect(petProfile.parse({ species: null, birthday: today }).birthday).toBe(today);
  });

  it("reads as lines, without what is not known", () => {
    expect(profileLines({ species: "dog", birthday: "2019-03-14" })).toEqual(["Species: dog", "Birthday: 2019-03-14"]);
    expect(profileLines({ species: null, birthday: null })).toEqual([]);
  });
});

describe("a pet's age", () => {
  it.each([
    ["2026-03-14", "2019-03-14", { years: 7, months: 0 }],
    ["2026-03-13", "2019-03-14", { years: 6, months: 11 }],
    ["2026-11-22", "2026-11-22", { years: 0, months: 0 }],
    ["2025-02-28", "2024-02-29", { years: 0, months: 11 }],
    ["2025-03-01", "2024-02-29", { years: 1, months: 0 }],
    ["2019-03-13", "2019-03-14", null],
  ])("on %s, of one born on %s", (day, birthday, age) => {
    expect(ageOn(day, birthday)).toEqual(age);
  });
});
