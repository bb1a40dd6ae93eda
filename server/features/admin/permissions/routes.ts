import * as contract from "../../../../shared/api/admin/permissions.ts";
import type { Db } from "../../../db/client.ts";
import { can } from "../../../http/access.ts";
import type { RouteContext } from "../../../http/gate.ts";
import { handle } from "../../../http/handle.ts";
import { callerOf } from "../../audit/service.ts";
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
