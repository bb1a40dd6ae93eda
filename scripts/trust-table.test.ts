import { describe, expect, it } from "vitest";
import { findProblems, readReport, readRows, readSources, readTrust, tableOf } from "./trust-table.ts";

/** Written as it is, a tag would count as one of docs/trust.md. */
const tag = (row: number) => `[T${row}]`;
const rows = readRows(
  "| # | What must hold | Where |\n|---|---|---|\n| 1 | A \\| B | `package.json` |\n| 2 | C | `scripts/` |\n",
);
const test = (title: string, status = "passed") => ({ ancestorTitles: ["a pet"], title, status });
const vitest = (...assertionResults: ReturnType<typeof test>[]) =>
  readReport({ testResults: [{ name: "pet.test.ts", assertionResults }] });

describe("the table of trust", () => {
  it("holds where each row has a test that passed, however many it has", () => {
    expect(
      findProblems(
        rows,
        vitest(test(`barks ${tag(1)}`), test(`is fed ${tag(1)} ${tag(2)}`), test(`sleeps ${tag(2)}`, "pending")),
      ),
    ).toEqual([]);
  });

  it("does not hold where a row's tests are missing or were not run", () => {
    const tests = vitest(test("barks"), test(`is fed ${tag(2)}`, "pending"));
    expect(findProblems(rows, tests)).toEqual([
      expect.stringContaining("Row 1 is proven by no test"),
      expect.stringContaining("Row 2 is proven by no test"),
    ]);
  });

  it("does not hold where one of a row's tests failed", () => {
    const tests = vitest(test(`barks ${tag(1)} ${tag(2)}`), test(`is fed ${tag(2)}`, "failed"));
    expect(findProblems(rows, tests)).toEqual([expect.stringContaining(`a pet › is fed ${tag(2)}`)]);
  });

  it("does not hold where a tag names a row that is not there, or a row is out of order", () => {
    expect(findProblems(rows, vitest(test(`barks ${tag(1)} ${tag(2)} ${tag(3)}`)))).toEqual([
      expect.stringContaining(tag(3)),
    ]);
    expect(findProblems(rows.toReversed(), vitest(test(`barks ${tag(1)} ${tag(2)}`)))).toEqual([
      "Row 1 is out of order.",
    ]);
  });

  it("does not hold where a row names a file that is not there", () => {
    const lost = readRows("| 1 | A | `scripts/`, `scripts/lost.ts` |");
    expect(findProblems(lost, vitest(test(`barks ${tag(1)}`)))).toEqual([
      "Row 1 names scripts/lost.ts, which is not there.",
    ]);
  });

  it("takes no row with an empty cell", () => {
    expect(() => readRows("| 1 | A |  |")).toThrow("three cells");
  });

  it("reads tags of Playwright's describes, and lists each test once", () => {
    const spec = (status: string, ok = true) => ({ title: "barks", ok, tests: [{ status }] });
    const suite = { title: `a pet ${tag(2)}`, file: "pet.spec.ts", specs: [spec("expected"), spec("flaky")] };
    const file = { title: "pet.spec.ts", file: "pet.spec.ts", specs: [], suites: [suite] };
    const tests = readReport({ config: { rootDir: "tests/e2e" }, suites: [file] });
    expect(tableOf(rows, tests)).toContain("| 2 | C | tests/e2e/pet.spec.ts › a pet › barks |");
    const skipped = readReport({
      config: { rootDir: "tests/e2e" },
      suites: [{ ...file, suites: [{ ...suite, specs: [spec("skipped")] }] }],
    });
    expect(findProblems(rows.slice(1), skipped)).toContainEqual(expect.stringContaining("Row 2 is proven by no test"));
  });

  it("holds for what the project's own says, as far as the sources show [T138]", () => {
    expect(findProblems(readTrust(), readSources())).toEqual([]);
  });
});
