import { eq, sql } from "drizzle-orm";
import type { Db } from "#server/platform/db/client.ts";
import { settings } from "#shared/schema.ts";

export async function findSetting(db: Db, key: string) {
  const [found] = await db.select().from(settings).where(eq(settings.key, key));
  return found ?? null;
}

export async function saveSetting(db: Db, key: string, value: string, updatedBy: string) {
  const [saved] = await db
    .insert(settings)
    .values({ key, value, updatedBy })
    .onConflictDoUpdate({ target: settings.key, set: { value, updatedBy, updatedAt: sql`now()` } })
    .returning();
  if (saved === undefined) throw new Error("An upsert returned no row.");
  return saved;
}
