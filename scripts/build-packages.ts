import { cpSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build, type Plugin, type Rolldown } from "vite";

/**
 * Large packages of which the server needs a part. The build bundles that part into dist/node_modules, where the compiled
 * files find it by the package's usual name, so that an installation for production needs none of them.
 */
const packages = [
  "@aws-sdk/client-s3",
  "@opentelemetry/api",
  "@opentelemetry/core",
  "@opentelemetry/exporter-prometheus",
  "@opentelemetry/exporter-trace-otlp-http",
  "@opentelemetry/resources",
  "@opentelemetry/sdk-metrics",
  "@opentelemetry/sdk-trace-base",
  "graphile-worker",
  "openai",
  "pdf-parse",
];
/** They stay packages of the installation, or what asks for them can do without. */
const notBundled = ["pg", "typescript", "@napi-rs/canvas"];
/** The names that a CommonJS package exports can't be read from its source: here are those that the server uses. */
const namesOf: Record<string, string[]> = {
  "@opentelemetry/api": ["metrics", "ROOT_CONTEXT", "SpanKind", "SpanStatusCode", "trace"],
  "@opentelemetry/core": ["parseKeyPairsIntoRecord", "parseTraceParent"],
  "@opentelemetry/exporter-prometheus": ["PrometheusSerializer"],
  "@opentelemetry/exporter-trace-otlp-http": ["OTLPTraceExporter"],
  "@opentelemetry/resources": ["defaultResource", "detectResources", "envDetector", "resourceFromAttributes"],
  "@opentelemetry/sdk-metrics": ["AggregationTemporality", "InstrumentType", "MeterProvider", "MetricReader"],
  "@opentelemetry/sdk-trace-base": ["BasicTracerProvider", "BatchSpanProcessor"],
  "graphile-worker": ["Logger", "parseCronItems", "run", "runMigrations"],
};

/** What is imported from beneath a package, `openai/streaming`; it shares its classes with the package itself. */
const partsOf: Record<string, string[]> = { openai: ["streaming"] };

const root = fileURLToPath(new URL("../", import.meta.url));

/** @returns what was bundled */
export async function buildPackages(folder: string): Promise<Rolldown.OutputChunk[]> {
  const chunks: Rolldown.OutputChunk[] = [];
  for (const name of packages) chunks.push(...(await bundle(name, join(folder, name))));
  copyFilesOfPdfReader(folder);
  return chunks;
}

async function bundle(name: string, folder: string): Promise<Rolldown.OutputChunk[]> {
  const names = namesOf[name];
  const parts = partsOf[name] ?? [];
  const named: Plugin = {
    name: "named-exports",
    resolveId: (id) => (id === "named-exports" ? id : undefined),
    load: (id) => (id === "named-exports" ? `export { ${names?.join(", ")} } from "${name}";` : undefined),
  };
  const built = await build({
    root,
    configFile: false,
    logLevel: "warn",
    plugins: [named],
    ssr: { noExternal: true, external: notBundled },
    build: {
      ssr: true,
      outDir: folder,
      target: "node20",
      rollupOptions: {
        input: {
          index: names === undefined ? name : named.name,
          ...Object.fromEntries(parts.map((part) => [part, `${name}/${part}`])),
        },
      },
    },
  });
  if (!("output" in built)) throw new Error(`${name} was not built as one bundle.`);
  const exports = Object.fromEntries(parts.map((part) => [`./${part}`, `./${part}.js`]));
  const manifest = { name, type: "module", exports: { ".": "./index.js", ...exports } };
  writeFileSync(join(folder, "package.json"), JSON.stringify(manifest));
  return built.output.filter((file) => file.type === "chunk");
}

/** What PDF.js reads while it works: its other half, and the character maps and metrics of fonts that a file leaves out. */
function copyFilesOfPdfReader(folder: string): void {
  const parser = createRequire(import.meta.url).resolve("pdf-parse");
  const source = dirname(createRequire(parser).resolve("pdfjs-dist/package.json"));
  const target = join(folder, "pdfjs-dist");
  rmSync(target, { recursive: true, force: true });
  mkdirSync(target, { recursive: true });
  for (const part of ["package.json", "cmaps", "standard_fonts"])
    cpSync(join(source, part), join(target, part), { recursive: true });
  cpSync(join(source, "legacy/build/pdf.worker.min.mjs"), join(folder, "pdf-parse/pdf.worker.mjs"));
}

/** The folders under node_modules, as package-lock.json names them, of which something is in a build. */
export function packagesIn(files: readonly (Rolldown.OutputChunk | Rolldown.OutputAsset)[]): string[] {
  const sources = files.flatMap((file) => (file.type === "chunk" ? file.moduleIds : file.originalFileNames));
  const folders = sources.map((source) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(source)?.[0]);
  const found = folders.filter((path) => path !== undefined).map((path) => path.slice(path.indexOf("node_modules/")));
  return [...new Set(found)].toSorted();
}
