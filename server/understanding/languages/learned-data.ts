import { createHash, randomUUID } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { deserialize, serialize } from "node:v8";
import { deflateRawSync, inflateRawSync } from "node:zlib";
import type { Language } from "./languages.ts";

const isSource = import.meta.url.endsWith(".ts");
const pathOf = (relative: string): string => fileURLToPath(new URL(relative, import.meta.url));

/** A language, or all of them. */
type Digested = Pick<Language, "code" | "digest">;

/**
 * One thing that is learned of each language, such as which words tell danger. `npm run build` learns it and keeps it beside
 * the built server; from the sources it is learned when it is first read, and kept until the code or the language's files change.
 * Data is what structured clones are made of: maps, sets, lists, typed arrays.
 */
export class LearnedData<Data, Source extends Digested = Language> {
  readonly topic: string;
  readonly #learn: (from: Source) => Data;
  readonly #folder: string;
  readonly #code: string;

  /**
   * @param code the address of the module that learns: with the code beside it, and that of languages and shared, it is read at
   * once, because in development a source may change after it was loaded
   */
  constructor(
    topic: string,
    code: string,
    learn: (from: Source) => Data,
    folder = pathOf("../../../node_modules/.cache/learned"),
  ) {
    this.topic = topic;
    this.#learn = learn;
    this.#folder = folder;
    this.#code = isSource ? digestOfCode(code) : "";
  }

  read(from: Source): Data {
    if (!isSource) return unpacked(readFileSync(pathOf(`../${learnedFile(from, this.topic)}`)));
    const start = `${this.topic}-${from.code}-`;
    const file = `${start}${digestOf(this.#code, from.digest())}`;
    try {
      return unpacked(readFileSync(join(this.#folder, file)));
    } catch {
      const data = this.#learn(from);
      keep(this.#folder, { start, file }, pack(data));
      return data;
    }
  }
}

export const pack = (data: unknown): Uint8Array => deflateRawSync(serialize(data), { level: 9 });
const unpacked = (content: Uint8Array) => deserialize(inflateRawSync(content));

/** Where the built server has what was learned, beside its languages. */
export const learnedFile = ({ code }: Digested, topic: string): string => `learned/${code}/${topic}.bin`;

/** Under its own name once it is whole, for other processes may look for it. Older ones of the same topic and language go. */
function keep(folder: string, { start, file }: { start: string; file: string }, content: Uint8Array): void {
  mkdirSync(folder, { recursive: true });
  const unfinished = join(folder, randomUUID());
  writeFileSync(unfinished, content);
  renameSync(unfinished, join(folder, file));
  for (const other of readdirSync(folder))
    if (other.startsWith(start) && other !== file) rmSync(join(folder, other), { force: true });
}

const digestOf = (...parts: (string | Uint8Array)[]): string =>
  parts.reduce((hash, part) => hash.update(part), createHash("sha256")).digest("hex");

/** Of our code, and of what numbers and letters are worked out by beside it. */
function digestOfCode(address: string): string {
  const { v8, icu, unicode } = process.versions;
  const packages = ["zod", "snowball-stemmers"].map(
    (name) => createRequire(import.meta.url)(`${name}/package.json`).version,
  );
  const folders = ["./", "../../../shared/", "../../../shared/api/"].map(pathOf);
  const code = [...folders, fileURLToPath(new URL("./", address))].map(digestOfFolder);
  return [process.arch, v8, icu, unicode, ...packages, ...code].join();
}

const folderDigests = new Map<string, string>();

function digestOfFolder(folder: string): string {
  const known = folderDigests.get(folder);
  if (known !== undefined) return known;
  const files = readdirSync(folder).filter((file) => /(?<!\.test)\.(?:ts|json)$/.test(file));
  const digest = digestOf(...files.sort().map((file) => readFileSync(join(folder, file))));
  folderDigests.set(folder, digest);
  return digest;
}
