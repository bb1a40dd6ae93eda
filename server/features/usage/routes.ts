import { getMyUsage } from "../../../shared/api/usage.ts";
import type { Db } from "../../db/client.ts";
import { signedIn } from "../../http/access.ts";
import type { RouteContext } from "../../http/gate.ts";
import { handle } from "../../http/handle.ts";
import { dayOfUse } from "./limits.ts";
import { readToday } from "./queries.ts";

export function usageRoutes(context: RouteContext, { db }: { db: Db }): void {
  handle(context, getMyUsage, {
    access: signedIn,
    run: async ({ scope: { user } }) => dayOfUse(await readToday(db, user.id)),
  });
}
