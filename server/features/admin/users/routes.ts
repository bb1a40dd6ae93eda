import { callerOf } from "#server/features/audit/service.ts";
import type { Db } from "#server/platform/db/client.ts";
import { can } from "#server/platform/http/access.ts";
import { badRequest, notFound } from "#server/platform/http/errors.ts";
import type { RouteContext } from "#server/platform/http/gate.ts";
import { handle } from "#server/platform/http/handle.ts";
import * as contract from "#shared/api/admin/users.ts";
import { success } from "#shared/api/common.ts";
import { mayAssign, mayManage } from "../authority.ts";
import { byText, readPage } from "../paged.ts";
import { listRolesWithPermissions } from "../roles/queries.ts";
import * as queries from "./queries.ts";
import * as service from "./service.ts";

export function userRoutes(context: RouteContext, { db }: { db: Db }): void {
  const access = can("manage_users");

  handle(context, contract.listUsers, {
    access,
    run: async ({ query: { sort, ...query }, scope: { user } }) => {
      const { rows, ...rest } = await readPage(query, byText, (page) => queries.listUsers(db, sort, page));
      return { users: rows.map((row) => service.accountView(user, row)), ...rest };
    },
  });

  handle(context, contract.createUser, {
    access,
    limit: "making",
    run: ({ body, scope: { user }, request }) => service.createUser(db, callerOf(user, request), body),
  });

  handle(context, contract.updateUser, {
    access,
    run: ({ params: { userId }, body, scope: { user }, request }) => {
      if (body.userId !== undefined && body.userId !== userId)
        throw badRequest("The user's id is not that of the address.");
      return service.updateUser(db, callerOf(user, request), userId, body.changes);
    },
  });

  handle(context, contract.resetPassword, {
    access,
    limit: "making",
    run: ({ params, scope: { user }, request }) => service.resetPassword(db, callerOf(user, request), params.userId),
  });

  handle(context, contract.revokeUserTokens, {
    access,
    run: ({ params, scope: { user }, request }) => service.revokeUserTokens(db, callerOf(user, request), params.userId),
  });

  handle(context, contract.listUserRoles, {
    access,
    run: async ({ params, scope: { user } }) => {
      const account = await queries.findUser(db, params.userId);
      if (account === null) throw notFound("User");
      const roles = await listRolesWithPermissions(db);
      return {
        roles: roles.map((role) => ({
          ...role,
          isHeld: account.roles.includes(role.name),
          canAssign: mayManage(user, account) && mayAssign(user, role),
        })),
      };
    },
  });

  handle(context, contract.assignRole, {
    access,
    limit: "making",
    run: async ({ params, body, scope: { user }, request }) => {
      await service.assignRole(db, callerOf(user, request), params.userId, body.roleId);
      return success;
    },
  });

  handle(context, contract.removeRole, {
    access,
    run: async ({ params, scope: { user }, request }) => {
      await service.removeRole(db, callerOf(user, request), params.userId, params.roleId);
      return success;
    },
  });
}
