import type { RoleLimits } from "../../../../../shared/api/admin/settings/daily-limits.ts";
import { usageMeasures } from "../../../../../shared/api/usage.ts";
import type { Db } from "../../../../db/client.ts";
import { notFound } from "../../../../http/errors.ts";
import { type Caller, record } from "../../../audit/service.ts";
import * as queries from "./queries.ts";

/** @throws 404 for an unknown role */
export function changeRoleLimits(db: Db, by: Caller, roleId: string, wanted: RoleLimits) {
  return db.transaction(async (tx) => {
    const before = await queries.lockRoleLimits(tx, roleId);
    if (before === null) throw notFound("Role");
    const changed = usageMeasures.filter((measure) => before.limits[measure] !== wanted[measure]);
    if (changed.length > 0) {
      await queries.saveRoleLimits(tx, roleId, wanted);
      await record(tx, {
        by,
        action: "role.update_limits",
        target: { kind: "role", id: roleId, name: before.name },
        details: Object.fromEntries(changed.map((measure) => [measure, wanted[measure] ?? "no limit"])),
      });
    }
    return { ...before, limits: wanted };
  });
}
