import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import { type LimitedRole, listRoleLimits, type RoleLimits } from "#shared/api/admin/settings/daily-limits.ts";
import { usageMeasures } from "#shared/api/usage.ts";
import { Button } from "@/components/ui/button.tsx";
import { AdminCard } from "@/features/admin/admin-card.tsx";
import { keys } from "@/features/admin/keys.ts";
import { EmptyList, Loaded } from "@/features/admin/list-states.tsx";
import { call } from "@/lib/api.ts";
import { figures } from "../usage/figures.ts";

const DailyLimitsDialog = lazy(() =>
  import("./daily-limits-dialog.tsx").then((m) => ({ default: m.DailyLimitsDialog })),
);

export function DailyLimitsCard() {
  const [edited, setEdited] = useState<LimitedRole | null>(null);
  const query = useQuery({ queryKey: keys.roleLimits, queryFn: () => call(listRoleLimits, {}), staleTime: 0 });
  return (
    <AdminCard
      title="Daily Limits"
      description="What the users of a role may use a day. Whoever has several roles has the most generous limit of them; a role without a limit has none."
    >
      <Loaded query={query} what="The daily limits">
        {({ roles }) =>
          roles.length === 0 ? (
            <EmptyList>No roles found</EmptyList>
          ) : (
            <ul aria-label="Daily Limits" className="flex flex-col divide-y divide-line">
              {roles.map((role) => (
                <li key={role.id} className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3.5">
                  <div className="min-w-0 flex-1 basis-48">
                    <p id={`limits-${role.id}`} className="wrap-anywhere font-bold">
                      {role.name}
                    </p>
                    <p className="text-ink-muted text-sm">{limitsInWords(role.limits)}</p>
                  </div>
                  <Button
                    variant="outline"
                    size="sm"
                    aria-describedby={`limits-${role.id}`}
                    onClick={() => setEdited(role)}
                  >
                    Edit Limits
                  </Button>
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
      <Suspense>{edited !== null && <DailyLimitsDialog role={edited} onClose={() => setEdited(null)} />}</Suspense>
    </AdminCard>
  );
}

/** For example 'At most 50 messages, 2 min of recognized speech a day', or 'No limits'. */
function limitsInWords(limits: RoleLimits): string {
  const parts = usageMeasures.flatMap((measure) => {
    const limit = limits[measure];
    return limit === null ? [] : [`${figures[measure].format(limit)} ${figures[measure].unit}`];
  });
  return parts.length === 0 ? "No limits" : `At most ${parts.join(", ")} a day`;
}
