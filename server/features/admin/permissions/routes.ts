import * as contract from "../../../../shared/api/admin/permissions.ts";
import type { Db } from "../../../db/client.ts";
import { can } from "../../../http/access.ts";
import type { Doorway } from "../../../http/gate.ts";
import { handle } from "../../../http/handle.ts";
import { callerOf } from "../../audit/service.ts";
import * as queries from "./queries.ts";
import * as service from "./service.ts";

export function permissionRoutes(doorway: Doorway, { db }: { db: Db }): void {
  const access = can("manage_permissions");

  handle(doorway, contract.listPermissions, {
    access,
    run: async () => ({ permissions: await queries.listPermissions(db) }),
  });

  handle(doorway, contract.createPermission, {
    access,
    run: ({ body, scope: { user }, request }) => service.createPermission(db, callerOf(user, request), body),
  });
}
