import { desc, eq } from "drizzle-orm";
import { promoCodes } from "../../../../../shared/schema.ts";
import type { Db } from "../../../../db/client.ts";

export function listPromoCodes(db: Db) {
  return db.select().from(promoCodes).orderBy(desc(promoCodes.createdAt), desc(promoCodes.id));
}

/** Null where there is such a code. */
export async function insertPromoCode(db: Db, values: typeof promoCodes.$inferInsert) {
  const [created] = await db.insert(promoCodes).values(values).onConflictDoNothing().returning();
  return created ?? null;
}

/** The code, locked until the end of the transaction, so that nobody registers with it meanwhile. */
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
