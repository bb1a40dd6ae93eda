import { and, desc, eq, gte, lt, type SQL, type SQLWrapper, sql } from "drizzle-orm";
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

/** Of a search that finds more entries than this, it is said that it finds more. */
const COUNTED_HITS = 10_000;
/** Written as the index has it, or the index is of no use. */
const searched = sql`(coalesce(${auditLog.actorName}, '') || ' ' || coalesce(${auditLog.targetName}, '') || ' ' || coalesce(${auditLog.ip}, ''))`;

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

interface Place {
  /** The id of the last entry of the page before. */
  before?: number | undefined;
  limit: number;
}

/** Newest first. */
export function listEntries(db: Db, filter: AuditFilter, place: Place) {
  return db
    .select()
    .from(auditLog)
    .where(and(matching(filter), startingBefore(auditLog, place)))
    .orderBy(desc(auditLog.id))
    .limit(place.limit);
}

/** A page, newest first, and how many entries there are in all: at least so many where that is not exact. */
export async function pageOfEntries(db: Db, filter: AuditFilter, place: Place) {
  if (searchWords(filter.q ?? "").length === 0) {
    const [rows, total] = await Promise.all([listEntries(db, filter, place), db.$count(auditLog, matching(filter))]);
    return { rows, total, isTotalExact: true };
  }
  // Asked for a page in order, the database may read the log backwards, however far the first hit is. So first the hits.
  const hits = db.$with("hits").as(
    db
      .select({ id: auditLog.id })
      .from(auditLog)
      .where(matching(filter))
      .limit(COUNTED_HITS + 1),
  );
  const page = db
    .$with("page")
    .as(
      db
        .select({ id: hits.id })
        .from(hits)
        .where(startingBefore(hits, place))
        .orderBy(desc(hits.id))
        .limit(place.limit),
    );
  const found = await db
    .with(hits, page)
    .select({ row: auditLog, total: sql<number>`(select count(*)::int from ${hits})` })
    .from(page)
    .innerJoin(auditLog, eq(auditLog.id, page.id))
    .orderBy(desc(page.id));
  const total = found[0]?.total ?? 0;
  if (total > COUNTED_HITS)
    return { rows: await listEntries(db, filter, place), total: COUNTED_HITS, isTotalExact: false };
  return { rows: found.map(({ row }) => row), total, isTotalExact: true };
}

const startingBefore = ({ id }: { id: SQLWrapper }, { before }: Place): SQL | undefined =>
  before === undefined ? undefined : sql`${id} < ${before}`;

function matching({ action, actorId, targetId, q, from, to }: AuditFilter): SQL | undefined {
  return and(
    gte(auditLog.at, oldest),
    action === undefined ? undefined : eq(auditLog.action, action),
    actorId === undefined ? undefined : eq(auditLog.actorId, actorId),
    targetId === undefined ? undefined : eq(auditLog.targetId, targetId),
    from === undefined ? undefined : sql`${auditLog.at} >= ${from}::timestamptz`,
    to === undefined ? undefined : sql`${auditLog.at} < ${to}::timestamptz`,
    containsWords(searched, searchWords(q ?? "")),
  );
}
