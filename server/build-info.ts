import { existsSync, readFileSync } from "node:fs";

/** The version that runs, and the commit it was built from: "unknown" where the build did not know it. */
export function buildInfo(): { version: string; commit: string } {
  // From the sources the package is one folder up, from the build two.
  const description = ["../package.json", "../../package.json"].map(near).find((url) => existsSync(url));
  const { version }: { version?: unknown } =
    description === undefined ? {} : JSON.parse(readFileSync(description, "utf8"));
  const built = near("../commit");
  const commit = existsSync(built) ? readFileSync(built, "utf8").trim() : "";
  return { version: String(version ?? "unknown"), commit: commit === "" ? "unknown" : commit };
}

const near = (path: string): URL => new URL(path, import.meta.url);
