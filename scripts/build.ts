import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, extname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { build } from "vite";
import { buildLanguages } from "./build-languages.ts";
import { buildOffline } from "./build-offline.ts";
import { buildPackages, packagesIn } from "./build-packages.ts";
import { buildPages } from "./build-pages.ts";
import { builtInPackages, writeBuiltInPackages } from "./built-in-packages.ts";

/**
 * `npm run build`: the server compiled file by file into dist/, with what is learned of each language, parts of large packages into
 * dist/node_modules/, the client bundled and compressed into dist/client/. With `--list` the list of packages that are built in is written, else compared.
 * With `--unchecked` the server's types are not looked at, which takes half of the time: `npm run check` does that.
 */
const root = fileURLToPath(new URL("../", import.meta.url));
const dist = join(root, "dist");
/** Below this size in bytes a compressed copy saves nothing worth a file. */
const WORTH_COMPRESSING = 1024;
const compressible = new Set([".js", ".css", ".html", ".svg", ".json", ".webmanifest", ".txt"]);

rmSync(dist, { recursive: true, force: true });
const compiler = ["node_modules/typescript-7/bin/tsc", "-p", "tsconfig.server.json"];
if (process.argv.includes("--unchecked")) compiler.push("--noCheck");
const compiled = spawnSync(process.execPath, compiler, { cwd: root, stdio: "inherit" });
if (compiled.status !== 0) process.exit(1);
// The compiled files find each other by the names that the sources use.
const imports = {
  "#shared/*.ts": "./shared/*.js",
  "#server/*.ts": "./server/*.js",
  "#server/*.json": "./server/*.json",
};
const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
writeFileSync(join(dist, "package.json"), JSON.stringify({ type: "module", version, imports }));
// The languages, the film and the help text are read when they are needed, so the compiler does not see them.
buildLanguages(join(dist, "server/understanding"));
cpSync(join(root, "server/features/video/films"), join(dist, "server/features/video/films"), { recursive: true });
// Cron lines and notes that were made for 0.2 call these by their addresses.
const moved = {
  "backup/backup-now.js": "platform/backup/backup-now.js",
  "backup/restore-now.js": "platform/backup/restore-now.js",
  "seed/reset-administrator-now.js": "features/seed/reset-administrator-now.js",
  "startup/doctor.js": "features/doctor/doctor.js",
};
for (const [before, now] of Object.entries(moved)) {
  mkdirSync(join(dist, "server", dirname(before)), { recursive: true });
  writeFileSync(join(dist, "server", before), `import "../${now}";\n`);
}
cpSync(join(root, "server/features/help/help.md"), join(dist, "server/features/help/help.md"));
const built = await build({ configFile: join(root, "vite.config.ts"), logLevel: "warn" });
if (Array.isArray(built) || !("output" in built)) throw new Error("The client was not built as one bundle.");
const chunks = built.output.filter((file) => file.type === "chunk");
const packages = packagesIn([...built.output, ...(await buildPackages(join(dist, "node_modules")))]);
if (process.argv.includes("--list")) writeBuiltInPackages(packages);
if (packages.join() !== builtInPackages().join())
  throw new Error("Other packages are built in than scripts/built-in-packages.json lists: run `npm run licences`.");
await buildPages(join(dist, "client"), join(dist, "pages"), chunks);
await buildOffline(join(dist, "client"), join(dist, "pages"));
writeFileSync(join(dist, "commit"), commit());
compress(join(dist, "client"));

/** REVISION, or the commit that is checked out; empty where neither is known. */
function commit(): string {
  const given = process.env.REVISION;
  if (given !== undefined && given !== "unknown") return given;
  return spawnSync("git", ["rev-parse", "HEAD"], { cwd: root, encoding: "utf8" }).stdout ?? "";
}

function compress(folder: string): void {
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true })) {
    const path = join(entry.parentPath, entry.name);
    if (!entry.isFile() || !compressible.has(extname(entry.name))) continue;
    const bytes = readFileSync(path);
    if (bytes.length < WORTH_COMPRESSING) continue;
    writeFileSync(`${path}.gz`, gzipSync(bytes, { level: 9 }));
    writeFileSync(`${path}.br`, brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }));
  }
}
