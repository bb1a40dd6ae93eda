import { join } from "node:path";
import { type Env, processEnv, readEnv } from "../env.ts";
import { explainFailure } from "../startup/explain.ts";
import type { Manifest } from "./format.ts";

const filesFolderOf = (env: Env) => (env.S3_BUCKET === undefined ? join(env.DATA_DIR, "files") : null);

export async function runWithFolder(
  name: string,
  run: (env: Env, folder: string, filesFolder: string | null) => Promise<string>,
): Promise<void> {
  const [folder, ...more] = process.argv.slice(2);
  if (folder === undefined || more.length > 0) {
    process.stderr.write(`Say which folder: npm run ${name} -- FOLDER\n`);
    process.exitCode = 2;
    return;
  }
  try {
    const env = readEnv(processEnv());
    process.stdout.write(`${await run(env, folder, filesFolderOf(env))}\n`);
  } catch (error) {
    process.stderr.write(`${explainFailure(error)}\n`);
    process.exitCode = 1;
  }
}

export function summaryOf({ tables, files }: Manifest): string {
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  const stored = files === null ? "no files: they are in the S3-compatible store" : `${files.length} files`;
  return `${tables.length} tables with ${rows} rows, ${stored}`;
}
