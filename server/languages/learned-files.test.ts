import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { formReader } from "../features/dialogue/form.ts";
import { learnExamples } from "../features/dialogue/turn-classifier.ts";
import { Language, languageFor } from "./languages.ts";
import { LearnedFiles } from "./learned-files.ts";
import { atOnce, type Sliced } from "./slices.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));
const english = languageFor("en") ?? new Language("en");
let folder: string;
let timesLearned: number;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "pet-talk-learned-"));
  timesLearned = 0;
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const filesIn = (place: string | null, code = import.meta.url) => new LearnedFiles("words", code, () => place);

const learned = { rows: new Map([["hello there", 0]]), weights: Float32Array.of(0.1, -7.25) };

function* learn(): Sliced<typeof learned> {
  yield;
  timesLearned += 1;
  return learned;
}

/** All of it, in its order and with every bit of its numbers. */
const inWords = (value: unknown): string =>
  JSON.stringify(value, (_key, part) => {
    if (part instanceof Float32Array) return Buffer.from(part.buffer, part.byteOffset, part.byteLength).toString("hex");
    return part instanceof Map || part instanceof Set ? [...part] : part;
  });

const onlyFile = () => {
  const [file, ...others] = readdirSync(folder);
  expect(others).toEqual([]);
  return join(folder, file ?? "");
};

describe("what is learned of a language", () => {
  it("is learned once, and then read as it was", () => {
    for (let process = 0; process < 3; process++)
      expect(atOnce(filesIn(folder).learnedOnce(english, learn))).toEqual(learned);
    expect(timesLearned).toBe(1);
    expect(onlyFile()).toContain("words-en-");
  });

  it("is learned for each language", () => {
    for (const code of ["en", "fr", "en"]) atOnce(filesIn(folder).learnedOnce(new Language(code), learn));
    expect(timesLearned).toBe(2);
    expect(readdirSync(folder)).toHaveLength(2);
  });

  it("is learned again by other code or from other examples, and the older file goes", () => {
    atOnce(filesIn(folder).learnedOnce(english, learn));
    const first = onlyFile();
    atOnce(filesIn(folder, new URL("../features/care/care.ts", import.meta.url).href).learnedOnce(english, learn));
    const second = onlyFile();
    const edited = new (class extends Language {
      override digest = () => "other files";
    })("en");
    atOnce(filesIn(folder).learnedOnce(edited, learn));
    expect(timesLearned).toBe(3);
    expect(new Set([first, second, onlyFile()]).size).toBe(3);
  });

  it.each([
    ["cut off", (file: Buffer) => file.subarray(0, file.length - 1)],
    ["empty", () => Buffer.alloc(0)],
    ["changed in one place", (file: Buffer) => file.fill(1, 40, 41)],
    ["longer", (file: Buffer) => Buffer.concat([file, Buffer.from("x")])],
    ["of something else", () => Buffer.from("This is no file of ours, but it is longer than a digest.")],
  ])("is learned again from a file that is %s, which is then replaced", (_what, broken) => {
    atOnce(filesIn(folder).learnedOnce(english, learn));
    const file = onlyFile();
    const whole = readFileSync(file);
    writeFileSync(file, broken(Buffer.from(whole)));
    expect(atOnce(filesIn(folder).learnedOnce(english, learn))).toEqual(learned);
    expect(timesLearned).toBe(2);
    expect(readFileSync(onlyFile())).toEqual(whole);
  });

  it("is learned each time where it can't be kept", () => {
    writeFileSync(join(folder, "a file"), "");
    for (const place of [null, join(folder, "a file"), join(folder, "a file", "below")])
      expect(atOnce(filesIn(place).learnedOnce(english, learn))).toEqual(learned);
    expect(timesLearned).toBe(3);
    expect(readdirSync(folder)).toEqual(["a file"]);
  });

  it("is kept whole by two processes that learn at once", () => {
    const both = [filesIn(folder), filesIn(folder)].map((files) => files.learnedOnce(english, learn));
    for (const work of both) work.next();
    expect(both.map((work) => atOnce(work))).toEqual([learned, learned]);
    expect(timesLearned).toBe(2);
    atOnce(filesIn(folder).learnedOnce(english, learn));
    expect(timesLearned).toBe(2);
    onlyFile();
  });

  it("is the same to the last bit when it is read", () => {
    const form = formReader(english.readTurns().asking);
    const once = () => atOnce(filesIn(folder).learnedOnce(english, () => learnExamples(english, form)));
    const [first, second] = [once(), once()];
    expect(second.kinds.weights.length).toBeGreaterThan(100_000);
    expect(second === first).toBe(false);
    expect(inWords(second) === inWords(first)).toBe(true);
  });
});

describe("the digest of a language", () => {
  it("is its own", () => {
    const codes = ["en", "fr", "en"];
    const [one, other, again] = codes.map((code) => new Language(code).digest());
    expect(again).toBe(one);
    expect(other).not.toBe(one);
  });
});

/** Every file of ours that a module needs when it runs. */
function needed(file: string, seen = new Set<string>()): Set<string> {
  if (seen.has(file)) return seen;
  seen.add(file);
  const imports = readFileSync(file, "utf8").matchAll(/^(?:import|export) (?!type )[^;]*?from "(\.[^"]+)"/gms);
  for (const [, path = ""] of imports) needed(join(dirname(file), path), seen);
  return seen;
}

it.each([
  "server/features/emergency/examples.ts",
  "server/features/dialogue/turn-classifier.ts",
  "server/features/dialogue/known-words.ts",
  "server/features/knowledge/retrieval/question-bank.ts",
])("all that %s learns by is a part of what its files are known by", (module) => {
  const folders = ["server/languages", "shared", "shared/api", dirname(module)].map((folder) => join(root, folder));
  const elsewhere = [...needed(join(root, module))].filter((file) => !folders.includes(dirname(file)));
  // Which knows nothing of words.
  expect(elsewhere.filter((file) => file !== join(root, "server/operator-error.ts"))).toEqual([]);
});
