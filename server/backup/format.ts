import { z } from "zod";

/** Told to the person who backs up or restores; nothing was changed. */
export class BackupError extends Error {}

/** Written last, so that a folder without it is no backup. */
export const MANIFEST = "backup.json";
export const FORMAT = 1;

/**
 * `tables/<name>.ndjson.gz` has a row a line, as PostgreSQL writes it in JSON; `files/` has the stored files under their
 * keys. Digests are SHA-256: of a table over its lines, in the order in which they are written.
 */
export const manifest = z.object({
  format: z.number(),
  createdAt: z.string(),
  /** The newest migration of the database that was backed up. */
  migration: z.string(),
  tables: z.array(z.object({ name: z.string(), rows: z.number(), sha256: z.string() })),
  /** What background jobs were still to do. */
  jobs: z.array(z.object({ task: z.string(), payload: z.unknown(), key: z.string().nullable(), attempts: z.number() })),
  /** Null where they are kept in an S3-compatible store, which has its own ways. */
  files: z.array(z.object({ key: z.string(), bytes: z.number(), sha256: z.string() })).nullable(),
});
export type Manifest = z.infer<typeof manifest>;

/** Whoever was signed in signs in again: a session that has ended must not come back. Counters of limits begin anew. */
export const leftOut = ["auth_sessions", "rate_limits"];
