import * as contract from "../../../../../shared/api/admin/settings/early-replies.ts";
import { can } from "../../../../http/access.ts";
import type { RouteContext } from "../../../../http/gate.ts";
import { handle } from "../../../../http/handle.ts";
import { callerOf } from "../../../audit/service.ts";
import * as service from "./service.ts";

export function earlyReplyRoutes(context: RouteContext, deps: Parameters<typeof service.showEarlyReplies>[0]): void {
  const access = can("manage_settings", "manage_users");

  handle(context, contract.getEarlyReplies, {
    access,
    run: () => service.showEarlyReplies(deps),
  });

  handle(context, contract.putEarlyReplies, {
    access,
    run: ({ body, scope: { user }, request }) => service.changeEarlyReplies(deps, callerOf(user, request), body.mode),
  });
}
