import type { Db } from "#server/platform/db/client.ts";
import type { RouteContext } from "#server/platform/http/gate.ts";
import { handle } from "#server/platform/http/handle.ts";
import type { Log } from "#server/platform/observe/log.ts";
import * as contract from "#shared/api/opening.ts";
import { petUserOrDemo } from "../agents/access.ts";
import { prepareKnowledge } from "../knowledge/knowledge.ts";
import { openingOf } from "./service.ts";

export function openingRoutes(context: RouteContext, deps: { db: Db; log: Log }): void {
  handle(context, contract.getOpening, {
    access: petUserOrDemo,
    run: ({ scope: { user, agent } }) => {
      void prepareKnowledge(deps, agent);
      return openingOf(deps, user, agent);
    },
  });
}
