import { callerOf } from "#server/features/audit/service.ts";
import type { Db } from "#server/platform/db/client.ts";
import { can } from "#server/platform/http/access.ts";
import type { RouteContext } from "#server/platform/http/gate.ts";
import { handle } from "#server/platform/http/handle.ts";
import * as contract from "#shared/api/admin/settings/daily-limits.ts";
import * as queries from "./queries.ts";
import * as service from "./service.ts";

export function dailyLimitRoutes(context: RouteContext, { db }: { db: Db }): void {
  const access = can("manage_settings", "manage_users");

  handle(context, contract.listRoleLimits, {
    access,
    run: async () => ({ roles: await queries.listRoleLimits(db) }),
  });

  handle(context, contract.putRoleLimits, {
    access,
    run: async ({ params, body, scope: { user }, request }) => ({
      role: await service.changeRoleLimits(db, callerOf(user, request), params.roleId, body),
    }),
  });
}
