import { createHash, randomUUID } from "node:crypto";
import { access, mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const root = fileURLToPath(new URL("../../../", import.meta.url));
const usualCache = join(root, "node_modules/.cache/compiled-sources");
const target = `node${process.versions.node}`;

/** `options` are for tests. Returns the address of a source bundled with all that it imports. */
export async function compiled(source, { read = (path) => readFile(path, "utf8"), cache = usualCache } = {}) {
  const path = fileURLToPath(source);
  return pathToFileURL(join(await folderFor(path, read, cache), basename(path).replace(/\.ts$/, ".mjs"))).href;
}

/** Cached until a source changes, because many processes of tests start the same. */
async function folderFor(path, read, cache) {
  const list = join(cache, `${digest(path)}.json`);
  const known = await readFile(list, "utf8").catch(() => undefined);
  if (known !== undefined) {
    const kept = join(cache, keyOf(path, await readAll(JSON.parse(known), read)));
    if (await exists(kept)) return kept;
  }
  const { files, texts } = await bundle(path, read);
  const folder = join(cache, keyOf(path, texts));
  await keep(folder, files);
  await keepList(list, JSON.stringify([...texts.keys()]));
  return folder;
}

const digest = (...texts) => createHash("sha256").update(texts.join("\n")).digest("hex");

const exists = (path) =>
  access(path).then(
    () => true,
    () => false,
  );

/** "" for one that has gone. */
async function readAll(sources, read) {
  const texts = await Promise.all(sources.map((source) => read(source).catch(() => "")));
  return new Map(sources.map((source, at) => [source, texts[at]]));
}

const keyOf = (path, texts) => digest(target, path, ...[...texts].sort().flat());

/** With the texts that were bundled: a source may change right after it was read. */
async function bundle(path, read) {
  const { build } = await import("esbuild");
  const texts = new Map();
  const { outputFiles } = await build({
    entryPoints: [path],
    absWorkingDir: root,
    bundle: true,
    // Lazy imports stay apart.
    splitting: true,
    packages: "external",
    format: "esm",
    platform: "node",
    target,
    outdir: "/",
    outExtension: { ".js": ".mjs" },
    write: false,
    logLevel: "silent",
    plugins: [{ name: "sources", setup: ({ onLoad }) => onLoad({ filter: /./ }, load) }],
  });
  return { files: outputFiles, texts };

  /** Files beside a source are looked for there, not beside the bundle. */
  async function load({ path: file }) {
    const text = await read(file);
    texts.set(file, text);
    const address = JSON.stringify(pathToFileURL(file).href);
    return { contents: text.replaceAll("import.meta.url", address), loader: "default" };
  }
}

/** Renamed once whole: other processes may look for it. */
async function keep(folder, files) {
  const unfinished = `${folder}.${randomUUID()}`;
  await mkdir(unfinished, { recursive: true });
  await Promise.all(files.map(({ path, contents }) => writeFile(join(unfinished, basename(path)), contents)));
  try {
    await rename(unfinished, folder);
  } catch (error) {
    await rm(unfinished, { recursive: true });
    // Another process was faster.
    if (!(await exists(folder))) throw error;
  }
}

async function keepList(path, text) {
  const unfinished = `${path}.${randomUUID()}`;
  await writeFile(unfinished, text);
  await rename(unfinished, path);
}
