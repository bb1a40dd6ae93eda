import type { UsageReport } from "#shared/api/admin/settings/usage.ts";
import { figureNames, figures, longDayOf } from "./figures.ts";

type UsageTableProps = { days: UsageReport["days"]; caption: string };

/** Every number of the period, the newest day first. A long table scrolls within its box. */
export function UsageTable({ days, caption }: UsageTableProps) {
  return (
    <section
      aria-label={caption}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
      tabIndex={0}
      className="max-h-96 overflow-auto rounded-card border border-line"
    >
      <table className="w-full min-w-xl border-collapse text-left text-sm tabular-nums">
        <caption className="sr-only">{caption}</caption>
        <thead className="sticky top-0 bg-surface-sunken">
          <tr>
            <th scope="col" className="px-3 py-2.5 font-bold">
              Day
            </th>
            {figureNames.map((name) => (
              <th key={name} scope="col" className="px-3 py-2.5 text-right font-bold">
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
                <td key={name} className="whitespace-nowrap px-3 py-2 text-right">
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
