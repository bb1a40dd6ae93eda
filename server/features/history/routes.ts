import { signedIn } from "#server/platform/http/access.ts";
import type { RouteContext } from "#server/platform/http/gate.ts";
import { handle } from "#server/platform/http/handle.ts";
import { success } from "#shared/api/common.ts";
import * as contract from "#shared/api/history.ts";
import { callerOf } from "../audit/service.ts";
import * as service from "./service.ts";

/** The paths begin with /api/admin, but every user has them for their own chats. */
export function historyRoutes(context: RouteContext, deps: service.HistoryDeps): void {
  const { db } = deps;

  handle(context, contract.listChats, {
    access: signedIn,
    run: ({ query, scope: { user }, request }) => service.listChats(db, callerOf(user, request), query),
  });

  handle(context, contract.searchChats, {
    access: signedIn,
    limit: "search",
    run: ({ body, scope: { user }, request }) => service.listChats(db, callerOf(user, request), body),
  });

  handle(context, contract.getTranscript, {
    access: signedIn,
    run: ({ params, scope: { user }, request }) => service.readTranscript(db, callerOf(user, request), params.id),
  });

  handle(context, contract.deleteChat, {
    access: signedIn,
    run: async ({ params, query, scope: { user }, request }) => {
      await service.deleteChat(deps, callerOf(user, request), { ...params, ...query });
      return success;
    },
  });
}
