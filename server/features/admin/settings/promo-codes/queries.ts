import { desc, eq, sql } from "drizzle-orm";
import type { Db } from "#server/platform/db/client.ts";
import { promoCodes } from "#shared/schema.ts";

export function listPromoCodes(db: Db) {
  return db.select().from(promoCodes).orderBy(desc(promoCodes.createdAt), desc(promoCodes.id));
}

/** Null for a code that differs in case alone. In a transaction, until whose end nobody else makes one. */
export async function insertPromoCode(tx: Db, values: typeof promoCodes.$inferInsert) {
  // No unique index: codes of older versions may differ in case alone.
  await tx.execute(sql`lock table ${promoCodes} in share row exclusive mode`);
  const alike = await tx.$count(promoCodes, sql`fold_text(${promoCodes.code}) = fold_text(${values.code})`);
  if (alike > 0) return null;
  const [created] = await tx.insert(promoCodes).values(values).returning();
  return created ?? null;
}

/** Nobody registers with it until the end of the transaction. */
export async function lockPromoCode(db: Db, id: string) {
  const [found] = await db.select().from(promoCodes).where(eq(promoCodes.id, id)).for("update");
  return found ?? null;
}

export async function changePromoCode(db: Db, id: string, changes: Partial<typeof promoCodes.$inferInsert>) {
  const [changed] = await db.update(promoCodes).set(changes).where(eq(promoCodes.id, id)).returning();
  return changed ?? null;
}

export async function deletePromoCode(db: Db, id: string): Promise<boolean> {
  const deleted = await db.delete(promoCodes).where(eq(promoCodes.id, id)).returning({ id: promoCodes.id });
  return deleted.length === 1;
}
