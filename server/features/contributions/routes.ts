import type { RouteContext } from "#server/platform/http/gate.ts";
import { handle } from "#server/platform/http/handle.ts";
import { success } from "#shared/api/common.ts";
import * as contract from "#shared/api/contributions.ts";
import { petContributor, petManager } from "../agents/access.ts";
import { callerOf } from "../audit/service.ts";
import type { MemoryDeps } from "../memory/service.ts";
import * as service from "./service.ts";

export function contributionRoutes(context: RouteContext, deps: MemoryDeps): void {
  const { db } = deps;

  handle(context, contract.listContributions, {
    access: petContributor,
    run: ({ scope: { user, agent }, request }) => service.listContributions(db, callerOf(user, request), agent),
  });

  handle(context, contract.listUnansweredQuestions, {
    access: petContributor,
    run: ({ scope: { user, agent } }) => service.listUnanswered(db, user, agent),
  });

  handle(context, contract.addContribution, {
    access: petContributor,
    limit: "diary",
    run: ({ scope: { user, agent }, body, request }) => service.contribute(deps, callerOf(user, request), agent, body),
  });

  handle(context, contract.approveContribution, {
    access: petManager,
    limit: "diary",
    run: async ({ scope: { user, agent }, params, request }) => {
      await service.approve(deps, callerOf(user, request), agent, params.contributionId);
      return success;
    },
  });

  handle(context, contract.dropContribution, {
    access: petContributor,
    run: async ({ scope: { user, agent }, params, request }) => {
      await service.drop(deps, callerOf(user, request), agent, params.contributionId);
      return success;
    },
  });
}
