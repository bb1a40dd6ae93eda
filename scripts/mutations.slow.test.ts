import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Mutation } from "./mutation.ts";
import { tryOut } from "./mutations.ts";

const SOURCE = `export const mayEnter = (name) => {
  if (name === "") return false;
  if (name === "cat") return false;
  return true;
};
`;
/** A row's mark, which in this text is none of docs/trust.md. */
const mark = (row: number) => `[T${row}]`;
const TESTS = `import { expect, it } from "vitest";
import { mayEnter } from "./door.ts";
it("keeps cats out ${mark(1)}", () => expect(mayEnter("cat")).toBe(false));
it("lets dogs in ${mark(2)}", () => expect(mayEnter("dog")).toBe(true));
`;
const CAT = '  if (name === "cat") return false;\n';

describe("a check that is taken out [T138]", () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "pet-talk-tried-"));
    symlinkSync(fileURLToPath(new URL("../node_modules", import.meta.url)), join(folder, "node_modules"));
    writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
    writeFileSync(join(folder, "vitest.config.ts"), "export default {};");
    writeFileSync(join(folder, "door.ts"), SOURCE);
    writeFileSync(join(folder, "door.test.ts"), TESTS);
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const tried = async (mutation: Partial<Mutation>) => {
    const outcome = await tryOut(folder, {
      row: 1,
      file: "door.ts",
      find: CAT,
      put: "",
      test: "door.test.ts",
      ...mutation,
    });
    expect(readFileSync(join(folder, "door.ts"), "utf8")).toBe(SOURCE);
    return outcome;
  };

  it("is proven where a test of its row fails then", async () => {
    expect(await tried({})).toBe("failed");
  });

  it("is not proven where they all pass, or none has its row", async () => {
    expect(await tried({ row: 2 })).toBe("passed");
    expect(await tried({ row: 3 })).toBe("broken");
  });

  it("may stand in two places, which are both taken out", async () => {
    const twice = { find: 'if (name === "") return false;', put: "return true;" };
    expect(await tried({ ...twice, also: { file: "door.ts", find: CAT, put: "" } })).toBe("failed");
  });
});
