import * as contract from "../../../../shared/api/admin.ts";
import { success } from "../../../../shared/api/common.ts";
import type { Db } from "../../../db/client.ts";
import { can } from "../../../http/access.ts";
import type { Doorway } from "../../../http/gate.ts";
import { handle } from "../../../http/handle.ts";
import { callerOf } from "../../audit/service.ts";
import * as queries from "./queries.ts";
import * as service from "./service.ts";

export function roleRoutes(doorway: Doorway, { db }: { db: Db }): void {
  const roleManager = can("manage_roles");
  const permissionManager = can("manage_permissions");

  handle(doorway, contract.listRoles, {
    access: roleManager,
    run: async () => ({ roles: await queries.listRoles(db) }),
  });

  handle(doorway, contract.createRole, {
    access: roleManager,
    run: ({ body, scope: { user }, request }) => service.createRole(db, callerOf(user, request), body),
  });

  handle(doorway, contract.listRolePermissions, {
    access: roleManager,
    run: ({ params, scope: { user } }) => service.listRolePermissions(db, user, params.roleId),
  });

  handle(doorway, contract.addRolePermission, {
    access: roleManager,
    run: async ({ params, body, scope: { user }, request }) => {
      await service.addPermission(db, callerOf(user, request), params.roleId, body.permissionId);
      return success;
    },
  });

  handle(doorway, contract.removeRolePermission, {
    access: roleManager,
    run: async ({ params, scope: { user }, request }) => {
      await service.removePermission(db, callerOf(user, request), params.roleId, params.permissionId);
      return success;
    },
  });

  handle(doorway, contract.listPermissions, {
    access: permissionManager,
    run: async () => ({ permissions: await queries.listPermissions(db) }),
  });

  handle(doorway, contract.createPermission, {
    access: permissionManager,
    run: ({ body, scope: { user }, request }) => service.createPermission(db, callerOf(user, request), body),
  });
}
