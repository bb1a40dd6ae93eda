import { callerOf } from "#server/features/audit/service.ts";
import type { Db } from "#server/platform/db/client.ts";
import { can } from "#server/platform/http/access.ts";
import type { RouteContext } from "#server/platform/http/gate.ts";
import { handle } from "#server/platform/http/handle.ts";
import * as contract from "#shared/api/admin/permissions.ts";
import * as queries from "./queries.ts";
import * as service from "./service.ts";

export function permissionRoutes(context: RouteContext, { db }: { db: Db }): void {
  const access = can("manage_permissions");

  handle(context, contract.listPermissions, {
    access,
    run: async () => ({ permissions: await queries.listPermissions(db) }),
  });

  handle(context, contract.createPermission, {
    access,
    limit: "making",
    run: ({ body, scope: { user }, request }) => service.createPermission(db, callerOf(user, request), body),
  });
}
