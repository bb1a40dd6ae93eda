import * as contract from "../../../../../shared/api/admin/settings/daily-limits.ts";
import type { Db } from "../../../../db/client.ts";
import { can } from "../../../../http/access.ts";
import type { RouteContext } from "../../../../http/gate.ts";
import { handle } from "../../../../http/handle.ts";
import { callerOf } from "../../../audit/service.ts";
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
