import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { locks } from "./locks.ts";

const server = fileURLToPath(new URL("../..", import.meta.url));

describe("advisory locks", () => {
  it("that mean different things have different keys [T130]", () => {
    const keys = Object.values(locks);
    expect(new Set(keys).size).toBe(keys.length);
  });

  it("have their keys in the one list [T130]", () => {
    const sources = readdirSync(server, { recursive: true, encoding: "utf8" }).filter((name) =>
      /(?<!\.test)\.ts$/.test(name),
    );
    const lockers = sources.filter((name) => /pg_(try_)?advisory/.test(readFileSync(join(server, name), "utf8")));
    expect(lockers.length).toBeGreaterThan(5);
    for (const name of lockers) {
      const source = readFileSync(join(server, name), "utf8");
      expect(source, name).toMatch(/from ".*\/locks\.ts"|hashtextextended/);
      expect(source, name).not.toMatch(/LOCK\w* = [\d_]+;/);
    }
  });
});
