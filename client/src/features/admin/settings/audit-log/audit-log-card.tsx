import { t } from "@lingui/core/macro";
import { Download } from "lucide-react";
import { useState } from "react";
import {
  AUDIT_DAYS,
  type AuditAction,
  type AuditEntry,
  auditActions,
  downloadAuditLog,
  listAuditLog,
} from "#shared/api/audit.ts";
import { limits } from "#shared/limits.ts";
import { Button } from "@/components/ui/button.tsx";
import { Field, tooLong } from "@/components/ui/field.tsx";
import { Input } from "@/components/ui/input.tsx";
import { Select } from "@/components/ui/select.tsx";
import { ResourceCard } from "@/features/admin/admin-card.tsx";
import { keys } from "@/features/admin/admin-queries.ts";
import { usePages } from "@/features/admin/resource-list.tsx";
import { call, urlOf } from "@/lib/api.ts";
import { momentOf } from "@/lib/formats.ts";
import { useDebounced } from "@/lib/use-debounced.ts";
import { endOfDay } from "../calendar-day.ts";
import { actionName, detailsOf } from "./audit-words.ts";

/** Few, because a button shows more. */
const ENTRIES = 20;

export function AuditLogCard() {
  const [filter, setFilter] = useState<AuditFilter>(noFilter);
  const query = filterQuery({ ...filter, q: useDebounced(filter.q.trim()) });
  const list = usePages(
    [...keys.auditLog, query],
    (cursor, signal) => call(listAuditLog, { query: { ...query, cursor, limit: ENTRIES } }, { signal }),
    (page) => page.entries,
    // Every change adds an entry, also those of other administrators.
    0,
  );
  return (
    <ResourceCard
      title={t`Audit Log`}
      description={t`Who did what to whom, and from where. Entries are kept for ${AUDIT_DAYS} days.`}
      action={
        <Button asChild variant="outline">
          <a href={urlOf(downloadAuditLog, { query })} download="audit-log.csv">
            <Download aria-hidden="true" />
            <span>{t`Download CSV`}</span>
          </a>
        </Button>
      }
      controls={<AuditFilters filter={filter} onChange={setFilter} />}
      list={list}
      empty={t`No entries found`}
    >
      {(entry) => <AuditRow entry={entry} />}
    </ResourceCard>
  );
}

function AuditRow({ entry }: { entry: AuditEntry }) {
  const details = detailsOf(entry);
  return (
    <li className="flex flex-wrap gap-x-6 gap-y-1 py-3">
      <div className="flex min-w-0 flex-1 basis-72 flex-col gap-0.5">
        <p className="wrap-anywhere">
          <strong>{entry.actorName === null ? t`A visitor` : <bdi>{entry.actorName}</bdi>}</strong>
          <span className="text-ink-muted">{` ${actionName(entry.action)}`}</span>
          {entry.targetName !== null && (
            <>
              <span>{": "}</span>
              <strong>{entry.targetName}</strong>
            </>
          )}
        </p>
        {details !== "" && <p className="wrap-anywhere text-ink-muted text-sm">{details}</p>}
      </div>
      <p className="flex flex-wrap gap-x-4 text-ink-muted text-sm tabular-nums sm:flex-col sm:items-end">
        <time dateTime={entry.at}>{momentOf(entry.at)}</time>
        {entry.ip !== null && <span className="wrap-anywhere">{entry.ip}</span>}
      </p>
    </li>
  );
}

interface AuditFilter {
  q: string;
  action: AuditAction | undefined;
  /** Days of the reader's calendar, both included; empty for no bound. */
  from: string;
  to: string;
}

const noFilter: AuditFilter = { q: "", action: undefined, from: "", to: "" };

/** Radix allows no empty value. */
const ALL = "all";

function AuditFilters({ filter, onChange }: { filter: AuditFilter; onChange: (filter: AuditFilter) => void }) {
  return (
    <div className="grid grid-cols-1 gap-4 sm:grid-cols-2 xl:grid-cols-[2fr_2fr_1fr_1fr]">
      <Field label={t`Search the log`} error={tooLong(filter.q, limits.searchQuery)}>
        <Input
          type="search"
          autoComplete="off"
          placeholder={t`Name or address...`}
          value={filter.q}
          onChange={(event) => onChange({ ...filter, q: event.target.value })}
        />
      </Field>
      <Field label={t`What`}>
        <Select
          value={filter.action ?? ALL}
          onValueChange={(value) => onChange({ ...filter, action: auditActions.find((action) => action === value) })}
          options={[
            { value: ALL, label: t`Everything` },
            ...auditActions.map((action) => ({ value: action, label: actionName(action) })),
          ]}
        />
      </Field>
      <Field label={t`From`}>
        <Input
          type="date"
          max={filter.to || undefined}
          value={filter.from}
          onChange={(event) => onChange({ ...filter, from: event.target.value })}
        />
      </Field>
      <Field label={t`To`}>
        <Input
          type="date"
          min={filter.from || undefined}
          value={filter.to}
          onChange={(event) => onChange({ ...filter, to: event.target.value })}
        />
      </Field>
    </div>
  );
}

const filterQuery = ({ q, action, from, to }: AuditFilter) => ({
  q: q || undefined,
  action,
  from: from === "" ? undefined : new Date(`${from}T00:00`).toISOString(),
  to: to === "" ? undefined : (endOfDay(to) ?? undefined),
});
