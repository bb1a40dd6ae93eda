import { and, eq, sql } from "drizzle-orm";
import type { Db } from "#server/platform/db/client.ts";
import { settings } from "#shared/schema.ts";

/** One row holds the last run, as JSON with `runner` (whose turn it is), `phase` and `heartbeat`. */
const LOCAL_MODEL_KEY = "local-model";

const field = (name: "runner" | "phase" | "heartbeat") => sql`(${settings.value}::json ->> ${name})`;
const isUnderWay = sql`${field("phase")} in ('fetching', 'preparing', 'testing')`;
/** Without a sign of life, its process has ended. */
const isAbandoned = sql`${field("heartbeat")}::timestamptz < now() - interval '30 seconds'`;

/** False while another one is under way. */
export async function insertRun(db: Db, value: string): Promise<boolean> {
  const inserted = await db
    .insert(settings)
    .values({ key: LOCAL_MODEL_KEY, value })
    .onConflictDoUpdate({
      target: settings.key,
      set: { value, updatedAt: sql`now()` },
      setWhere: sql`not (${isUnderWay}) or ${isAbandoned}`,
    })
    .returning({ key: settings.key });
  return inserted.length > 0;
}

/** False where it is another runner's turn by now, or it was canceled. */
export async function updateRun(db: Db, runner: string, value: string): Promise<boolean> {
  const updated = await db
    .update(settings)
    .set({ value, updatedAt: sql`now()` })
    .where(and(eq(settings.key, LOCAL_MODEL_KEY), isUnderWay, sql`${field("runner")} = ${runner}`))
    .returning({ key: settings.key });
  return updated.length > 0;
}

/** False where its process lives, or it is over. */
export async function takeOverRun(db: Db, value: string): Promise<boolean> {
  const updated = await db
    .update(settings)
    .set({ value, updatedAt: sql`now()` })
    .where(and(eq(settings.key, LOCAL_MODEL_KEY), isUnderWay, isAbandoned))
    .returning({ key: settings.key });
  return updated.length > 0;
}

export async function findRun(db: Db): Promise<string | null> {
  const [found] = await db.select({ value: settings.value }).from(settings).where(eq(settings.key, LOCAL_MODEL_KEY));
  return found?.value ?? null;
}

/** Which engines speak, as JSON, and since when. */
const ENGINES_SEEN_KEY = "engines-seen";

/** Of several instances that saw the same change, the later ones see what the first noted. */
export async function lockEnginesSeen(tx: Db): Promise<string | null> {
  const seen = tx.select({ value: settings.value }).from(settings).where(eq(settings.key, ENGINES_SEEN_KEY));
  const [found] = await seen.for("update");
  return found?.value ?? null;
}

export async function saveEnginesSeen(db: Db, value: string): Promise<void> {
  await db
    .insert(settings)
    .values({ key: ENGINES_SEEN_KEY, value })
    .onConflictDoUpdate({ target: settings.key, set: { value, updatedAt: sql`now()` } });
}
