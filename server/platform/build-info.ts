import { existsSync, readFileSync } from "node:fs";

/** The version that runs, and the commit it was built from: "unknown" where the build did not know it. */
export function buildInfo(): { version: string; commit: string } {
  // The sources' own, or the build's.
  const { version }: { version?: unknown } = JSON.parse(readFileSync(near("../../package.json"), "utf8"));
  const built = near("../../commit");
  const commit = existsSync(built) ? readFileSync(built, "utf8").trim() : "";
  return { version: String(version ?? "unknown"), commit: commit === "" ? "unknown" : commit };
}

const near = (path: string): URL => new URL(path, import.meta.url);
