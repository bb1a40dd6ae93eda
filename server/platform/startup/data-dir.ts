import { randomUUID } from "node:crypto";
import { existsSync, mkdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { OperatorError } from "#shared/operator-error.ts";
import type { Env } from "../env.ts";

export const needsDataDir = (env: Env): boolean =>
  env.DATABASE_URL === undefined || env.S3_BUCKET === undefined || env.SESSION_SECRET === undefined;

export function checkDataDir(folder: string): void {
  try {
    makeFolder(folder);
    const trial = join(folder, `.trial-${randomUUID()}`);
    writeFileSync(trial, "x", { flag: "wx" });
    rmSync(trial);
  } catch (error) {
    throw new OperatorError(folderProblem(folder, error), { cause: error });
  }
}

/** Node's own `recursive` loops where a file system such as /proc refuses a folder with ENOENT. */
function makeFolder(folder: string): void {
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return;
  if (!existsSync(dirname(folder))) makeFolder(dirname(folder));
  mkdirSync(folder, { mode: 0o711 });
}

function folderProblem(folder: string, error: unknown): string {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  if (code === "EEXIST" || code === "ENOTDIR")
    return `DATA_DIR is ${folder}, ${isFile(folder) ? "which is a file" : "which lies below a file"}: set it to a folder.`;
  if (code === "ENOSPC" || code === "EDQUOT") return `The disk of DATA_DIR (${folder}) is full: make room there.`;
  if (code === "EROFS") return `DATA_DIR (${folder}) is on a read-only disk: set it to a folder that can be written.`;
  if (code === "EACCES" || code === "EPERM")
    return `DATA_DIR (${folder}) can't be written by this user: give it to the user (chown), or set another folder.`;
  return `DATA_DIR (${folder}) can't be made or written (${code || "unknown reason"}): set it to another folder.`;
}

function isFile(path: string): boolean {
  try {
    return statSync(path).isFile();
  } catch {
    return false;
  }
}
