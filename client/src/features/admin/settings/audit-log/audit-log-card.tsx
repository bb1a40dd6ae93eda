import { Download } from "lucide-react";
import { useState } from "react";
import { AUDIT_DAYS, downloadAuditLog, listAuditLog } from "#shared/api/audit.ts";
import { Button } from "@/components/ui/button.tsx";
import { AdminCard, countAfter } from "@/features/admin/admin-card.tsx";
import { keys } from "@/features/admin/keys.ts";
import { PagedList } from "@/features/admin/list-states.tsx";
import { usePages } from "@/features/admin/use-pages.ts";
import { call, urlOf } from "@/lib/api.ts";
import { useSettled } from "@/lib/use-settled.ts";
import { type AuditFilter, AuditFilters, filterQuery, noFilter } from "./audit-filters.tsx";
import { AuditRow } from "./audit-row.tsx";

/** Entries per page: few, because the card is one of many on the tab and a button shows more. */
const ENTRIES = 20;

export function AuditLogCard() {
  const [filter, setFilter] = useState<AuditFilter>(noFilter);
  const query = filterQuery({ ...filter, q: useSettled(filter.q.trim()) });
  const list = usePages(
    [...keys.auditLog, query],
    (cursor, signal) => call(listAuditLog, { query: { ...query, cursor, limit: ENTRIES } }, { signal }),
    // Every change adds an entry, also those of other administrators.
    { staleTime: 0 },
  );
  const isTotalExact = list.pages.at(-1)?.isTotalExact;
  const entries = list.pages.flatMap((page) => page.entries);
  return (
    <AdminCard
      title={countAfter("Audit Log", list.total, isTotalExact)}
      description={`Who did what to whom, and from where. Entries are kept for ${AUDIT_DAYS} days.`}
      action={
        <Button asChild variant="outline">
          <a href={urlOf(downloadAuditLog, { query })} download="audit-log.csv">
            <Download aria-hidden="true" />
            <span>Download CSV</span>
          </a>
        </Button>
      }
    >
      <AuditFilters filter={filter} onChange={setFilter} />
      <PagedList
        query={list.query}
        what="The audit log"
        label="Audit Log"
        count={entries.length}
        total={list.total}
        isTotalExact={isTotalExact}
        empty="No entries found"
      >
        {entries.map((entry) => (
          <AuditRow key={entry.id} entry={entry} />
        ))}
      </PagedList>
    </AdminCard>
  );
}
