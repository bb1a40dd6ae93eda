// Runs a program of the server, such as `doctor`: as it was built, or from the sources where nothing is built.
import { existsSync } from "node:fs";

const [program] = process.argv.splice(2, 1);
const built = new URL(`../dist/server/${program}.js`, import.meta.url);
if (existsSync(built)) await import(built);
else {
  await import("../server/entry-from-sources.mjs");
  await import(new URL(`../server/${program}.ts`, import.meta.url));
}
