import type { Db } from "#server/db/client.ts";
import type { RouteContext } from "#server/http/gate.ts";
import { handle } from "#server/http/handle.ts";
import type { Log } from "#server/log.ts";
import * as contract from "#shared/api/opening.ts";
import { petUserOrDemo } from "../agents/access.ts";
import { prepareKnowledge } from "../knowledge/knowledge.ts";
import { openingOf } from "./service.ts";

export function openingRoutes(context: RouteContext, deps: { db: Db; log: Log }): void {
  handle(context, contract.getOpening, {
    access: petUserOrDemo,
    run: ({ scope: { user, agent } }) => {
      void prepareKnowledge(deps, agent);
      return openingOf(deps.db, user, agent);
    },
  });
}
