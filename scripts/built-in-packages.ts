import { readFileSync, writeFileSync } from "node:fs";
import { z } from "zod";

const file = new URL("./built-in-packages.json", import.meta.url);

/** The folders of packages of which the build takes something into dist/, as package-lock.json names them. */
export function builtInPackages(): string[] {
  return z.array(z.string()).parse(JSON.parse(readFileSync(file, "utf8")));
}

export function writeBuiltInPackages(packages: readonly string[]): void {
  writeFileSync(file, `${JSON.stringify(packages, null, 2)}\n`);
}
