import { success } from "../../../shared/api/common.ts";
import * as contract from "../../../shared/api/history.ts";
import { signedIn } from "../../http/access.ts";
import type { Doorway } from "../../http/gate.ts";
import { handle } from "../../http/handle.ts";
import { callerOf } from "../audit/service.ts";
import * as service from "./service.ts";

/** Under /api/admin by name only: everyone has their own chats here (D16). */
export function historyRoutes(doorway: Doorway, deps: service.HistoryDeps): void {
  const { db } = deps;

  handle(doorway, contract.listChats, {
    access: signedIn,
    run: ({ query, scope: { user } }) => service.listChats(db, user, query),
  });

  handle(doorway, contract.searchChats, {
    access: signedIn,
    limit: "search",
    run: ({ body, scope: { user } }) => service.listChats(db, user, body),
  });

  handle(doorway, contract.getTranscript, {
    access: signedIn,
    run: ({ params, scope: { user }, request }) => service.readTranscript(db, callerOf(user, request), params.id),
  });

  handle(doorway, contract.deleteChat, {
    access: signedIn,
    run: async ({ params, scope: { user }, request }) => {
      await service.deleteChat(deps, callerOf(user, request), params.id);
      return success;
    },
  });
}
