import { callerOf } from "#server/features/audit/service.ts";
import type { Db } from "#server/platform/db/client.ts";
import { can } from "#server/platform/http/access.ts";
import type { RouteContext } from "#server/platform/http/gate.ts";
import { handle } from "#server/platform/http/handle.ts";
import * as contract from "#shared/api/admin/agent-access.ts";
import { success } from "#shared/api/common.ts";
import { byText, byTime, readPage } from "../paged.ts";
import * as queries from "./queries.ts";
import * as service from "./service.ts";

export function agentAccessRoutes(context: RouteContext, { db }: { db: Db }): void {
  const reader = can("manage_agents", "manage_roles", "manage_users");
  const granter = can("manage_roles", "manage_users");

  handle(context, contract.listAdminAgents, {
    access: reader,
    run: async ({ query, scope: { user } }) => {
      const { rows, ...rest } = await readPage(query, byText, (page) =>
        queries.listAgents(db, service.viewOf(user), page),
      );
      return { agents: rows, ...rest };
    },
  });

  handle(context, contract.listAgentAccess, {
    access: reader,
    run: async ({ query, scope: { user } }) => {
      const { rows, ...rest } = await readPage(query, byTime, (page) =>
        queries.listAccess(db, service.viewOf(user), page),
      );
      return { userAgentAccess: rows, ...rest };
    },
  });

  handle(context, contract.searchGrantees, {
    access: granter,
    run: async ({ query }) => {
      const { rows, ...rest } = await readPage(query, byText, (page) => queries.listActiveUsers(db, page));
      return { users: rows, ...rest };
    },
  });

  handle(context, contract.grantAgentAccess, {
    access: granter,
    limit: "making",
    run: ({ body, scope: { user }, request }) => service.grant(db, callerOf(user, request), body),
  });

  handle(context, contract.changeAgentAccess, {
    access: granter,
    run: async ({ body, scope: { user }, request }) => {
      await service.change(db, callerOf(user, request), body);
      return success;
    },
  });

  handle(context, contract.revokeAgentAccess, {
    access: granter,
    run: async ({ body, scope: { user }, request }) => {
      await service.revoke(db, callerOf(user, request), body.userId, body.agentId);
      return success;
    },
  });
}
