import * as contract from "../../../shared/api/opening.ts";
import type { Db } from "../../db/client.ts";
import type { RouteContext } from "../../http/gate.ts";
import { handle } from "../../http/handle.ts";
import { petCompanion } from "../agents/access.ts";
import { openingOf } from "./service.ts";

export function openingRoutes(context: RouteContext, { db }: { db: Db }): void {
  handle(context, contract.getOpening, {
    access: petCompanion,
    run: ({ scope: { user, agent } }) => openingOf(db, user, agent),
  });
}
