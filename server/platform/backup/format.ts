import { z } from "zod";
import { OperatorError } from "#shared/operator-error.ts";
import { isKey } from "../files/files.ts";

/** Nothing was changed. */
export class BackupError extends OperatorError {}

/** Written last, so that a folder without it is no backup. */
export const MANIFEST = "backup.json";
export const FORMAT = 1;

/**
 * `tables/<name>.ndjson.gz` has one row per line, as PostgreSQL writes it in JSON; `files/` has the stored files under their
 * keys. Digests are SHA-256; that of a table is over its lines, in their order.
 */
export const manifest = z.object({
  format: z.number(),
  createdAt: z.string(),
  /** The newest migration of the database that was backed up. */
  migration: z.string(),
  tables: z.array(z.object({ name: z.string(), rows: z.number(), sha256: z.string() })),
  /** The background jobs that were waiting. */
  jobs: z.array(z.object({ task: z.string(), payload: z.unknown(), key: z.string().nullable(), attempts: z.number() })),
  /** Null where an S3-compatible store keeps them, which has its own backups. */
  files: z.array(z.object({ key: z.string().refine(isKey), bytes: z.number(), sha256: z.string() })).nullable(),
});
export type Manifest = z.infer<typeof manifest>;

/**
 * Tables that are not backed up. Sessions, access tokens and links of mails, because what has ended must not come back; rate
 * limits begin anew.
 */
export const leftOut = ["access_tokens", "auth_sessions", "password_resets", "rate_limits"];
