import { createHash, randomUUID } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { deserialize, serialize } from "node:v8";
import type { Language } from "./languages.ts";
import type { Sliced } from "./slices.ts";

const fromSources = import.meta.url.endsWith(".ts");
/** From the sources one folder for all tests and servers; the built product is told where. Null: nothing is kept. */
let usualFolder = fromSources ? fileURLToPath(new URL("../../node_modules/.cache/learned/", import.meta.url)) : null;

/** Keeps what the built product learns in a folder below this one, if that is there. */
export function keepLearnedIn(dataDir: string): void {
  if (!fromSources) usualFolder = join(dataDir, "learned");
}

/** In bytes: what a file begins with, to tell whether it is whole. */
const DIGEST = 32;
const digestOf = (...parts: (string | Uint8Array)[]): Buffer =>
  parts.reduce((hash, part) => hash.update(part), createHash("sha256")).digest();

/**
 * What is learned of languages, kept in files: to read it takes a twentieth of the processor that learning takes. A file is
 * named by all that it was learned from, so that one of another version is never read; one that is damaged or can't be
 * read is learned anew. Data is what structured clones are made of: maps, sets, lists, typed arrays.
 */
export class LearnedFiles {
  readonly #topic: string;
  readonly #code: string;
  readonly #folder: () => string | null;

  /**
   * @param code the address of the module that learns. What it is made of lies in its folder and in those of `usual`, which
   * a test sees to; read at once, because in development a source may change after it was loaded.
   */
  constructor(topic: string, code: string, folder: () => string | null = () => usualFolder) {
    this.#topic = topic;
    this.#code = [
      engine,
      ...usual.map((path) => codeIn(new URL(path, import.meta.url))),
      codeIn(new URL("./", code)),
    ].join();
    this.#folder = folder;
  }

  *learnedOnce<Data>(language: Language, learn: () => Sliced<Data>): Sliced<Data> {
    const folder = this.#folder();
    if (folder === null) return yield* learn();
    const begin = `${this.#topic}-${language.code}-`;
    const name = `${begin}${digestOf(this.#code, language.digest()).toString("hex").slice(0, 32)}`;
    const kept = read(join(folder, name));
    yield;
    if (kept !== undefined) return deserialize(kept);
    const data = yield* learn();
    keep(folder, { name, begin }, serialize(data));
    return data;
  }
}

/** What numbers and letters are worked out by, beside our own code. */
const engine = [
  ...[process.arch, process.versions.v8, process.versions.icu, process.versions.unicode],
  ...["zod", "snowball-stemmers"].map((name) => createRequire(import.meta.url)(`${name}/package.json`).version),
].join();

const usual = ["./", "../../shared/", "../../shared/api/"];

const digests = new Map<string, string>();

/** A digest of the code and the tables in a folder. */
function codeIn(address: URL): string {
  const folder = fileURLToPath(address);
  const known = digests.get(folder);
  if (known !== undefined) return known;
  const files = readdirSync(folder).filter((file) => /(?<!\.test)\.(?:ts|js|json)$/.test(file));
  const digest = digestOf(...files.sort().map((file) => readFileSync(join(folder, file)))).toString("hex");
  digests.set(folder, digest);
  return digest;
}

/** Undefined where there is no such file, or not all of it. */
function read(path: string): Uint8Array | undefined {
  try {
    const file = readFileSync(path);
    const content = file.subarray(DIGEST);
    return digestOf(content).equals(file.subarray(0, DIGEST)) ? content : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Under its own name once it is whole: other processes may look for it meanwhile. Others of the same topic and language are
 * of another version, or of a process that was ended. Where nothing can be written, it is learned again the next time.
 */
function keep(folder: string, { name, begin }: { name: string; begin: string }, content: Uint8Array): void {
  const unfinished = join(folder, `${name}.${randomUUID()}`);
  const write = () => {
    writeFileSync(unfinished, Buffer.concat([digestOf(content), content]));
    renameSync(unfinished, join(folder, name));
  };
  const removeOthers = () => {
    const others = readdirSync(folder).filter((file) => file.startsWith(begin) && file !== name);
    for (const other of others) rmSync(join(folder, other));
  };
  triedTo(() => mkdirSync(folder, { recursive: fromSources }));
  triedTo(triedTo(write) ? removeOthers : () => rmSync(unfinished));
}

function triedTo(work: () => void): boolean {
  try {
    work();
    return true;
  } catch {
    return false;
  }
}
