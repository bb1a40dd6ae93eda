import { join } from "node:path";
import type { Env } from "../env.ts";
import type { FileStore } from "./files.ts";
import { createFolderFileStore } from "./folder.ts";
import { createS3FileStore } from "./s3.ts";

/** The configured object store; without a bucket, a folder below DATA_DIR (D3). */
export function createFileStore(
  env: Pick<Env, "DATA_DIR" | "S3_BUCKET" | "S3_ENDPOINT" | "S3_REGION" | "S3_ACCESS_KEY_ID" | "S3_SECRET_ACCESS_KEY">,
): FileStore {
  if (env.S3_BUCKET === undefined) return createFolderFileStore(join(env.DATA_DIR, "files"));
  return createS3FileStore({
    bucket: env.S3_BUCKET,
    endpoint: env.S3_ENDPOINT,
    region: env.S3_REGION,
    accessKeyId: env.S3_ACCESS_KEY_ID,
    secretAccessKey: env.S3_SECRET_ACCESS_KEY,
  });
}
