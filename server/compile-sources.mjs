import { createHash, randomUUID } from "node:crypto";
import { access, mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const root = fileURLToPath(new URL("../", import.meta.url));
const cache = join(root, "node_modules/.cache/compiled-sources");
const target = `node${process.versions.node}`;

/** @returns the address of what a source was made into, in few files with all sources that it imports */
export async function compiled(source) {
  const path = fileURLToPath(source);
  return pathToFileURL(join(await folderFor(path), basename(path).replace(/\.ts$/, ".mjs"))).href;
}

/** Kept for as long as none of the sources changes, because many processes that tests start need the same. */
async function folderFor(path) {
  const list = join(cache, `${digest(path)}.json`);
  const known = await readFile(list, "utf8").catch(() => undefined);
  if (known !== undefined) {
    const kept = await folderOf(path, JSON.parse(known));
    if (await exists(kept)) return kept;
  }
  const { files, sources } = await bundle(path);
  const folder = await folderOf(path, sources);
  await keep(folder, files);
  await keepList(list, JSON.stringify(sources));
  return folder;
}

const digest = (...texts) => createHash("sha256").update(texts.join("\n")).digest("hex");

const exists = (path) =>
  access(path).then(
    () => true,
    () => false,
  );

/** Another one as soon as a source was changed or has gone. */
async function folderOf(path, sources) {
  const texts = await Promise.all(sources.map((source) => readFile(join(root, source), "utf8").catch(() => "")));
  return join(cache, digest(target, path, ...sources, ...texts));
}

async function bundle(path) {
  const { build } = await import("esbuild");
  const { outputFiles, metafile } = await build({
    entryPoints: [path],
    absWorkingDir: root,
    bundle: true,
    // What is imported only when it is needed stays apart.
    splitting: true,
    packages: "external",
    format: "esm",
    platform: "node",
    target,
    outdir: "/",
    outExtension: { ".js": ".mjs" },
    write: false,
    metafile: true,
    logLevel: "silent",
    plugins: [{ name: "addresses", setup: keepAddresses }],
  });
  return { files: outputFiles, sources: Object.keys(metafile.inputs) };
}

/** What lies beside a source is looked for there, not beside what was made of it. */
function keepAddresses({ onLoad }) {
  onLoad({ filter: /\.ts$/ }, async ({ path }) => ({
    contents: (await readFile(path, "utf8")).replaceAll("import.meta.url", JSON.stringify(pathToFileURL(path).href)),
    loader: "ts",
  }));
}

/** Under its own name once it is whole: other processes and threads may look for it meanwhile. */
async function keep(folder, files) {
  const unfinished = `${folder}.${randomUUID()}`;
  await mkdir(unfinished, { recursive: true });
  await Promise.all(files.map(({ path, contents }) => writeFile(join(unfinished, basename(path)), contents)));
  try {
    await rename(unfinished, folder);
  } catch (error) {
    await rm(unfinished, { recursive: true });
    // Another one was faster.
    if (!(await exists(folder))) throw error;
  }
}

async function keepList(path, text) {
  const unfinished = `${path}.${randomUUID()}`;
  await writeFile(unfinished, text);
  await rename(unfinished, path);
}
