import type { Db } from "#server/platform/db/client.ts";
import { signedIn } from "#server/platform/http/access.ts";
import type { RouteContext } from "#server/platform/http/gate.ts";
import { handle } from "#server/platform/http/handle.ts";
import { getMyUsage } from "#shared/api/usage.ts";
import { dayOfUse } from "./limits.ts";
import { readToday } from "./queries.ts";

export function usageRoutes(context: RouteContext, { db }: { db: Db }): void {
  handle(context, getMyUsage, {
    access: signedIn,
    run: async ({ scope: { user } }) => dayOfUse(await readToday(db, user.id)),
  });
}
