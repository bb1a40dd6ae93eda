import * as contract from "../../../../../shared/api/admin/settings/promo-codes.ts";
import { success } from "../../../../../shared/api/common.ts";
import type { Db } from "../../../../db/client.ts";
import { can } from "../../../../http/access.ts";
import type { Doorway } from "../../../../http/gate.ts";
import { handle } from "../../../../http/handle.ts";
import { callerOf } from "../../../audit/service.ts";
import * as queries from "./queries.ts";
import * as service from "./service.ts";

export function promoCodeRoutes(doorway: Doorway, { db }: { db: Db }): void {
  const access = can("manage_settings", "manage_users");

  handle(doorway, contract.listPromoCodes, {
    access,
    run: async () => ({ promoCodes: await queries.listPromoCodes(db) }),
  });

  handle(doorway, contract.createPromoCode, {
    access,
    run: ({ body, scope: { user }, request }) => service.createPromoCode(db, callerOf(user, request), body),
  });

  handle(doorway, contract.updatePromoCode, {
    access,
    run: ({ params, body, scope: { user }, request }) =>
      service.updatePromoCode(db, callerOf(user, request), params.id, body),
  });

  handle(doorway, contract.deletePromoCode, {
    access,
    run: async ({ params, scope: { user }, request }) => {
      await service.deletePromoCode(db, callerOf(user, request), params.id);
      return success;
    },
  });
}
