import { type AuditAction, auditActions } from "#shared/api/audit.ts";
import { limits } from "#shared/limits.ts";
import { Field } from "@/components/ui/field.tsx";
import { Input } from "@/components/ui/input.tsx";
import { Select } from "@/components/ui/select.tsx";
import { tooLong } from "@/components/ui/too-long.tsx";
import { endOfDay } from "../calendar-day.ts";
import { actionName } from "./audit-words.ts";

export interface AuditFilter {
  q: string;
  action: AuditAction | undefined;
  /** Days of the reader's calendar, both included; empty for no bound. */
  from: string;
  to: string;
}

export const noFilter: AuditFilter = { q: "", action: undefined, from: "", to: "" };

/** The value of the option for all actions, because Radix allows no empty value. */
const ALL = "all";

export function AuditFilters({ filter, onChange }: { filter: AuditFilter; onChange: (filter: AuditFilter) => void }) {
  return (
    <div className="grid grid-cols-1 gap-4 sm:grid-cols-2 xl:grid-cols-[2fr_2fr_1fr_1fr]">
      <Field label="Search the log" error={tooLong(filter.q, limits.searchQuery)}>
        <Input
          type="search"
          autoComplete="off"
          placeholder="Name or address..."
          value={filter.q}
          onChange={(event) => onChange({ ...filter, q: event.target.value })}
        />
      </Field>
      <Field label="What">
        <Select
          value={filter.action ?? ALL}
          onValueChange={(value) => onChange({ ...filter, action: auditActions.find((action) => action === value) })}
          options={[
            { value: ALL, label: "Everything" },
            ...auditActions.map((action) => ({ value: action, label: actionName(action) })),
          ]}
        />
      </Field>
      <Field label="From">
        <Input
          type="date"
          max={filter.to || undefined}
          value={filter.from}
          onChange={(event) => onChange({ ...filter, from: event.target.value })}
        />
      </Field>
      <Field label="To">
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

/** The filter as the query of a call. */
export const filterQuery = ({ q, action, from, to }: AuditFilter) => ({
  q: q || undefined,
  action,
  from: from === "" ? undefined : new Date(`${from}T00:00`).toISOString(),
  to: to === "" ? undefined : (endOfDay(to) ?? undefined),
});
