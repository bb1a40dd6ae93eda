import { readFile } from "node:fs/promises";

const sourceMapLink = /^\/\/# sourceMappingURL=.*$/gm;

export async function load(url, context, next) {
  if (!url.startsWith("file:") || !url.includes("/node_modules/")) return next(url, context);
  if (context.format === "commonjs") return { format: "commonjs", shortCircuit: true, source: null };
  if (context.format !== "module") return next(url, context);
  const source = await readFile(new URL(url), "utf8");
  return { format: "module", shortCircuit: true, source: source.replace(sourceMapLink, "") };
}
