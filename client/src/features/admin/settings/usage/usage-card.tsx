import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useRef, useState } from "react";
import {
  getUsage,
  getUserUsage,
  type UsagePeriod,
  type UsageReport,
  usagePeriods,
} from "#shared/api/admin/settings/usage.ts";
import { USAGE_DAYS } from "#shared/api/usage.ts";
import { hasPermission } from "#shared/permissions.ts";
import type { ResponseOf } from "#shared/route.ts";
import { Button } from "@/components/ui/button.tsx";
import { Field } from "@/components/ui/field.tsx";
import { Select } from "@/components/ui/select.tsx";
import { useUser } from "@/domain/session/session.ts";
import { AdminCard } from "@/features/admin/admin-card.tsx";
import { keys } from "@/features/admin/admin-queries.ts";
import { QueryContent } from "@/features/admin/resource-list.tsx";
import { call } from "@/lib/api.ts";
import { cn } from "@/lib/cn.ts";
import { longDayOf } from "@/lib/formats.ts";
import { type FigureName, figureNames, figures } from "./figures.ts";
import { UsageChart } from "./usage-chart.tsx";
import { UserUsageList } from "./user-usage-list.tsx";

interface Person {
  id: string;
  name: string;
}

export function UsageCard() {
  const mayNameUsers = hasPermission(useUser(), "manage_users");
  const [days, setDays] = useState<UsagePeriod>("30");
  const [person, setPerson] = useState<Person | null>(null);
  const chart = useRef<HTMLElement>(null);
  const query = useQuery({
    queryKey: [...keys.usage, days, person?.id ?? "everyone"],
    queryFn: () =>
      person === null
        ? call(getUsage, { query: { days } })
        : call(getUserUsage, { params: { userId: person.id }, query: { days } }),
    // Usage grows with every message.
    staleTime: 0,
    // Keeps the chosen figure and the scroll position while another period is fetched.
    placeholderData: keepPreviousData,
  });
  const show = (next: Person | null) => {
    setPerson(next);
    chart.current?.focus();
  };
  return (
    <AdminCard
      title={t`Usage`}
      description={t`What is used by day. A day is that of each person's time zone; counts are kept for ${USAGE_DAYS} days.`}
      action={<PeriodSelect value={days} onChange={setDays} />}
    >
      <section
        ref={chart}
        tabIndex={-1}
        aria-label={person === null ? t`Usage of all users` : t`Usage of ${{ name: person.name }}`}
        className="flex flex-col gap-4 rounded-card"
      >
        {person !== null && (
          <div className="flex flex-wrap items-center justify-between gap-3 rounded-card bg-secondary-soft px-4 py-2.5">
            <p className="wrap-anywhere min-w-0">
              <Trans>
                Only <strong>{person.name}</strong>
              </Trans>
            </p>
            <Button variant="outline" size="sm" onClick={() => show(null)}>
              {t`Show All Users`}
            </Button>
          </div>
        )}
        <QueryContent query={query} what={t`The usage`}>
          {(report) => (
            <div
              aria-busy={query.isPlaceholderData}
              className={cn("flex flex-col gap-4", query.isPlaceholderData && "opacity-60")}
            >
              <UsageView report={report} />
            </div>
          )}
        </QueryContent>
      </section>
      {mayNameUsers && <UserUsageList days={days} shownId={person?.id} onShow={show} />}
    </AdminCard>
  );
}

function PeriodSelect({ value, onChange }: { value: UsagePeriod; onChange: (days: UsagePeriod) => void }) {
  return (
    <Field label={t`Period`} hideLabel className="w-40">
      <Select
        value={value}
        onValueChange={(next) => onChange(usagePeriods.find((days) => days === next) ?? "30")}
        options={usagePeriods.map((days) => ({ value: days, label: t`Last ${days} days` }))}
      />
    </Field>
  );
}

function UsageView({ report }: { report: ResponseOf<typeof getUsage> }) {
  const [name, setName] = useState<FigureName>("messages");
  const [isTable, setTable] = useState(false);
  return (
    <>
      <fieldset className="grid grid-cols-2 gap-2 sm:grid-cols-3 xl:grid-cols-5">
        <legend className="sr-only">{t`Shown in the chart`}</legend>
        {figureNames.map((figure) => (
          <FigureButton
            key={figure}
            label={figures[figure].label}
            value={figures[figure].format(figures[figure].valueIn(report.totals))}
            isShown={figure === name}
            onShow={() => {
              setName(figure);
              setTable(false);
            }}
          />
        ))}
      </fieldset>
      {isTable ? <UsageTable days={report.days} /> : <UsageChart days={report.days} name={name} />}
      <Button variant="outline" size="sm" className="self-start" onClick={() => setTable(!isTable)}>
        {isTable ? t`Show as Chart` : t`Show as Table`}
      </Button>
    </>
  );
}

type FigureButtonProps = { label: string; value: string; isShown: boolean; onShow: () => void };

const FigureButton = ({ label, value, isShown, onShow }: FigureButtonProps) => (
  <button
    type="button"
    aria-pressed={isShown}
    onClick={onShow}
    className={cn(
      "flex min-h-11 min-w-0 flex-col gap-0.5 rounded-control border px-3.5 py-2.5 text-start transition-colors duration-150",
      isShown ? "border-secondary bg-secondary-soft" : "border-line hover:bg-surface-sunken",
    )}
  >
    <span className="text-ink-muted text-sm">{label}</span>
    <span className="wrap-anywhere font-bold text-lg tabular-nums">{value}</span>
  </button>
);

function UsageTable({ days }: { days: UsageReport["days"] }) {
  return (
    <section
      aria-label={t`Usage by day`}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
      tabIndex={0}
      className="max-h-96 overflow-auto rounded-card border border-line"
    >
      <table className="w-full min-w-xl border-collapse text-start text-sm tabular-nums">
        <caption className="sr-only">{t`Usage by day`}</caption>
        <thead className="sticky top-0 bg-surface-sunken">
          <tr>
            <th scope="col" className="px-3 py-2.5 font-bold">
              {t`Day`}
            </th>
            {figureNames.map((name) => (
              <th key={name} scope="col" className="px-3 py-2.5 text-end font-bold">
                {figures[name].label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {days.toReversed().map((day) => (
            <tr key={day.day} className="border-line border-t">
              <th scope="row" className="whitespace-nowrap px-3 py-2 font-normal">
                {longDayOf(day.day)}
              </th>
              {figureNames.map((name) => (
                <td key={name} className="whitespace-nowrap px-3 py-2 text-end">
                  {figures[name].format(figures[name].valueIn(day))}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
