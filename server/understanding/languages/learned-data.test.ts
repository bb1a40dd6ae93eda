import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { Language, languageFor } from "./languages.ts";
import { LearnedData } from "./learned-data.ts";

const root = fileURLToPath(new URL("../../../", import.meta.url));
const english = languageFor("en") ?? new Language("en");
const learned = { rows: new Map([["hello there", 0]]), weights: Float32Array.of(0.1, -7.25) };
let folder: string;
let timesLearned: number;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "pet-talk-learned-"));
  timesLearned = 0;
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const dataOf = (code = import.meta.url) =>
  new LearnedData(
    "words",
    code,
    () => {
      timesLearned += 1;
      return learned;
    },
    folder,
  );

describe("what is learned of a language", () => {
  it("is learned once for each language, and then read as it was", () => {
    for (const code of ["en", "fr", "en"]) expect(dataOf().read(new Language(code))).toEqual(learned);
    expect(timesLearned).toBe(2);
    expect(readdirSync(folder)).toHaveLength(2);
  });

  it("is learned again by other code or from other examples, and the older file goes", () => {
    dataOf().read(english);
    dataOf(new URL("../care/care.ts", import.meta.url).href).read(english);
    const edited = new (class extends Language {
      override digest = () => "other files";
    })("en");
    dataOf().read(edited);
    expect(timesLearned).toBe(3);
    expect(readdirSync(folder)).toHaveLength(1);
  });

  it("is learned again from a file that can't be read, which is then replaced", () => {
    dataOf().read(english);
    const file = join(folder, readdirSync(folder)[0] ?? "");
    const whole = readFileSync(file);
    writeFileSync(file, "This is no file of ours.");
    expect(dataOf().read(english)).toEqual(learned);
    expect(timesLearned).toBe(2);
    expect(readFileSync(file)).toEqual(whole);
  });
});

/** Every file of ours that a module needs when it runs. */
function needed(file: string, seen = new Set<string>()): Set<string> {
  if (seen.has(file)) return seen;
  seen.add(file);
  const imports = readFileSync(file, "utf8").matchAll(/^(?:import|export) (?!type )[^;]*?from "([.#][^"]+)"/gms);
  for (const [, path = ""] of imports) {
    const aliased = /^#(?:server|shared)\//.test(path) ? join(root, path.slice(1)) : null;
    needed(aliased ?? join(dirname(file), path), seen);
  }
  return seen;
}

it.each([
  "server/understanding/danger/examples.ts",
  "server/understanding/danger/patterns.ts",
  "server/understanding/care/care-words.ts",
  "server/understanding/turns/turn-classifier.ts",
  "server/understanding/turns/examples.ts",
  "server/understanding/retrieval/question-bank.ts",
])("all that %s learns by is a part of what its files are known by", (module) => {
  const folders = ["server/understanding/languages", "shared", "shared/api", dirname(module)].map((path) =>
    join(root, path),
  );
  const elsewhere = [...needed(join(root, module))].filter((file) => !folders.includes(dirname(file)));
  // Which knows nothing of words.
  expect(elsewhere.filter((file) => file !== join(root, "shared/operator-error.ts"))).toEqual([]);
});

describe("the examples of what people say, which the built server has not got,", () => {
  it("are read only where something is learned of them", () => {
    const understanding = join(root, "server/understanding");
    const reading = readdirSync(understanding, { recursive: true, encoding: "utf8" }).filter(
      (file) =>
        /(?<!\.test)\.ts$/.test(file) &&
        !file.endsWith("languages/languages.ts") &&
        readFileSync(join(understanding, file), "utf8").includes(".readTurns()"),
    );
    expect(reading).not.toEqual([]);
    for (const file of reading)
      expect([file, readFileSync(join(understanding, file), "utf8")]).toEqual([
        file,
        expect.stringContaining("new LearnedData("),
      ]);
  });
});
