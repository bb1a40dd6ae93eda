import { z } from "zod";
import { OperatorError } from "#shared/operator-error.ts";
import { isKey } from "../files/files.ts";

export class BackupError extends OperatorError {}

/** Written last, so that a folder without it is no backup. */
export const MANIFEST = "backup.json";
export const FORMAT = 1;

/** A row per line in `tables/<name>.ndjson.gz`, stored files in `files/`, digests by SHA-256. */
export const manifest = z.object({
  format: z.number(),
  createdAt: z.string(),
  migration: z.string(),
  tables: z.array(z.object({ name: z.string(), rows: z.number(), sha256: z.string() })),
  jobs: z.array(z.object({ task: z.string(), payload: z.unknown(), key: z.string().nullable(), attempts: z.number() })),
  /** Null where an S3-compatible store keeps them. */
  files: z.array(z.object({ key: z.string().refine(isKey), bytes: z.number(), sha256: z.string() })).nullable(),
});
export type Manifest = z.infer<typeof manifest>;

/** Sessions, tokens and links that have ended must not come back; rate limits begin anew. */
export const leftOut = ["access_tokens", "auth_sessions", "password_resets", "rate_limits"];
