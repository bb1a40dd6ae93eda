import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { build, type Rolldown } from "vite";

/**
 * `npm run check:scripts`: builds the client's scripts (seconds, nothing is written) and holds what a cold visit to each
 * screen loads of them, before anything is done there, to a budget in kB of gzip.
 */
const root = fileURLToPath(new URL("../", import.meta.url));
const start = ["main.tsx", "start.tsx", "app/app.tsx"];
const product = [...start, "app/product.tsx"];
const signedIn = [...product, "app/signed-in.tsx"];

/** The modules by which a screen comes: those that are loaded by `import()`, each with all that it imports itself. */
const screens: Record<string, { modules: readonly string[]; budget: number }> = {
  "/": { modules: [...start, "features/landing/landing-page.tsx"], budget: 99 },
  "/login": { modules: [...product, "features/auth/login-page.tsx"], budget: 112 },
  "/chat/:agentId": { modules: [...signedIn, "app/chat-page.tsx"], budget: 165 },
  "/app?tab=chat": { modules: [...signedIn, "app/main-screen.tsx", "app/chat-tab.tsx"], budget: 166 },
  "/app?tab=setup": { modules: [...signedIn, "app/main-screen.tsx", "app/setup-tab.tsx"], budget: 168 },
  "/admin": {
    modules: [...signedIn, "features/admin/admin-page.tsx", "features/admin/users/users-tab.tsx"],
    budget: 159,
  },
};

const built = await build({
  configFile: `${root}vite.config.ts`,
  logLevel: "warn",
  build: { write: false, reportCompressedSize: false },
});
if (Array.isArray(built) || !("output" in built)) throw new Error("The client was not built as one bundle.");
const chunks = new Map(built.output.filter((file) => file.type === "chunk").map((chunk) => [chunk.fileName, chunk]));

const over: string[] = [];
for (const [path, { modules, budget }] of Object.entries(screens)) {
  const kilobytes = [...filesOf(modules)].reduce((sum, file) => sum + sizeOf(file), 0);
  if (kilobytes > budget) over.push(path);
  process.stdout.write(`${path.padEnd(16)} ${kilobytes.toFixed(1).padStart(6)} kB of ${budget}\n`);
}
if (over.length > 0) {
  process.stderr.write(`Over budget: ${over.join(", ")}. Load what a screen does not show at first when it is used.\n`);
  process.exitCode = 1;
}

function filesOf(modules: readonly string[]): Set<string> {
  const files = new Set<string>();
  const add = (file: string) => {
    if (files.has(file)) return;
    files.add(file);
    chunks.get(file)?.imports.forEach(add);
  };
  for (const module of modules) add(chunkOf(module).fileName);
  return files;
}

function chunkOf(module: string): Rolldown.OutputChunk {
  const chunk = [...chunks.values()].find(({ moduleIds }) => moduleIds.includes(`${root}client/src/${module}`));
  if (chunk === undefined) throw new Error(`${module} is in no file of the build.`);
  return chunk;
}

function sizeOf(file: string): number {
  return gzipSync(chunks.get(file)?.code ?? "", { level: 9 }).length / 1000;
}
