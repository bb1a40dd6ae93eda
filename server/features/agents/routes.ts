import { can, signedIn } from "#server/platform/http/access.ts";
import type { RouteContext } from "#server/platform/http/gate.ts";
import { handle } from "#server/platform/http/handle.ts";
import { media } from "#server/platform/http/media.ts";
import { upload } from "#server/platform/http/upload.ts";
import * as contract from "#shared/api/agents.ts";
import { success } from "#shared/api/common.ts";
import { callerOf } from "../audit/service.ts";
import { openAvatar, storeAvatar } from "../avatars/avatars.ts";
import { petDeleter, petEditor, petUser } from "./access.ts";
import * as service from "./service.ts";

const petCreator = can("manage_agents", "Add and update agents");

export function agentRoutes(context: RouteContext, deps: service.AgentDeps): void {
  const { db, files } = deps;

  handle(context, contract.listAgents, {
    access: signedIn,
    run: ({ scope: { user }, query, request }) => service.listAgents(db, callerOf(user, request), query),
  });

  handle(context, contract.getAgent, {
    access: petUser,
    run: ({ scope: { user, agent }, request }) => service.readAgent(db, callerOf(user, request), agent),
  });

  handle(context, contract.createAgent, {
    access: petCreator,
    limit: "making",
    run: ({ scope: { user }, body }) => service.createAgent(deps, user, body),
  });

  handle(context, contract.updateAgent, {
    access: petEditor,
    run: ({ scope: { user, agent }, body, request }) => service.updateAgent(deps, callerOf(user, request), agent, body),
  });

  handle(context, contract.setInMemory, {
    access: petEditor,
    run: ({ scope: { user, agent }, body, request }) =>
      service.setInMemory(db, callerOf(user, request), agent.id, body),
  });

  handle(context, contract.deleteAgent, {
    access: petDeleter,
    run: async ({ scope: { user, agent }, request }) => {
      await service.deleteAgent(deps, callerOf(user, request), agent.id);
      return success;
    },
  });

  upload(context, contract.uploadAvatar, {
    access: petCreator,
    limit: "avatar",
    run: async ({ file }) => ({ avatarUrl: await storeAvatar(files, file.bytes) }),
  });

  media(context, contract.getAvatar, {
    access: signedIn,
    run: ({ params }) => openAvatar(files, params.file),
  });
}
