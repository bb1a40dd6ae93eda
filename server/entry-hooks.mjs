import { readFile } from "node:fs/promises";

/** Loads the packages' modules as they are, past the compiler that was registered before. */
export async function load(url, context, next) {
  if (!url.startsWith("file:") || !url.includes("/node_modules/") || !url.endsWith(".mjs")) return next(url, context);
  return { format: "module", shortCircuit: true, source: await readFile(new URL(url)) };
}
