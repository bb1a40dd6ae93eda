import { existsSync, readFileSync } from "node:fs";

/** "unknown" where the build did not know the commit. */
export function buildInfo(): { version: string; commit: string } {
  const { version }: { version?: unknown } = JSON.parse(readFileSync(near("../../package.json"), "utf8"));
  const built = near("../../commit");
  const commit = existsSync(built) ? readFileSync(built, "utf8").trim() : "";
  return { version: String(version ?? "unknown"), commit: commit === "" ? "unknown" : commit };
}

const near = (path: string): URL => new URL(path, import.meta.url);
