import type { Db } from "#server/platform/db/client.ts";
import { signedIn } from "#server/platform/http/access.ts";
import type { RouteContext } from "#server/platform/http/gate.ts";
import { handle } from "#server/platform/http/handle.ts";
import * as contract from "#shared/api/access-tokens.ts";
import { success } from "#shared/api/common.ts";
import { callerOf } from "../audit/service.ts";
import * as queries from "./queries.ts";
import * as service from "./service.ts";

export function accessTokenRoutes(context: RouteContext, { db }: { db: Db }): void {
  handle(context, contract.listAccessTokens, {
    access: signedIn,
    run: async ({ scope: { user } }) => ({ tokens: await queries.listTokens(db, user.id) }),
  });

  handle(context, contract.createAccessToken, {
    access: signedIn,
    limit: "making",
    run: ({ scope: { user }, body, request }) => service.createToken(db, callerOf(user, request), body),
  });

  handle(context, contract.revokeAccessToken, {
    access: signedIn,
    run: async ({ scope: { user }, params, request }) => {
      await service.revokeToken(db, callerOf(user, request), params.id);
      return success;
    },
  });
}
