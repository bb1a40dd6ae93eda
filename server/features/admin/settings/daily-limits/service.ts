import { type Caller, record } from "#server/features/audit/service.ts";
import type { Db } from "#server/platform/db/client.ts";
import { refuseIfChanged } from "#server/platform/http/changed-meanwhile.ts";
import { notFound } from "#server/platform/http/errors.ts";
import type { RoleLimits } from "#shared/api/admin/settings/daily-limits.ts";
import type { EditedFrom } from "#shared/api/common.ts";
import { usageMeasures } from "#shared/api/usage.ts";
import * as queries from "./queries.ts";

type Wanted = RoleLimits & { before?: EditedFrom };

/** Throws HttpError 404, or 409 where its editor began with another limit. */
export function changeRoleLimits(db: Db, by: Caller, roleId: string, { before, ...wanted }: Wanted) {
  return db.transaction(async (tx) => {
    const current = await queries.lockRoleLimits(tx, roleId);
    if (current === null) throw notFound("Role");
    refuseIfChanged(before, current.limits, wanted);
    const changed = usageMeasures.filter((measure) => current.limits[measure] !== wanted[measure]);
    if (changed.length > 0) {
      await queries.saveRoleLimits(tx, roleId, wanted);
      await record(tx, {
        by,
        action: "role.update_limits",
        target: { kind: "role", id: roleId, name: current.name },
        details: Object.fromEntries(changed.map((measure) => [measure, wanted[measure] ?? "no limit"])),
      });
    }
    return { ...current, limits: wanted };
  });
}
