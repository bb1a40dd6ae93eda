import { callerOf } from "#server/features/audit/service.ts";
import type { Db } from "#server/platform/db/client.ts";
import { can } from "#server/platform/http/access.ts";
import type { RouteContext } from "#server/platform/http/gate.ts";
import { handle } from "#server/platform/http/handle.ts";
import * as contract from "#shared/api/admin/roles.ts";
import { success } from "#shared/api/common.ts";
import * as queries from "./queries.ts";
import * as service from "./service.ts";

export function roleRoutes(context: RouteContext, { db }: { db: Db }): void {
  const access = can("manage_roles");

  handle(context, contract.listRoles, {
    access,
    run: async () => ({ roles: await queries.listRoles(db) }),
  });

  handle(context, contract.createRole, {
    access,
    limit: "making",
    run: ({ body, scope: { user }, request }) => service.createRole(db, callerOf(user, request), body),
  });

  handle(context, contract.listRolePermissions, {
    access,
    run: ({ params, scope: { user } }) => service.listRolePermissions(db, user, params.roleId),
  });

  handle(context, contract.addRolePermission, {
    access,
    limit: "making",
    run: async ({ params, body, scope: { user }, request }) => {
      await service.addPermission(db, callerOf(user, request), params.roleId, body.permissionId);
      return success;
    },
  });

  handle(context, contract.removeRolePermission, {
    access,
    run: async ({ params, scope: { user }, request }) => {
      await service.removePermission(db, callerOf(user, request), params.roleId, params.permissionId);
      return success;
    },
  });
}
