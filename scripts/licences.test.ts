import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { licencesPage, productionPackages, unknownLicences } from "./licences.ts";

const packages = productionPackages();

describe("production packages", () => {
  it("have licences that somebody has looked at", () => {
    expect(packages.length).toBeGreaterThan(100);
    expect(unknownLicences(packages)).toEqual([]);
  });

  it("are those that docs/licences.md lists", () => {
    expect(readFileSync(new URL("../docs/licences.md", import.meta.url), "utf8")).toBe(licencesPage(packages));
  });

  it("are noticed where a licence is unknown, or a known one turns up elsewhere", () => {
    const strange = { name: "stranger", version: "1.0.0", isOptional: false };
    expect(unknownLicences([{ ...strange, licence: "unknown" }])).toEqual(["stranger 1.0.0: unknown"]);
    expect(unknownLicences([{ ...strange, licence: "GPL-3.0" }])).toHaveLength(1);
    expect(unknownLicences([{ ...strange, licence: "MIT OR GPL-3.0" }])).toHaveLength(1);
    expect(unknownLicences([{ ...strange, licence: "(Apache-2.0 AND MIT)" }])).toEqual([]);
  });

  it("need a GPL part only optionally", () => {
    const gpl = packages.filter(({ licence }) => /\bA?GPL/.test(licence));
    expect(gpl.map(({ name, isOptional }) => [name, isOptional])).toEqual([["@echogarden/espeak-ng-emscripten", true]]);
  });
});
