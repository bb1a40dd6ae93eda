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

type DataSource = Pick<Language, "code" | "digest">;

/** Learned by `npm run build`, or from the sources until code or files change. Data is what structured clones hold. */
export class LearnedData<Data, Source extends DataSource = Language> {
  readonly topic: string;
  readonly #learn: (from: Source) => Data;
  readonly #folder: string;
  readonly #code: string;

  /** `code`: the module that learns, digested at once, because sources may change after they were loaded. */
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
    if (!isSource) return unpack(readFileSync(pathOf(`../${learnedFile(from, this.topic)}`)));
    const start = `${this.topic}-${from.code}-`;
    const file = `${start}${digestOf(this.#code, from.digest())}`;
    try {
      return unpack(readFileSync(join(this.#folder, file)));
    } catch {
      const data = this.#learn(from);
      keep(this.#folder, { start, file }, pack(data));
      return data;
    }
  }
}

export const pack = (data: unknown): Uint8Array => deflateRawSync(serialize(data), { level: 9 });
const unpack = (content: Uint8Array) => deserialize(inflateRawSync(content));

export const learnedFile = ({ code }: DataSource, topic: string): string => `learned/${code}/${topic}.bin`;

/** Written under another name first, because other processes may read it. */
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

/** Covers the versions that numbers and letters depend on. */
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
  const cached = folderDigests.get(folder);
  if (cached !== undefined) return cached;
  const files = readdirSync(folder).filter((file) => /(?<!\.test)\.(?:ts|json)$/.test(file));
  const digest = digestOf(...files.sort().map((file) => readFileSync(join(folder, file))));
  folderDigests.set(folder, digest);
  return digest;
}
