import type { Db } from "#server/platform/db/client.ts";
import type { FileStore } from "#server/platform/files/files.ts";
import { signedIn } from "#server/platform/http/access.ts";
import type { RouteContext } from "#server/platform/http/gate.ts";
import { handle } from "#server/platform/http/handle.ts";
import { media } from "#server/platform/http/media.ts";
import { success } from "#shared/api/common.ts";
import * as contract from "#shared/api/family.ts";
import { petManager, petUser } from "../agents/access.ts";
import { callerOf } from "../audit/service.ts";
import * as service from "./service.ts";

export function familyRoutes(context: RouteContext, deps: { db: Db; files: FileStore }): void {
  const { db } = deps;

  handle(context, contract.getFamily, {
    access: petManager,
    run: ({ scope: { agent } }) => service.readFamily(db, agent.id),
  });

  handle(context, contract.changeFamily, {
    access: petManager,
    run: async ({ scope: { user, agent }, body, request }) => {
      await service.changeApproval(db, callerOf(user, request), agent, body.approvesContributions);
      return success;
    },
  });

  handle(context, contract.createInvitation, {
    access: petManager,
    limit: "making",
    run: ({ scope: { user, agent }, body, request }) => service.invite(db, callerOf(user, request), agent, body),
  });

  handle(context, contract.revokeInvitation, {
    access: petManager,
    run: async ({ scope: { user, agent }, params, request }) => {
      await service.revokeInvitation(db, callerOf(user, request), agent, params.invitationId);
      return success;
    },
  });

  handle(context, contract.changeMember, {
    access: petManager,
    run: async ({ scope: { user, agent }, params, body, request }) => {
      await service.changeMember(db, callerOf(user, request), agent, params.userId, body);
      return success;
    },
  });

  handle(context, contract.removeMember, {
    access: petManager,
    run: async ({ scope: { user, agent }, params, request }) => {
      await service.removeMember(db, callerOf(user, request), agent, params.userId);
      return success;
    },
  });

  handle(context, contract.leaveFamily, {
    access: petUser,
    run: async ({ scope: { user, agent }, request }) => {
      await service.leave(db, callerOf(user, request), agent);
      return success;
    },
  });

  handle(context, contract.openInvitation, {
    access: "public",
    limit: "invitation",
    run: async ({ scope: { user }, body, request }) => {
      const { id, offer } = await service.openInvitation(db, user, body.token);
      request.session.invitationId = id;
      return offer;
    },
  });

  media(context, contract.getInvitationPicture, {
    access: "public",
    run: async ({ request }) => {
      const { invitationId } = request.session;
      return invitationId === undefined ? null : service.openPicture(deps, invitationId);
    },
  });

  handle(context, contract.takeInvitation, {
    access: signedIn,
    limit: "invitation",
    run: ({ scope: { user }, body, request }) => service.takeInvitation(db, callerOf(user, request), body.token),
  });
}
