import { join } from "node:path";
import type { Env } from "../env.ts";
import { createEngineClock } from "../observe/engine-clock.ts";
import type { FileStore } from "./files.ts";
import { createFolderFileStore } from "./folder.ts";
import { createS3FileStore } from "./s3.ts";

/** The configured object store; without a bucket, a folder below DATA_DIR (D3). */
export function createFileStore(env: FilesEnv, clock = createEngineClock()): FileStore {
  const files = storeOf(env);
  const during = <Result>(run: () => Promise<Result>) => clock.duringCall("files", files.engine.kind, run);
  return {
    engine: files.engine,
    put: (key, body, contentType) => during(() => files.put(key, body, contentType)),
    open: (key, range) => during(() => files.open(key, range)),
    stat: (key) => during(() => files.stat(key)),
    read: (key) => during(() => files.read(key)),
    delete: (key) => during(() => files.delete(key)),
    deletePrefix: (prefix) => during(() => files.deletePrefix(prefix)),
    // Not measured: its duration is that of the reader's own work between the pages.
    list: (prefix) => files.list(prefix),
  };
}

type FilesEnv = Pick<
  Env,
  "DATA_DIR" | "S3_BUCKET" | "S3_ENDPOINT" | "S3_REGION" | "S3_ACCESS_KEY_ID" | "S3_SECRET_ACCESS_KEY"
>;

function storeOf(env: FilesEnv): FileStore {
  if (env.S3_BUCKET === undefined) return createFolderFileStore(join(env.DATA_DIR, "files"));
  return createS3FileStore({
    bucket: env.S3_BUCKET,
    endpoint: env.S3_ENDPOINT,
    region: env.S3_REGION,
    accessKeyId: env.S3_ACCESS_KEY_ID,
    secretAccessKey: env.S3_SECRET_ACCESS_KEY,
  });
}
