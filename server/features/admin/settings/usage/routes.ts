import { byText, readPage } from "#server/features/admin/paged.ts";
import type { Db } from "#server/platform/db/client.ts";
import { can } from "#server/platform/http/access.ts";
import type { RouteContext } from "#server/platform/http/gate.ts";
import { handle } from "#server/platform/http/handle.ts";
import * as contract from "#shared/api/admin/settings/usage.ts";
import * as queries from "./queries.ts";
import * as service from "./service.ts";

export function adminUsageRoutes(context: RouteContext, { db }: { db: Db }): void {
  // Only those who manage users may see names and addresses.
  const userManager = can("manage_users");

  handle(context, contract.getUsage, {
    access: can("manage_settings", "manage_users"),
    run: ({ query, scope: { user } }) => service.reportOfAll(db, query.days, user.id),
  });

  handle(context, contract.listUserUsage, {
    access: userManager,
    run: async ({ query: { days, sort, ...query }, scope: { user } }) => {
      const { rows, ...rest } = await readPage(query, sort === "name" ? byText : service.byCount, (page) =>
        queries.listUsage(db, { days: Number(days), whoseDay: user.id }, sort, page),
      );
      return { users: rows, ...rest };
    },
  });

  handle(context, contract.getUserUsage, {
    access: userManager,
    run: ({ params, query }) => service.reportOfUser(db, query.days, params.userId),
  });
}
