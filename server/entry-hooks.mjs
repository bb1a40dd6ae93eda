import { createHash } from "node:crypto";
import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const target = `node${process.versions.node}`;
const folder = fileURLToPath(new URL("../node_modules/.cache/compiled-sources", import.meta.url));

export async function load(url, context, next) {
  if (!url.startsWith("file:") || !/\.tsx?$/.test(url)) return next(url, context);
  return { format: "module", shortCircuit: true, source: await compiled(fileURLToPath(url)) };
}

/** Compiled once and kept, because each of the many processes that tests start needs the same files. */
async function compiled(path) {
  const source = await readFile(path, "utf8");
  const kept = join(folder, `${createHash("sha256").update(target).update(path).update(source).digest("hex")}.js`);
  const found = await readFile(kept, "utf8").catch(() => undefined);
  if (found !== undefined) return found;
  const { transform } = await import("esbuild");
  const { code } = await transform(source, {
    loader: path.endsWith("x") ? "tsx" : "ts",
    target,
    sourcemap: "inline",
    sourcefile: path,
  });
  await mkdir(folder, { recursive: true });
  // Under its own name once it is whole: another process may look for it meanwhile.
  const unfinished = `${kept}.${process.pid}`;
  await writeFile(unfinished, code);
  await rename(unfinished, kept);
  return code;
}
