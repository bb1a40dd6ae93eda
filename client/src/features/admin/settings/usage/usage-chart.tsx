import { t } from "@lingui/core/macro";
import type { UsageReport } from "#shared/api/admin/settings/usage.ts";
import { cn } from "@/lib/cn.ts";
import { longDayOf, shortDayOf } from "@/lib/formats.ts";
import { type FigureName, figures } from "./figures.ts";

const WIDTH = 600;
const HEIGHT = 160;
/** A day with any usage can be seen beside a busy day. */
const LEAST = 3;

type UsageChartProps = { days: UsageReport["days"]; name: FigureName };

/** Its label sums it up for screen readers; the table has every number. */
export function UsageChart({ days, name }: UsageChartProps) {
  const { label, valueIn, format } = figures[name];
  const values = days.map((day) => ({ day: day.day, value: valueIn(day) }));
  const most = Math.max(...values.map(({ value }) => value));
  const step = WIDTH / values.length;
  const gap = Math.min(4, step * 0.25);
  const heightOf = (value: number) => (value === 0 ? 0 : Math.max(LEAST, (value / most) * HEIGHT));
  // The first day, the middle one and today have labels.
  const marked = new Set([0, Math.floor((values.length - 1) / 2), values.length - 1]);
  return (
    <div className="flex flex-col gap-1.5">
      <p aria-hidden="true" className="text-ink-muted text-sm tabular-nums">
        {most === 0 ? "" : format(most)}
      </p>
      <div className="relative">
        <svg
          role="img"
          aria-label={summary(label, values, format)}
          viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
          preserveAspectRatio="none"
          className="block h-40 w-full border-line border-t border-b border-b-line-strong"
        >
          {values.map(({ day, value }, index) => (
            <g key={day} className="group">
              {/* The whole column shows its title to a pointer, also above a low bar. */}
              <rect x={index * step} y={0} width={step} height={HEIGHT} className="fill-transparent" />
              <rect
                x={index * step + gap / 2}
                y={HEIGHT - heightOf(value)}
                width={step - gap}
                height={heightOf(value)}
                rx={Math.min(3, (step - gap) / 4)}
                className={cn("fill-secondary transition-[fill] group-hover:fill-primary")}
              />
              <title>{`${longDayOf(day)}: ${format(value)}`}</title>
            </g>
          ))}
        </svg>
        {most === 0 && (
          <p aria-hidden="true" className="absolute inset-0 flex items-center justify-center text-ink-muted">
            {t`Nothing in this time`}
          </p>
        )}
      </div>
      <p aria-hidden="true" className="flex justify-between text-ink-muted text-sm tabular-nums">
        {values.map(({ day }, index) => marked.has(index) && <span key={day}>{shortDayOf(day)}</span>)}
      </p>
    </div>
  );
}

interface Value {
  day: string;
  value: number;
}

function summary(label: string, values: readonly Value[], format: (value: number) => string): string {
  const [first, last] = [values[0], values.at(-1)];
  if (first === undefined || last === undefined) return label;
  const span = t`${label} by day, ${{ day: longDayOf(first.day) }} to ${longDayOf(last.day)}`;
  const most = values.reduce((highest, value) => (value.value > highest.value ? value : highest), first);
  if (most.value === 0) return t`${span}: nothing`;
  return t`${span}. Most on ${{ day: longDayOf(most.day) }}: ${{ value: format(most.value) }}. Today: ${format(last.value)}`;
}
