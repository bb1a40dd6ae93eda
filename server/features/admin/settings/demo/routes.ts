import * as contract from "../../../../../shared/api/admin/settings/demo.ts";
import type { Db } from "../../../../db/client.ts";
import { can } from "../../../../http/access.ts";
import type { RouteContext } from "../../../../http/gate.ts";
import { handle } from "../../../../http/handle.ts";
import { callerOf } from "../../../audit/service.ts";
import * as service from "./service.ts";

export function demoRoutes(context: RouteContext, { db }: { db: Db }): void {
  const access = can("manage_settings", "manage_users");

  handle(context, contract.getDemo, {
    access,
    run: ({ scope: { user } }) => service.readDemo(db, user),
  });

  handle(context, contract.putDemo, {
    access,
    run: ({ body, scope: { user }, request }) => service.changeDemo(db, callerOf(user, request), body),
  });
}
