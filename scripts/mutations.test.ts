import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { placesOf } from "./mutation.ts";
import { mutations } from "./mutations-list.ts";
import { readRows, readTestFiles } from "./trust-table.ts";

const pathOf = (file: string) => fileURLToPath(new URL(`../${file}`, import.meta.url));
const rows = new Map(readRows(readFileSync(pathOf("docs/trust.md"), "utf8")).map((row) => [row.number, row]));

describe("the checks that are taken out to see their tests fail", () => {
  it.each(mutations)("stand once in their file, which the row names: $row $file $find [T138]", (mutation) => {
    for (const { file, find, put } of placesOf(mutation)) {
      expect(existsSync(pathOf(file))).toBe(true);
      expect(readFileSync(pathOf(file), "utf8").split(find)).toHaveLength(2);
      expect(put).not.toBe(find);
      const { where } = rows.get(mutation.row) ?? { where: "" };
      expect([...where.matchAll(/`([^`]+)`/g)].some(([, place = "-"]) => file.startsWith(place))).toBe(true);
    }
  });

  it("each have a test outside a browser [T138]", () => {
    const files = readTestFiles();
    const isElsewhere = (file: string) => !file.startsWith("tests/e2e/");
    for (const { row } of mutations) expect(files.get(row)?.some(isElsewhere), `row ${row}`).toBe(true);
  });
});
