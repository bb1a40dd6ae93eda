import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { licensesPage, productionPackages, unknownLicenses } from "./licences.ts";

const packages = productionPackages();

describe("production packages", () => {
  it("have licences that somebody has looked at", () => {
    expect(packages.length).toBeGreaterThan(100);
    expect(unknownLicenses(packages)).toEqual([]);
  });

  it("are those that docs/licences.md lists", () => {
    expect(readFileSync(new URL("../docs/licences.md", import.meta.url), "utf8")).toBe(licensesPage(packages));
  });

  it("are noticed where a licence is unknown, or a known one turns up elsewhere", () => {
    const strange = { name: "stranger", version: "1.0.0", isOptional: false };
    expect(unknownLicenses([{ ...strange, license: "unknown" }])).toEqual(["stranger 1.0.0: unknown"]);
    expect(unknownLicenses([{ ...strange, license: "GPL-3.0" }])).toHaveLength(1);
    expect(unknownLicenses([{ ...strange, license: "MIT OR GPL-3.0" }])).toHaveLength(1);
    expect(unknownLicenses([{ ...strange, license: "(Apache-2.0 AND MIT)" }])).toEqual([]);
  });

  it("need a GPL part only optionally", () => {
    const gpl = packages.filter(({ license }) => /\bA?GPL/.test(license));
    expect(gpl.map(({ name, isOptional }) => [name, isOptional])).toEqual([["@echogarden/espeak-ng-emscripten", true]]);
  });
});
