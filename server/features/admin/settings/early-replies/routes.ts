import { callerOf } from "#server/features/audit/service.ts";
import { can } from "#server/http/access.ts";
import type { RouteContext } from "#server/http/gate.ts";
import { handle } from "#server/http/handle.ts";
import * as contract from "#shared/api/admin/settings/early-replies.ts";
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
