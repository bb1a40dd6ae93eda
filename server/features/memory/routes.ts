import { signedIn } from "#server/platform/http/access.ts";
import type { RouteContext } from "#server/platform/http/gate.ts";
import { handle } from "#server/platform/http/handle.ts";
import { success } from "#shared/api/common.ts";
import * as contract from "#shared/api/memory.ts";
import { petUserOrDemo } from "../agents/access.ts";
import { callerOf } from "../audit/service.ts";
import * as service from "./service.ts";

/** No administrator has any of these for the memories of somebody else, and none is written into the log. */
export function memoryRoutes(context: RouteContext, deps: service.MemoryDeps): void {
  handle(context, contract.listMemories, {
    access: petUserOrDemo,
    run: ({ query, scope: { user, agent }, request }) =>
      service.listMemories(deps, callerOf(user, request), agent, query),
  });

  handle(context, contract.addMemory, {
    access: petUserOrDemo,
    limit: "diary",
    run: ({ body, scope: { user, agent }, request }) => service.addMemory(deps, callerOf(user, request), agent, body),
  });

  handle(context, contract.pauseMemory, {
    access: petUserOrDemo,
    run: async ({ body, scope: { user, agent } }) => {
      await service.pauseMemory(deps, user, agent, body.isPaused);
      return success;
    },
  });

  handle(context, contract.forgetAllMemories, {
    access: petUserOrDemo,
    run: async ({ query, scope: { user, agent }, request }) => {
      await service.forgetAll(deps, callerOf(user, request), agent, query.store);
      return success;
    },
  });

  handle(context, contract.getMemory, {
    access: signedIn,
    run: ({ params, scope: { user }, request }) => service.readMemory(deps, callerOf(user, request), params.id),
  });

  handle(context, contract.editMemory, {
    access: signedIn,
    limit: "diary",
    run: ({ params, body, scope: { user }, request }) =>
      service.editMemory(deps, callerOf(user, request), params.id, body),
  });

  handle(context, contract.approveMemory, {
    access: signedIn,
    limit: "diary",
    run: ({ params, body, scope: { user }, request }) =>
      service.approveMemory(deps, callerOf(user, request), params.id, body),
  });

  handle(context, contract.declineMemory, {
    access: signedIn,
    run: async ({ params, scope: { user }, request }) => {
      await service.declineMemory(deps, callerOf(user, request), params.id);
      return success;
    },
  });

  handle(context, contract.forgetMemory, {
    access: signedIn,
    run: async ({ params, scope: { user }, request }) => {
      await service.forgetMemory(deps, callerOf(user, request), params.id);
      return success;
    },
  });
}
