import { signedIn } from "#server/platform/http/access.ts";
import type { RouteContext } from "#server/platform/http/gate.ts";
import { handle } from "#server/platform/http/handle.ts";
import { success } from "#shared/api/common.ts";
import * as contract from "#shared/api/memory.ts";
import { petUserOrDemo } from "../agents/access.ts";
import * as service from "./service.ts";

/** No administrator has any of these for the memories of somebody else, and none is written into the log. */
export function memoryRoutes(context: RouteContext, deps: service.MemoryDeps): void {
  handle(context, contract.listMemories, {
    access: petUserOrDemo,
    run: ({ query, scope: { user, agent } }) => service.listMemories(deps, user, agent, query),
  });

  handle(context, contract.addMemory, {
    access: petUserOrDemo,
    limit: "diary",
    run: ({ body, scope: { user, agent } }) => service.addMemory(deps, user, agent, body),
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
    run: async ({ query, scope: { user, agent } }) => {
      await service.forgetAll(deps, user, agent, query.store);
      return success;
    },
  });

  handle(context, contract.getMemory, {
    access: signedIn,
    run: ({ params, scope: { user } }) => service.readMemory(deps, user, params.id),
  });

  handle(context, contract.editMemory, {
    access: signedIn,
    limit: "diary",
    run: ({ params, body, scope: { user } }) => service.editMemory(deps, user, params.id, body),
  });

  handle(context, contract.approveMemory, {
    access: signedIn,
    limit: "diary",
    run: ({ params, body, scope: { user } }) => service.approveMemory(deps, user, params.id, body),
  });

  handle(context, contract.declineMemory, {
    access: signedIn,
    run: async ({ params, scope: { user } }) => {
      await service.declineMemory(deps, user, params.id);
      return success;
    },
  });

  handle(context, contract.forgetMemory, {
    access: signedIn,
    run: async ({ params, scope: { user } }) => {
      await service.forgetMemory(deps, user, params.id);
      return success;
    },
  });
}
