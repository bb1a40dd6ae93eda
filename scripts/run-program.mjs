// Runs a program of the server, such as `doctor`: as it was built, or from the sources where nothing is built.
import { existsSync } from "node:fs";

const [program] = process.argv.splice(2, 1);
const built = new URL(`../dist/server/${program}.js`, import.meta.url);
if (existsSync(built)) await import(built);
else {
  const { compiled } = await import("../server/platform/threads/compile-sources.mjs");
  await import(await compiled(new URL(`../server/${program}.ts`, import.meta.url)));
}
