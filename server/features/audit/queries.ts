import { and, arrayContains, desc, eq, gte, inArray, lt, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { Db } from "#server/platform/db/client.ts";
import { containsWords, foldedText } from "#server/platform/db/search.ts";
import { AUDIT_DAYS, type AuditAction } from "#shared/api/audit.ts";
import { auditLog } from "#shared/schema.ts";
import { searchWords } from "#shared/search-words.ts";

export interface AuditFilter {
  action?: AuditAction | undefined;
  actorId?: string | undefined;
  targetId?: string | undefined;
  q?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
}

const COUNTED_HITS = 10_000;
/** Must be the index's own expression. */
const searched = sql`(coalesce(${auditLog.actorName}, '') || ' ' || coalesce(${auditLog.targetName}, '') || ' ' || coalesce(${auditLog.ip}, ''))`;

/** Old entries are deleted faster than new ones are added. */
const PRUNED_AT_ONCE = 10;
const oldest = sql`now() - make_interval(days => ${AUDIT_DAYS})`;

/** Deletes a few old entries too, so that no job is needed. */
export async function insertEntry(db: Db, values: Values): Promise<void> {
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

type Values = typeof auditLog.$inferInsert;

/** By the same person, from the same address. */
export async function isRecent(db: Db, values: Values, minutes: number): Promise<boolean> {
  const same = [
    sql`${auditLog.action} = ${values.action}`,
    sql`${auditLog.actorId} is not distinct from ${values.actorId}::uuid`,
    sql`${auditLog.targetId} is not distinct from ${values.targetId}::text`,
    sql`${auditLog.ip} is not distinct from ${values.ip}::text`,
    sql`${auditLog.details} = ${JSON.stringify(values.details)}::jsonb`,
    sql`${auditLog.at} > now() - make_interval(mins => ${minutes})`,
  ];
  return (
    (
      await db
        .select({ id: auditLog.id })
        .from(auditLog)
        .where(and(...same))
        .limit(1)
    ).length > 0
  );
}

interface Place {
  before?: number | undefined;
  limit: number;
}

export function listEntries(db: Db, filter: AuditFilter, place: Place) {
  return db
    .select()
    .from(auditLog)
    .where(and(matching(filter), startingBefore(auditLog, place)))
    .orderBy(desc(auditLog.id))
    .limit(place.limit);
}

/** Newest first; at least so many where `isTotalExact` is false. */
export async function pageOfEntries(db: Db, filter: AuditFilter, place: Place) {
  if (searchWords(filter.q ?? "").length === 0) {
    const [rows, total] = await Promise.all([listEntries(db, filter, place), db.$count(auditLog, matching(filter))]);
    return { rows, total, isTotalExact: true };
  }
  // Asked for an ordered page, PostgreSQL may read the whole log backwards.
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

export async function pageOfLooks(db: Db, userId: string, actions: readonly string[], limit: number) {
  const isAbout = and(
    arrayContains(auditLog.aboutUsers, [userId]),
    inArray(auditLog.action, [...actions]),
    gte(auditLog.at, oldest),
    sql`${auditLog.actorId} is distinct from ${userId}::uuid`,
  );
  const looks = db
    .select({
      ...{ id: auditLog.id, at: auditLog.at, action: auditLog.action },
      ...{ targetKind: auditLog.targetKind, targetName: auditLog.targetName, details: auditLog.details },
    })
    .from(auditLog)
    .where(isAbout)
    .orderBy(desc(auditLog.id))
    .limit(limit);
  const [rows, total] = await Promise.all([looks, db.$count(auditLog, isAbout)]);
  return { rows, total };
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
    containsWords(foldedText(searched), searchWords(q ?? "")),
  );
}
