import { callerOf } from "#server/features/audit/service.ts";
import type { Db } from "#server/platform/db/client.ts";
import { can } from "#server/platform/http/access.ts";
import type { RouteContext } from "#server/platform/http/gate.ts";
import { handle } from "#server/platform/http/handle.ts";
import * as contract from "#shared/api/admin/settings/promo-codes.ts";
import { success } from "#shared/api/common.ts";
import * as queries from "./queries.ts";
import * as service from "./service.ts";

export function promoCodeRoutes(context: RouteContext, { db }: { db: Db }): void {
  const access = can("manage_settings", "manage_users");

  handle(context, contract.listPromoCodes, {
    access,
    run: async () => ({ promoCodes: await queries.listPromoCodes(db) }),
  });

  handle(context, contract.createPromoCode, {
    access,
    limit: "making",
    run: ({ body, scope: { user }, request }) => service.createPromoCode(db, callerOf(user, request), body),
  });

  handle(context, contract.updatePromoCode, {
    access,
    run: ({ params, body, scope: { user }, request }) =>
      service.updatePromoCode(db, callerOf(user, request), params.id, body),
  });

  handle(context, contract.deletePromoCode, {
    access,
    run: async ({ params, scope: { user }, request }) => {
      await service.deletePromoCode(db, callerOf(user, request), params.id);
      return success;
    },
  });
}
