import { expect, it } from "vitest";
import { clashingClasses } from "./clashing-classes.ts";

it("finds classes of one element that set the same, also those that only this product has", () => {
  const clashing = clashingClasses([
    "p-4 rounded-card px-2 rounded-control",
    "font-display font-sans",
    "shadow-card text-sm",
  ]);
  expect(clashing.map((line) => line.split(" ")[0])).toEqual(["rounded-card", "font-display"]);
});

it("lets a caller's class stand beside what gives way to it", () => {
  expect(clashingClasses(["base:p-4 p-2", "base:sm:p-6 p-2 sm:p-5", "px-3 pe-10"])).toEqual([]);
});
