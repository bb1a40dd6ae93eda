import { t } from "@lingui/core/macro";
import { useQuery } from "@tanstack/react-query";
import { listRoleLimits, type RoleLimits } from "#shared/api/admin/settings/daily-limits.ts";
import { usageMeasures } from "#shared/api/usage.ts";
import { ResourceCard } from "@/features/admin/admin-card.tsx";
import { keys } from "@/features/admin/admin-queries.ts";
import { Row, RowButton, RowLine } from "@/features/admin/row.tsx";
import { call } from "@/lib/api.ts";
import { lazyComponent } from "@/lib/part.ts";
import { figures } from "../usage/figures.ts";

const DailyLimitsDialog = lazyComponent(() => import("./daily-limits-dialog.tsx").then((m) => m.DailyLimitsDialog));

export function DailyLimitsCard() {
  const query = useQuery({ queryKey: keys.roleLimits, queryFn: () => call(listRoleLimits, {}), staleTime: 0 });
  return (
    <ResourceCard
      title={t`Daily Limits`}
      description={t`What the users of a role may use a day. Whoever has several roles has the most generous limit of them; a role without a limit has none.`}
      list={{ query, rows: query.data?.roles }}
      empty={t`No roles found`}
    >
      {(role) => (
        <Row
          className="py-3.5"
          name={role.name}
          actions={<RowButton dialog={<DailyLimitsDialog role={role} />}>{t`Edit Limits`}</RowButton>}
        >
          <RowLine className="text-sm">{limitsInWords(role.limits)}</RowLine>
        </Row>
      )}
    </ResourceCard>
  );
}

/** 'At most 50 messages, 2 min of recognized speech a day', or 'No limits'. */
function limitsInWords(limits: RoleLimits): string {
  const parts = usageMeasures.flatMap((measure) => {
    const limit = limits[measure];
    return limit === null ? [] : [`${figures[measure].format(limit)} ${figures[measure].unit}`];
  });
  return parts.length === 0 ? t`No limits` : t`At most ${{ parts: parts.join(", ") }} a day`;
}
