import { and, count, desc, eq, gte, lt, type SQL, sql } from "drizzle-orm";
import { AUDIT_DAYS, type AuditAction } from "../../../shared/api/audit.ts";
import { auditLog } from "../../../shared/schema.ts";
import { searchWords } from "../../../shared/search-words.ts";
import type { Db } from "../../db/client.ts";
import { containsWords } from "../../db/search.ts";

export interface AuditFilter {
  action?: AuditAction | undefined;
  actorId?: string | undefined;
  targetId?: string | undefined;
  q?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
}

/** More than one, so that entries go faster than they come. */
const PRUNED_AT_ONCE = 10;
const oldest = sql`now() - make_interval(days => ${AUDIT_DAYS})`;

/** Drops a few entries that are too old with every new one: no clock is needed, and a reader never sees them anyway. */
export async function insertEntry(db: Db, values: typeof auditLog.$inferInsert): Promise<void> {
  const expired = db
    .select({ id: auditLog.id })
    .from(auditLog)
    .where(lt(auditLog.at, oldest))
    .orderBy(auditLog.at)
    .limit(PRUNED_AT_ONCE)
    .for("update", { skipLocked: true });
  await db.insert(auditLog).values(values);
  await db.delete(auditLog).where(sql`${auditLog.id} in (${expired})`);
}

/** Newest first. */
export function listEntries(
  db: Db,
  filter: AuditFilter,
  { before, limit }: { before?: number | undefined; limit: number },
) {
  return db
    .select()
    .from(auditLog)
    .where(and(matching(filter), before === undefined ? undefined : lt(auditLog.id, before)))
    .orderBy(desc(auditLog.id))
    .limit(limit);
}

export async function countEntries(db: Db, filter: AuditFilter): Promise<number> {
  const [counted] = await db.select({ number: count() }).from(auditLog).where(matching(filter));
  return counted?.number ?? 0;
}

function matching({ action, actorId, targetId, q, from, to }: AuditFilter): SQL | undefined {
  return and(
    gte(auditLog.at, oldest),
    action === undefined ? undefined : eq(auditLog.action, action),
    actorId === undefined ? undefined : eq(auditLog.actorId, actorId),
    targetId === undefined ? undefined : eq(auditLog.targetId, targetId),
    from === undefined ? undefined : sql`${auditLog.at} >= ${from}::timestamptz`,
    to === undefined ? undefined : sql`${auditLog.at} < ${to}::timestamptz`,
    containsWords(
      sql`concat_ws(' ', ${auditLog.actorName}, ${auditLog.targetName}, ${auditLog.ip})`,
      searchWords(q ?? ""),
    ),
  );
}
