import { describe, expect, it } from "vitest";
import { findProblems, readReport, readRows, tableOf } from "./trust-table.ts";

const rows = readRows("| # | What must hold | Where |\n|---|---|---|\n| 1 | A \\| B | `a.ts` |\n| 2 | C | `c.ts` |\n");
const test = (title: string, status = "passed") => ({ ancestorTitles: ["a pet"], title, status });
const vitest = (...assertionResults: ReturnType<typeof test>[]) =>
  readReport({ testResults: [{ name: "pet.test.ts", assertionResults }] });

describe("the table of trust", () => {
  it("holds where each row has a test that passed, however many it has", () => {
    expect(
      findProblems(rows, vitest(test("barks [T1]"), test("is fed [T1] [T2]"), test("sleeps [T2]", "pending"))),
    ).toEqual([]);
  });

  it("does not hold where a row's tests are missing or were not run", () => {
    const tests = vitest(test("barks"), test("is fed [T2]", "pending"));
    expect(findProblems(rows, tests)).toEqual([
      expect.stringContaining("Row 1 is proven by no test"),
      expect.stringContaining("Row 2 is proven by no test"),
    ]);
  });

  it("does not hold where one of a row's tests failed", () => {
    const tests = vitest(test("barks [T1] [T2]"), test("is fed [T2]", "failed"));
    expect(findProblems(rows, tests)).toEqual([expect.stringContaining("a pet › is fed [T2]")]);
  });

  it("does not hold where a tag names a row that is not there, or a row is out of order", () => {
    expect(findProblems(rows, vitest(test("barks [T1] [T2] [T3]")))).toEqual([expect.stringContaining("[T3]")]);
    expect(findProblems(rows.toReversed(), vitest(test("barks [T1] [T2]")))).toEqual(["Row 1 is out of order."]);
  });

  it("takes no row with an empty cell", () => {
    expect(() => readRows("| 1 | A |  |")).toThrow("three cells");
  });

  it("reads tags of Playwright's describes, and lists each test once", () => {
    const spec = (status: string, ok = true) => ({ title: "barks", ok, tests: [{ status }] });
    const suite = { title: "a pet [T2]", file: "pet.spec.ts", specs: [spec("expected"), spec("flaky")] };
    const file = { title: "pet.spec.ts", file: "pet.spec.ts", specs: [], suites: [suite] };
    const tests = readReport({ config: { rootDir: "tests/e2e" }, suites: [file] });
    expect(tableOf(rows, tests)).toContain("| 2 | C | tests/e2e/pet.spec.ts › a pet › barks |");
    const skipped = readReport({
      config: { rootDir: "tests/e2e" },
      suites: [{ ...file, suites: [{ ...suite, specs: [spec("skipped")] }] }],
    });
    expect(findProblems(rows.slice(1), skipped)).toContainEqual(expect.stringContaining("Row 2 is proven by no test"));
  });
});
